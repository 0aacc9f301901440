"""What the tiers are given, and what they give back together.

`pieces_of` gives the pieces of a message that may each be a matter of its own: clauses, cut where words of
several intents meet.

>>> pieces_of(case, "quero devolver o P100 e ver minha fatura")
['quero devolver o P100', 'ver minha fatura']
"""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any, NamedTuple, Self, TypeVar

from django.conf import settings

from conversations.as_json import to_json
from conversations.turn import (
    AgreedAction,
    ConversationState,
    Loop,
    Pending,
    Permission,
    PlannedBranch,
    Question,
    Reply,
    RouteDecision,
    SupervisorPlan,
    TurnContext,
    Utterance,
    Verdict,
)
from language import clauses
from language.automaton import Hit
from language.learnt_kind import FOLLOW_UP
from rollout.evaluate import EVERY, RolloutSnapshot
from routing.decision.learning.prediction import Prediction
from routing.decision.profile_runtime import ProfileRuntime
from routing.decision.specs import IntentSpec

T = TypeVar("T")

# Parts of one message that the examples are asked about, at 3 ms each: the event loop waits meanwhile.
READ = 8

GOES_ON = 0.6  # a share from which on a message says too little to be a matter of its own


class _Given(NamedTuple):
    utterance: Utterance
    state: ConversationState
    published: ProfileRuntime
    now: float
    waiting: Question | None = None
    reply: Reply | None = None
    off: frozenset[str] = frozenset()


class DecisionInput(_Given):
    """A message to be decided on.

    `waiting` is the question that is open (asked, or stood for by a state policy), `reply` how the message
    answers it, when it does. `off` names intents that an operator switched off; `now` is epoch seconds. What
    is worked out of these is kept on the case.
    """

    @classmethod
    def of(cls, context: TurnContext, published: ProfileRuntime, off: frozenset[str]) -> Self:
        """The message of a turn, as it stands now."""
        request = context.request
        return cls(request.utterance, request.state, published, time.time(), off=off)

    @property
    def topic(self) -> str:
        """What the message says of its topic, without quoted mail, denials, greetings and texts to be worked
        on.
        """
        return self.published.read_message(self.utterance.text).topic

    @cached_property
    def reading(self) -> Prediction | None:
        """What the examples say of the topic.

        None where none were learnt, or nothing is said that they could know.
        """
        return self.published.reading(self.topic, second_look=True)

    @cached_property
    def goes_on(self) -> bool:
        """Whether the message, by its form, only goes on with what was spoken of: "and the blue one?"."""
        return goes_on(self.utterance.text)

    @cached_property
    def _read(self) -> set[str]:
        return set()

    @cached_property
    def _kept(self) -> dict[Callable[..., Any], Any]:
        return {}

    def keep(self, find: Callable[["DecisionInput"], T]) -> T:
        """What `find` makes of this message, made once however often it is asked for."""
        if find not in self._kept:
            self._kept[find] = find(self)
        value: T = self._kept[find]
        return value

    @cached_property
    def pieces(self) -> dict[str, list[str]]:
        """What `pieces_of` found in texts of this message: the tiers and the requests ask for the same."""
        return {}

    def may_read(self, text: str) -> bool:
        """Whether the examples may be asked about this part of the message, after all that they were asked
        about.
        """
        return text in self._read or len(self._read) < READ

    def reading_of(self, text: str) -> Prediction | None:
        """What the examples say of a part of the message (`may_read`); None as for `reading`."""
        found = self.published.reading(text, second_look=text == self.topic)
        if found is not None:
            self._read.add(text)
        return found

    def is_off(self, intent: IntentSpec) -> bool:
        """Whether an operator switched this intent off."""
        return bool(self.off) and (EVERY in self.off or intent.name in self.off)

    def decision(
        self, intent: IntentSpec, method: str, confidence: float, reason: str, metadata: Mapping[str, Any]
    ) -> RouteDecision:
        """The decision that gives the message to an intent, whoever named it."""
        agent = intent.agent or self.published.who_speaks(self.state.active_agent)
        return RouteDecision(
            agent, agent, intent.name, round(confidence, 3), reason, method, intent.next_state or None,
            False, metadata, intent.domain or None, intent.tools,
        )  # fmt: skip

    def hits(self, text: str, folded: str = "") -> list[Hit[IntentSpec]]:
        """Keyword hits of the message, or of a part of it, without those of intents that are switched off.

        `folded` as in `ProfileRuntime.hits`.
        """
        return self.drop_switched_off(self.published.hits(text, folded))

    def drop_switched_off(self, hits: list[Hit[IntentSpec]]) -> list[Hit[IntentSpec]]:
        """The hits of intents that no operator switched off."""
        if not self.off:
            return hits
        return [] if EVERY in self.off else [hit for hit in hits if hit.payload.name not in self.off]


