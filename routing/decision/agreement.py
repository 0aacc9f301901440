"""Which keyword hits of a message may decide.

Strong ones of a short one, and others where the examples say the same.

>>> standing(case, "conta pra mim uma piada", case.hits("conta pra mim uma piada"))
[]
"""

from collections.abc import Container, Mapping
from typing import Any

from language.automaton import Hit
from language.lexicon import join_languages
from language.normalise import words
from routing.decision.input import DecisionInput, pieces_of
from routing.decision.learning.prediction import Prediction
from routing.decision.specs import IntentSpec
from routing.decision.strength import KeywordOfIntent, Weakness

# How sure the examples must be that it is the same: a keyword is a witness of its own, a weak one in a long
# message hardly. Of the demo's examples, each left out of what was learnt, and its held-out messages a strong
# keyword is right in 98 % where they agree so (314 of 319; where they do less, in 72 %), a weak one in 97 %
# (94 of 97; less: 64 %).
ENOUGH, ENOUGH_FOR_WEAK = 0.5, 0.8
# Words: there a strong keyword is right in 97 % of messages of up to four, in 87 % of six, in 58 % of ten:
# the longer the message, the more often its matter is another one than that of the word. On messages that
# nobody had seen, four and six come to the same (97.3 % of what is decided is right).
SHORT = 6

# Articles and whose it is: "a minha conta" says no more than "conta".
SMALL = join_languages("OWNED")

Hits = list[Hit[IntentSpec]]


def standing(case: DecisionInput, text: str, hits: Hits, about: str = "", is_piece: bool = False) -> Hits:
    """Those of `hits` in `text` that may decide. Without anything learnt from examples: all of them.

    The examples are asked only where a hit needs them, and of what the text is `about`, if that is less. Once
    they were asked as often as a message may (`DecisionInput.may_read`), no more weak keywords stand. A text
    that `is_piece` of a message of several matters says too little for the examples to be sure: there they
    only must not be sure of another.
    """
    weak = case.published.weak
    if weak is None:
        return hits
    long = is_long(text)
    if not any(needs_agreement(hit, weak, long) for hit in hits):
        return hits
    if (whole := _alone(text, hits)) is not None:
        return [hit for hit in hits if hit.payload is whole]
    if len({hit.payload.agent for hit in hits if hit.payload.agent}) > 1:
        pieces = pieces_of(case, text)
        if len(pieces) > 1:
            return _by_piece(case, pieces, hits, about or text)
    if not case.may_read(about or text):
        return [hit for hit in hits if not needs_agreement(hit, weak, long=False)]
    reading = case.reading_of(about or text)
    if reading is None:
        return hits
    return [
        hit
        for hit in hits
        if not needs_agreement(hit, weak, long)
        or _agrees(case, hit, reading, weak, long)
        or (is_piece and _is_likely(hit, reading))
    ]


def standing_in(case: DecisionInput, piece: str) -> Hits:
    """The keyword hits of a piece of the message that may decide."""
    return standing(case, piece, case.drop_switched_off(case.published.keywords.hits(piece)), is_piece=True)


def _by_piece(case: DecisionInput, pieces: list[str], hits: Hits, about: str) -> Hits:
    """Of several matters in one message each keyword is held against its own piece.

    The examples know no message of two, and would be sure of one of them or of neither. Sure of a third one
    they know the whole.
    """
    whole = case.reading_of(about) if case.may_read(about) else None
    if whole is not None and whole.sure and whole.intent not in {hit.payload.name for hit in hits}:
        return []
    stood: set[KeywordOfIntent] = set()
    for piece in pieces:
        stood.update((hit.text, hit.payload.name) for hit in standing_in(case, piece))
    return [hit for hit in hits if (hit.text, hit.payload.name) in stood]


def is_long(text: str) -> bool:
    """Whether a text has so many words that a keyword in it may stand beside the point."""
    return len(text.split()) > SHORT


def needs_agreement(hit: Hit[IntentSpec], weak: Container[KeywordOfIntent], long: bool) -> bool:
    """Whether a keyword is weak, stands in a long text, or belongs to a courtesy.

    A greeting may stand before any matter.
    """
    return long or not hit.payload.agent or (hit.text, hit.payload.name) in weak


def is_led_astray(case: DecisionInput, intent: IntentSpec) -> bool:
    """Whether the message has a keyword of the intent that a message which must be routed right shows to
    mislead.
    """
    weak = case.published.weak or {}
    named = {(hit.text, hit.payload.name) for hit in case.hits(case.topic) if hit.payload.name == intent.name}
    return any(why.cases for each in named if (why := weak.get(each)) is not None)


def doubts(case: DecisionInput, text: str, hits: Hits, stood: Hits) -> list[dict[str, Any]]:
    """The hits in `text` that needed the examples, for the record.

    An example that each misleads on, and whether it stood.
    """
    weak, long = case.published.weak or {}, is_long(text)
    found: dict[KeywordOfIntent, dict[str, Any]] = {}
    for hit in hits:
        named = hit.text, hit.payload.name
        if named in found or not needs_agreement(hit, weak, long):
            continue
        why = weak.get(named)
        found[named] = {
            "keyword": hit.text,
            "intent": hit.payload.name,
            "stands": hit in stood,
            "misleads_on": why.examples[0].text if why and why.examples else None,
        }
        if why and why.cases:  # how many; their texts are of other people
            found[named]["cases"] = len(why.cases)
    return list(found.values())


def _agrees(
    case: DecisionInput,
    hit: Hit[IntentSpec],
    reading: Prediction,
    weak: Mapping[KeywordOfIntent, Weakness],
    long: bool,
) -> bool:
    intent = hit.payload
    why = weak.get((hit.text, intent.name)) if intent.agent else None
    is_weak = why is not None
    few = case.published.learnt.few  # keywords are samples there: the nearest one may be this very word
    if reading.intent == intent.name:
        if few or (why and why.cases):  # few examples bear no keyword out that they hardly know
            return reading.sure
        enough = ENOUGH_FOR_WEAK if is_weak and long else ENOUGH
        return reading.confidence >= min(enough, reading.threshold)
    if intent.agent and not (few or (why and why.cases)) and _is_like(hit, reading):
        return True
    return not (intent.examples or reading.sure or reading.between)


def _is_like(hit: Hit[IntentSpec], reading: Prediction) -> bool:
    """Whether an unsure message is most like an example of its intent: "resume esto, por favor"."""
    if reading.sure or not reading.nearest:
        return False
    nearest = reading.nearest[0]
    return nearest.intent == hit.payload.name and nearest.similarity >= ENOUGH


def _is_likely(hit: Hit[IntentSpec], reading: Prediction) -> bool:
    """Whether its intent is one of the likeliest two, and the other neither sure nor likely nobody's."""
    if reading.intent == hit.payload.name:
        return True
    return reading.runner_up == hit.payload.name and not (reading.sure or _is_out_of_scope(reading))


def _is_out_of_scope(reading: Prediction) -> bool:
    """Whether the examples take a text for what nobody serves, rather than for anything else."""
    return reading.out_of_scope and reading.confidence >= ENOUGH


def _alone(text: str, hits: Hits) -> IntentSpec | None:
    """The intent whose keywords are all that the message says: "o meu plano", "oi, bom dia"."""
    first = hits[0].payload
    covered = {word for hit in hits if hit.payload is first for word in words(text[hit.start : hit.end])}
    return first if covered.issuperset(word for word in words(text) if word not in SMALL) else None
