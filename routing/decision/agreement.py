"""Which keyword hits of a message may decide: strong ones, and weak ones where the examples say the same.

>>> standing(case, "conta pra mim uma piada", case.hits("conta pra mim uma piada"))
[]
"""

from collections.abc import Container
from typing import Any

from language.automaton import Hit
from language.normalise import words
from routing.decision.case import Case
from routing.decision.pieces import pieces_of
from routing.decision.strength import Named
from routing.learning.reading import Reading
from routing.specs import IntentSpec

# A keyword and the examples that say the same are two witnesses: the examples need to be less sure than alone.
ENOUGH = 0.5
READ = 4  # pieces of a message that the examples are asked about, at 3 ms each

# Articles and whose it is: "a minha conta" says no more than "conta".
SMALL = frozenset(
    ("o", "a", "os", "as", "el", "la", "los", "las", "the", "meu", "minha", "meus", "minhas", "mi", "mis", "my")
)  # fmt: skip

Hits = list[Hit[IntentSpec]]


def standing(case: Case, text: str, hits: Hits, about: str = "") -> Hits:
    """Those of `hits` in `text` that may decide. Without anything learnt from examples: all of them.

    The examples are asked only where a hit needs them, and of what the text is `about`, if that is less.
    """
    weak = case.published.weak
    if weak is None or not any(needs_agreement(hit, weak) for hit in hits):
        return hits
    if (whole := _alone(text, hits)) is not None:
        return [hit for hit in hits if hit.payload is whole]
    if len({hit.payload.agent for hit in hits if hit.payload.agent}) > 1:
        pieces = pieces_of(case, text)
        if len(pieces) > 1:
            return _by_piece(case, pieces, hits)
    reading = case.published.reading(about or text)
    if reading is None:
        return hits
    return [hit for hit in hits if not needs_agreement(hit, weak) or _agrees(hit, reading)]


def standing_in(case: Case, piece: str) -> Hits:
    """The keyword hits of a piece of the message that may decide."""
    return standing(case, piece, case.switched_on(case.published.keywords.hits(piece)))


def _by_piece(case: Case, pieces: list[str], hits: Hits) -> Hits:
    """Of several matters in one message each keyword is held against its own piece: the examples know no message
    of two, and would be sure of one of them or of neither."""
    stood: set[Named] = set()
    for piece in pieces[:READ]:
        stood.update((hit.text, hit.payload.name) for hit in standing_in(case, piece))
    return [hit for hit in hits if (hit.text, hit.payload.name) in stood]


def needs_agreement(hit: Hit[IntentSpec], weak: Container[Named]) -> bool:
    """Whether a keyword is weak, or belongs to a courtesy: a greeting may stand before any matter."""
    return not hit.payload.agent or (hit.text, hit.payload.name) in weak


def doubts(case: Case, hits: Hits, stood: Hits) -> list[dict[str, Any]]:
    """The hits that needed the examples, for the record: an example that each misleads on, and whether it stood."""
    weak = case.published.weak or {}
    found: dict[Named, dict[str, Any]] = {}
    for hit in hits:
        named = hit.text, hit.payload.name
        if named in found or not needs_agreement(hit, weak):
            continue
        why = weak.get(named)
        found[named] = {
            "keyword": hit.text,
            "intent": hit.payload.name,
            "stands": hit in stood,
            "misleads_on": why.examples[0].text if why else None,
        }
    return list(found.values())


def _agrees(hit: Hit[IntentSpec], reading: Reading) -> bool:
    intent = hit.payload
    if intent.name in reading.between:
        return True
    if reading.intent == intent.name:
        return reading.sureness >= min(ENOUGH, reading.threshold)
    if intent.agent and not reading.sure and reading.nearest and reading.nearest[0].intent == intent.name:
        return (
            reading.nearest[0].likeness >= ENOUGH
        )  # "resume esto, por favor": what it is like was said for this
    if not intent.agent:
        return reading.out_of_scope or not (reading.sure or reading.between)
    return not intent.examples and not reading.sure  # of an intent without examples they can say nothing


def _alone(text: str, hits: Hits) -> IntentSpec | None:
    """The intent whose keywords are all that the message says: "o meu plano", "oi, bom dia"."""
    first = hits[0].payload
    covered = {word for hit in hits if hit.payload is first for word in words(text[hit.start : hit.end])}
    return first if covered.issuperset(word for word in words(text) if word not in SMALL) else None
