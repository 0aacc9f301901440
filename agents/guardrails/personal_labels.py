"""What the words beside a number say it is.

"RG 12.345.678-9", "nasci em 3/4/1985", "pedido 4111111111111111".

The words are data (`platform/language/data/*/personal.yaml`), of all languages together: people write a
document's own name in whatever language they speak.

>>> Labels("meu RG é 12.345.678-9").of(9, 21)
'rg'
"""

import re
from bisect import bisect_right
from functools import cache

from language.automaton import Automaton
from language.clauses import ABBREVIATED
from language.language_data import languages, load, split
from language.normalise import normalise

REFERENCE = "reference"  # an order, an invoice, a device: no matter of a person
# Labels that say no more than that a place may be named: they name no number.
PLACES = ("street_before", "street_behind", "street_numbered", "unit", "unit_alone", "area", "post_box")
BEFORE, BEHIND = 40, 18  # characters between a label and its number
_SENTENCE_END = re.compile(r"(\w*)[.…]+(?!\w)")


class Labels:
    """The labels of one text; `kinds` are all that it names anywhere."""

    def __init__(self, text: str) -> None:
        self.text = text
        hits = _automaton().hits(text)
        self.kinds = frozenset(hit.payload for hit in hits)
        self._hits = [hit for hit in hits if hit.payload not in PLACES]
        self._ends = [hit.end for hit in self._hits]

    def of(self, start: int, end: int) -> str:
        """The kind that is named nearest before what stands at `start`, with no other number between.

        Else right behind `end`; "" where none is. A reference excuses only what stands in its own sentence.
        """
        at = bisect_right(self._ends, start)
        if at and self._near(self._hits[at - 1].end, start, BEFORE):
            before = self._hits[at - 1]
            if before.payload != REFERENCE or not self._ends_between(before.start, start):
                return before.payload
        behind = next((hit for hit in self._hits[at : at + 2] if hit.start >= end), None)
        if behind is not None and behind.payload == REFERENCE:
            return ""  # "340093500465384 for invoice 858115": a reference is named before its number
        return behind.payload if behind is not None and self._near(end, behind.start, BEHIND) else ""

    def _near(self, one: int, other: int, most: int) -> bool:
        """Whether two places are this near, within one sentence and with no number between."""
        if other - one > most:
            return False
        return not any(sign.isdigit() or sign in "\n?!" for sign in self.text[one:other])

    def _ends_between(self, one: int, other: int) -> bool:
        """Whether a full stop stands between two places, other than an abbreviation's."""
        ends = _SENTENCE_END.finditer(self.text, one, other)
        return any(end[1].lower() not in ABBREVIATED for end in ends)


def ends_with_label(word: str) -> bool:
    """Whether a word, which a number touches, ends as a name of a number does: "meucpf"."""
    return normalise(word).endswith(_documents())


@cache
def _documents() -> tuple[str, ...]:
    """The names of documents that are one word."""
    kinds = {kind for language in languages() for kind in load(language, "personal")} - {
        REFERENCE,
        "birth",
        "address",
    }
    listed = (load(language, "personal").get(kind, "") for language in languages() for kind in kinds)
    return tuple(
        {
            word
            for each in listed
            if isinstance(each, str)
            for word in split(each)
            if len(word) > 1 and word.isalpha()
        }
    )


@cache
def _automaton() -> Automaton[str]:
    known: dict[str, str] = {}
    for language in languages():
        for kind, words in load(language, "personal").items():
            if isinstance(words, str):  # the others are tables of shapes
                known.update(dict.fromkeys(split(words), kind))
    return Automaton(known.items())


def warm() -> None:
    """Reads the labels now (12 ms) instead of with the first message."""
    _automaton()
