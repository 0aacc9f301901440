"""A matter for a person, told in one message with another: the person is told, and the other is served.

found = find(case)
found.intent.name, found.words, found.rest

Only intents that ask for a person before anything else is served (their priority is above all others'), and
that say more than the wish for one: of a matter and the wish for a person in one message the person takes
both up.
"""

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

import numpy as np
from django.conf import settings

from conversations.turn import Reply, Verdict
from language import clauses
from language.acts.questions import keep_mark
from language.embedder import BUNDLED, load_bundled
from language.learnt_kind import PERSON
from routing.decision.input import READ, Decision, DecisionInput
from routing.decision.person import ASKS_AS_WELL, PersonTier
from routing.decision.planning import LONGEST
from routing.decision.profile_runtime import ProfileRuntime
from routing.decision.specs import IntentSpec

NEAREST = 2  # parts of a message that the examples are asked about
SIGNS = ".!?;…\n"
_END = re.compile(rf"[{re.escape(SIGNS)}]+\s*")


class UrgentPart(NamedTuple):
    """The intent, the user's words for it, and the rest of the message."""

    intent: IntentSpec
    words: str
    rest: str


def find(case: DecisionInput) -> UrgentPart | None:
    """The first part of a message of several that an urgent intent is sure of."""
    text = case.utterance.text[:LONGEST]
    if not list_urgent(case.published) or case.utterance.wordless:
        return None
    pieces = clauses.split(text)
    runs = [
        (start, end, " ".join(keep_mark(each, text) for each in pieces[start:end]))
        for start, end in _list_runs(len(pieces))
    ]
    read = _choose_nearest(case, [words for _start, _end, words in runs])
    for start, end, words in runs:
        if (intent := _read(case, words, words in read)) is not None:
            return UrgentPart(intent, words, cut_out(case.utterance.text, pieces, start, end))
    return None


def _choose_nearest(case: DecisionInput, texts: Sequence[str]) -> Collection[str]:
    """The few of the texts that mean what examples of an urgent intent mean the most, by the encoder of this
    process, which costs a fifth of a reading; all of them where it has none.
    """
    urgent = list_urgent(case.published)
    examples = [text for name in sorted(urgent) for text in case.published.intents[name].examples]
    if settings.EMBEDDER != BUNDLED or len(texts) <= NEAREST or not examples:
        return texts
    meant = case.published.memo.get(_choose_nearest)
    if meant is None:
        meant = case.published.memo[_choose_nearest] = load_bundled().embed(examples)
    each = [load_bundled().embed([text])[0] for text in texts]  # one by one: the last ones are remembered
    likes = (np.stack(each) @ meant.T).max(axis=1)
    return {texts[at] for at in np.argsort(-likes, kind="stable")[:NEAREST].tolist()}


def cut_out(text: str, pieces: Sequence[str], start: int, end: int) -> str:
    """The text without its pieces from `start` to `end`, nor what joins them to the others.

    >>> cut_out("Move LV1? It burns, and call me", ["Move LV1?", "It burns", "call me"], 1, 2)
    'Move LV1? call me'
    """
    places = _find_places(text, pieces)
    if places is None:
        return text
    first, last = places[start][0], places[end - 1][1]
    before, behind = text[:first], text[last:]
    if start:
        done = places[start - 1][1]
        ends = [sign.end() for sign in _END.finditer(text, done, first)]
        before = text[: ends[-1]] if ends else keep_mark(text[:done], text)
    whole = not before.strip() or before.rstrip()[-1] in SIGNS
    if whole and end < len(pieces):
        following = places[end][0]
        sign = _END.search(text, last, following)
        behind = text[sign.end() if sign else following :]
    elif not whole and behind.strip() and text[last - 1] in SIGNS:
        behind = f".{behind}"
    if not before or before[-1].isspace():
        return before + behind.lstrip()
    return f"{before} {behind}" if whole and behind and not behind[0].isspace() else before + behind


def _find_places(text: str, pieces: Sequence[str]) -> list[tuple[int, int]] | None:
    """Where pieces stand in a text, one behind the other, whatever blanks are in them."""
    found: list[tuple[int, int]] = []
    for piece in pieces:
        words = re.compile(r"\s+".join(map(re.escape, piece.split())))
        place = words.search(text, found[-1][1] if found else 0)
        if place is None:
            return None
        found.append(place.span())
    return found


def is_served(decided: Decision, published: ProfileRuntime) -> bool:
    """Whether the rest of the message is served by itself, so that it need not wait for the person."""
    intent = published.intents.get(decided.decision.intent)
    if decided.resumed is not None:
        return True
    if decided.reply is not None:
        return _says_plainly(decided.reply, published)
    if intent is None or intent.asks_for_person:
        return False
    return bool(intent.agent or intent.reply) and not intent.menu


def _says_plainly(reply: Reply, published: ProfileRuntime) -> bool:
    """Whether a reply is one by its own words; what is only taken for one may tell of the emergency."""
    if reply.kind != "value":
        return reply.kind in ("yes", "no", "cancel", "question")
    shown = {option.value for option in reply.question.options}
    known = (name in published.agents.slots or value in shown for name, value in reply.values.items())
    return bool(reply.values) and all(known)


def for_person(case: DecisionInput, part: UrgentPart) -> Decision:
    """The decision on a message of which nothing else is served."""
    saw = {"intent": part.intent.name, "words": part.words}
    reason = f"A part of the message is {part.intent.name}, and nothing else of it is served."
    decision = case.decision(part.intent, PersonTier.method, 1.0, reason, saw)
    return Decision(decision, (Verdict(PersonTier.method, decision, saw),), None)


def list_urgent(published: ProfileRuntime) -> frozenset[str]:
    """The intents that ask for a person, have words of their own, and come before all that is served."""
    found: frozenset[str] | None = published.memo.get(list_urgent)
    if found is None:
        intents = published.intents.values()
        first = min((each.priority for each in intents if not each.asks_for_person), default=0)
        found = frozenset(
            each.name
            for each in intents
            if each.asks_for_person and each.priority < first and (each.examples or each.keywords)
        )
        published.memo[list_urgent] = found
    return found


def _list_runs(count: int) -> list[tuple[int, int]]:
    """Places of clauses that are read: each alone, then what stands behind and before a place."""
    if count < 2:
        return []
    alone = [(at, at + 1) for at in range(count)]
    runs = [*((at, count) for at in range(1, count - 1)), *((0, at) for at in range(2, count))]
    return [*alone, *runs][:READ]


def _read(case: DecisionInput, words: str, by_examples: bool) -> IntentSpec | None:
    """The urgent intent that a part is sure to be, by a keyword that does not mislead or by the examples."""
    urgent, weak = list_urgent(case.published), case.published.weak or {}
    named = (
        hit.payload
        for hit in case.hits(words)
        if hit.payload.name in urgent and (hit.text, hit.payload.name) not in weak
    )
    intent = next(named, None)
    if intent is None and by_examples:
        reading = case.published.reading(words, second_look=True)
        known = reading is not None and reading.sure and reading.intent in urgent
        intent = case.published.intents[reading.intent] if reading is not None and known else None
    if intent is None or case.is_off(intent):
        return None
    return intent if PERSON.share(words, settings.EMBEDDER) < ASKS_AS_WELL else None
