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
from language.language_data import languages, load, split
from language.normalise import normalise
from language.sentences import ABBREVIATED

REFERENCE = "reference"  # an order, an invoice, a device: no matter of a person
# Labels that say no more than that a place may be named, or an account be a bank's: they name no number.
PLACES = (
    "street_before",
    "street_behind",
    "street_numbered",
    "street_rare",
    "street_behind_rare",
    "unit",
    "unit_alone",
    "area",
    "post_box",
    "postcode",
    "street_rest",
    "account_rare",
    "extension",
    "own",
    "public",
    "asking",
    "branch",
    "pix",
    "without",
)
# Labels that name a document and nothing else: "the passport of my husband, who has always paid, is ...".
DOCUMENTS = frozenset({
    "cpf", "cnpj", "rg", "pis", "cnh", "voter", "dni", "nie", "cuit", "rut", "curp", "rfc", "ssn", "passport",
    "iban", "driver", "nir",
})  # fmt: skip
BEFORE, BEHIND = 40, 18  # characters between a label and its number
FAR = 90  # between a document's label and its number
BESIDE = 12  # between a reference and its number, where a person's label stands before it
FEW = 4  # digits between a document's label and its number, that are no number of their own
_ALONE = re.compile(r"[\s:.;=>*_#-]*")  # between a label and the line with its number
_PAUSE = re.compile(r"[,;.]")
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
        before = self._hits[at - 1] if at else None
        if before is not None and before.payload in DOCUMENTS and self._near(before.end, start, FAR, FEW):
            return before.payload
        if before is not None and self._near(before.end, start, BEFORE):
            if before.payload != REFERENCE:
                return before.payload
            if not self._ends_between(before.start, start):
                return self._of_reference(at - 1, start)
        behind = next((hit for hit in self._hits[at : at + 2] if hit.start >= end), None)
        if behind is not None and behind.payload == REFERENCE:
            return ""  # "340093500465384 for invoice 858115": a reference is named before its number
        return behind.payload if behind is not None and self._near(end, behind.start, BEHIND) else ""

    def before(self, start: int) -> str:
        """The document named before, of which a number may be one more: "my passport is ..., his ..."."""
        at = bisect_right(self._ends, start)
        near = reversed(self._hits[max(at - 2, 0) : at])
        hit = next((each for each in near if each.payload in DOCUMENTS), None)
        return hit.payload if hit and self._near(hit.end, start, FAR, FAR) else ""

    def nearest(self, start: int) -> str:
        """The document that the text names anywhere, the nearest to a place; "": none."""
        named = [hit for hit in self._hits if hit.payload in DOCUMENTS]
        return min(named, key=lambda hit: abs(hit.start - start)).payload if named else ""

    def is_name(self, start: int, end: int) -> bool:
        """Whether the word that stands there is of a label."""
        at = bisect_right(self._ends, start)
        return at < len(self._hits) and self._hits[at].start < end

    def _of_reference(self, at: int, start: int) -> str:
        """What a reference says of the number at `start`: nothing of one that was named before it.

        "The passport of the account's owner: ..." is a passport. "My card, order 4111 ..." is an order.
        """
        one, other = self._hits[at - 1] if at else None, self._hits[at]
        if one and one.payload == "account" and self._near(one.end, other.start, FAR, FAR):
            word = normalise(self.text[other.start : other.end])
            return "account" if word in _account_words() else REFERENCE
        if one is None or one.payload == REFERENCE or not self._near(one.end, other.start, FAR):
            return REFERENCE
        joined = not _PAUSE.search(self.text, one.end, other.start) and bool(
            self.text[other.end : start].strip(" #nNº°.")
        )
        if joined:
            return one.payload
        if start - other.end <= BESIDE:
            return REFERENCE
        return one.payload if one.payload in DOCUMENTS else ""

    def _near(self, one: int, other: int, most: int, digits: int = 0) -> bool:
        """Whether two places are this near, within one sentence and with no number between.

        A label may stand on a line of its own, its number on the next.
        """
        if other - one > most:
            return False
        between = self.text[one:other]
        if not _ALONE.fullmatch(between) and any(sign in "\n?!" for sign in between):
            return False
        return sum(map(str.isdigit, between)) <= digits

    def _ends_between(self, one: int, other: int) -> bool:
        """Whether a full stop stands between two places, other than an abbreviation's."""
        ends = _SENTENCE_END.finditer(self.text, one, other)
        return any(end[1].lower() not in ABBREVIATED for end in ends)


def ends_with_label(word: str) -> bool:
    """Whether a word, which a number touches, ends as a name of a number does: "meucpf"."""
    return normalise(word).endswith(_documents())


@cache
def _account_words() -> frozenset[str]:
    """What a customer's account is called, and behind "sort code" a bank's."""
    listed = (load(language, "personal").get("account_rare", "") for language in languages())
    return frozenset(normalise(word) for words in listed for word in split(words))


@cache
def _documents() -> tuple[str, ...]:
    """The names of documents that are one word."""
    kinds = {kind for language in languages() for kind in load(language, "personal")} - {
        REFERENCE,
        "birth",
        "address",
        "account",
        *PLACES,
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
    places: dict[tuple[str, str], None] = {}  # a word may be of several: "av." of a street, or of a road
    for language in languages():
        for kind, words in load(language, "personal").items():
            if kind in PLACES:
                places.update(dict.fromkeys((word, kind) for word in split(words)))
            elif isinstance(words, str):  # the others are tables of shapes
                known.update(dict.fromkeys(split(words), kind))
    return Automaton([*known.items(), *places])


def warm() -> None:
    """Reads the labels now (12 ms) instead of with the first message."""
    _automaton()
