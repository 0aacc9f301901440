"""What an intent would catch of what people wrote lately, with keywords that nobody has saved yet.

Reads the record and the draft, writes nothing. The draft's automaton without the intent is built once and
kept with the draft; each question adds only the keywords that are being typed.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from conversations.models import Message, Turn
from conversations.turn import ConversationState, Utterance
from language.automaton import Automaton, Hit, outermost
from language.normalise import pad_words
from releases.loaded_release import LoadedRelease
from routing.decision.input import DecisionInput
from routing.decision.keyword import KeywordTier
from routing.decision.profile_runtime import ProfileRuntime
from routing.decision.specs import IntentSpec
from tenancy.models import Tenant

MESSAGES = 1000
LINES = 12
NEW = "\x00new"  # stands for an intent without a name

tier = KeywordTier()


@dataclass(frozen=True, slots=True)
class CaughtMessage:
    """One message that the intent would catch, or no longer catches."""

    text: str
    conversation: str
    words: tuple[str, ...]
    before: str  # the intent that catches it now; empty: none
    times: int = 1


@dataclass(frozen=True, slots=True)
class Effect:
    """What would change; `elsewhere` counts messages that hold a keyword and go to a stronger intent."""

    messages: int
    caught: int
    now: int | None  # None: nothing is live to compare with
    new: Sequence[CaughtMessage] = ()
    kept: Sequence[CaughtMessage] = ()
    lost: Sequence[CaughtMessage] = ()
    elsewhere: Sequence[tuple[str, int]] = ()
    taken: Sequence[tuple[str, int]] = ()

    @property
    def more(self) -> int:
        return self.caught - (self.now or 0)

    @property
    def fewer(self) -> int:
        return -self.more


@dataclass
class _Collected:
    """Lines while they are being collected."""

    new: list[CaughtMessage] = field(default_factory=list)
    kept: list[CaughtMessage] = field(default_factory=list)
    lost: list[CaughtMessage] = field(default_factory=list)
    caught: int = 0
    now: int = 0
    elsewhere: Counter[str] = field(default_factory=Counter)
    taken: Counter[str] = field(default_factory=Counter)


def predict_effect(
    tenant: Tenant, draft: LoadedRelease, live: LoadedRelease | None, intent: IntentSpec
) -> Effect:
    """What `intent` would catch of the last 1 000 messages, beside what the live release's intent of that
    name catches. Each message is looked at by itself, as the first of its conversation.

    >>> predict_effect(tenant, draft.of(tenant).loaded, live, intent).caught
    37
    """
    messages = _read_messages(tenant)
    found, then, before = _Collected(), _KeywordsOf(draft, intent), _KeywordsOf(live)
    for text, conversation, agent_id in messages:
        winner, words, held = then.winner(agent_id, text)
        was = before.winner(agent_id, text)[0]
        found.now += was == intent.name
        if winner == intent.name:
            found.caught += 1
            kind = found.kept if was == intent.name else found.new
            kind.append(CaughtMessage(text, conversation, words, "" if was == intent.name else was))
            if was and was != intent.name:
                found.taken[was] += 1
        elif held:
            found.elsewhere[winner] += 1
        if winner != intent.name and was == intent.name:
            found.lost.append(CaughtMessage(text, conversation, (), was))
    return Effect(
        messages=len(messages),
        caught=found.caught,
        now=found.now if live is not None else None,
        new=(new := _group(found.new))[:LINES],
        kept=_group(found.kept)[: max(3, LINES - len(new))],
        lost=_group(found.lost)[:LINES],
        elsewhere=found.elsewhere.most_common(5),
        taken=found.taken.most_common(5),
    )


def _group(lines: Sequence[CaughtMessage]) -> list[CaughtMessage]:
    """The same text once, with how often it was written; the most frequent first."""
    times = Counter(line.text.casefold() for line in lines)
    first = {line.text.casefold(): line for line in reversed(lines)}
    return [replace(first[text], times=n) for text, n in times.most_common()]


def _read_messages(tenant: Tenant) -> list[tuple[str, str, str]]:
    """The newest messages of users: text, conversation, profile. By way of the turns, which have an index."""
    turns = Turn.objects.of(tenant).order_by("-created_at").values_list("pk", flat=True)[:MESSAGES]
    rows = (
        Message.objects.of(tenant).filter(turn_id__in=list(turns), role=Message.Roles.USER).exclude(text="")
    )
    texts = rows.order_by("-pk").values_list("text", "conversation_id", "conversation__agent_id")
    return list(texts[:MESSAGES])


class _KeywordsOf:
    """A release as the keyword tier sees it, by profile; with one intent exchanged, if one is given."""

    def __init__(self, release: LoadedRelease | None, intent: IntentSpec | None = None) -> None:
        self._release = release
        self._intent = intent
        self._published: dict[str, ProfileRuntime | None] = {}

    def winner(self, agent_id: str, text: str) -> tuple[str, tuple[str, ...], bool]:
        """The intent that catches a text, its words, and whether the exchanged intent has a hit in it."""
        if agent_id not in self._published:
            self._published[agent_id] = self._of(agent_id)
        published = self._published[agent_id]
        if published is None:
            return "", (), False
        verdict = tier.decide(DecisionInput(Utterance(text, text, ""), ConversationState(), published, 0))
        if verdict.decision is None:
            return "", (), False
        decided: Mapping[str, Any] = verdict.decision.metadata
        winner, own = verdict.decision.intent or "", self._intent
        held = own is not None and winner != own.name
        held = held and any(hit.payload is own for hit in published.keywords.hits_in(pad_words(text)))
        return winner, tuple(decided.get("matched_keywords", ())), held

    def _of(self, agent_id: str) -> ProfileRuntime | None:
        if self._release is None or agent_id not in self._release["routing"].profiles:
            return None
        published = ProfileRuntime.of(self._release, agent_id)
        intent = self._intent
        if intent is None:
            return published
        rest = _without(self._release, published, agent_id, intent.name)
        serves = intent.serves(agent_id) and (not intent.agent or intent.agent in published.specialists)
        own = Automaton((word, intent) for word in intent.keywords) if serves else Automaton[IntentSpec](())
        return replace(published, keywords=_BothAutomata(rest, own))  # type: ignore[arg-type]


class _BothAutomata:
    """Two automata asked as one."""

    def __init__(self, rest: Automaton[IntentSpec], own: Automaton[IntentSpec]) -> None:
        self._rest, self._own = rest, own

    def hits(self, text: str) -> list[Hit[IntentSpec]]:
        return self.hits_in(pad_words(text))

    def hits_in(self, text: str) -> list[Hit[IntentSpec]]:
        own = self._own.hits_in(text)
        rest = self._rest.hits_in(text)
        return outermost([*rest, *own]) if own else rest


def _without(
    release: LoadedRelease, published: ProfileRuntime, agent_id: str, name: str
) -> Automaton[IntentSpec]:
    """A profile's keywords but one intent's; the last one asked for is kept with the release."""
    kept = release.memo.get((Effect, agent_id))
    if kept is None or kept[0] != name:
        intents = [each for each in published.intents.values() if each.name != name]
        kept = name, Automaton((word, each) for each in intents for word in each.keywords)
        release.memo[(Effect, agent_id)] = kept
    found: Automaton[IntentSpec] = kept[1]
    return found