class Tier(ABC):
    """One way to decide. It gives a verdict with a decision, or with None when it is not sure.

    What its name in a decision says of that decision stands here, so that nobody lists names (`find_tier`).
    `sure`: else it decides for want of anybody who is sure by the words. `by_words`: some words of the
    message decide, and a mode may find the matters of the others; what else is sure holds in every mode.
    `says_matter`: it says whose matter of the team the message is, by itself.
    """

    method: str
    sure: bool = True
    by_words: bool = False
    says_matter: bool = True

    def __init_subclass__(cls) -> None:
        if "method" in vars(cls):
            KNOWN[cls.method] = cls

    @abstractmethod
    def decide(self, case: DecisionInput) -> Verdict:
        """Reads the case and nothing else, and waits for nothing."""


KNOWN: dict[str, Tier | type[Tier]] = {}


class _NoTier(Tier):
    says_matter = False


def find_tier(method: str) -> Tier | type[Tier]:
    """What decided, for its flags; a mode says no matter.

    >>> find_tier("keyword").by_words, find_tier("coordinator").says_matter
    (True, False)
    """
    return KNOWN.get(method, _NoTier)


class Decision(NamedTuple):
    """The decision, what every tier that was asked saw, and the reply to an open question."""

    decision: RouteDecision
    verdicts: tuple[Verdict, ...]
    reply: Reply | None
    plan: SupervisorPlan | None = None  # several work at once (mode supervisor)
    parts: tuple[
        PlannedBranch, ...
    ] = ()  # of the message, each for another specialist (mode router); empty: one whole
    loop: Loop | None = None  # one after the other (mode supervised)
    resumed: Pending | None = None  # the open part of an earlier message that is taken up again
    permissions: Mapping[str, Permission] = {}  # those that the message changed
    # What is served instead of the message: it without the words that took a permission back, or the one
    # before it that the user was asked about.
    remaining: str = ""
    withdrawn: bool = False  # the message took the open question back and speaks of something else
    goes_on: bool = False  # with the agents, about what waited for a person: that is served (`remaining`)
    urgent: tuple[str, str] | None = None  # what else of it is for a person: the intent, and the user's words
    agreed: AgreedAction | None = None  # a yes at its beginning, which is carried out before this decision
    switched_off: tuple[str, ...] = ()  # what else of it is wanted and is off, as people call it

    @property
    def unsure(self) -> bool:
        """Whether no tier was sure: somebody answers for want of anybody better, or the user is asked."""
        return not find_tier(self.decision.method).sure


def describe_verdicts(verdicts: Iterable[Verdict]) -> list[dict[str, Any]]:
    """What each tier saw, as clients and the record get it."""
    return [
        {"tier": v.tier, "outcome": v.outcome, "saw": to_json(v.saw), "ms": round(v.ms, 3)} for v in verdicts
    ]


def goes_on(text: str) -> bool:
    """Whether a text, by its form, only goes on with what was spoken of before it."""
    return FOLLOW_UP.share(text, settings.EMBEDDER) >= GOES_ON


def pieces_of(case: DecisionInput, text: str) -> list[str]:
    """The clauses; one that joins words of several intents is cut, one that says what is not wanted is left
    out where others remain."""
    if text not in case.pieces:
        case.pieces[text] = _cut_pieces(case, text)
    return case.pieces[text]


def _cut_pieces(case: DecisionInput, text: str) -> list[str]:
    found = [
        piece
        for clause in clauses.split(text)
        for piece in cut_apart(clause, case.drop_switched_off(case.published.keywords.hits(clause)))
    ]
    wanted = [piece for piece in found if not clauses.is_negated(piece)]
    return wanted or found


def cut_apart(clause: str, hits: Iterable[Hit[IntentSpec]]) -> list[str]:
    """The pieces of a clause whose words are of several intents."""
    places: dict[tuple[int, int], set[str]] = {}
    for hit in hits:
        places.setdefault((hit.start, hit.end), set()).add(hit.payload.name)
    return clauses.apart(
        clause, [clauses.MatterWord(start, end, frozenset(names)) for (start, end), names in places.items()]
    )


def names_off(switches: RolloutSnapshot) -> frozenset[str]:
    """What an operator switched off of what decides: intents by name, packages' tiers as `tier:almanac`."""
    tiers = switches.names_off("tier")
    return switches.names_off("intent") | {f"tier:{name}" for name in tiers}
