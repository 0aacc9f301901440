"""The words of a message, cut once for all that planning reads in them.

>>> [(each.text, each.stop) for each in split_words("Sou a Ana. Preço da S&P, em 27,50?")]
[('Sou', ''), ('a', ''), ('Ana', ''), ('Preço', '.'), ('da', ''), ('S&P', ''), ('em', ','), ('27,50', '')]
"""

import re
from dataclasses import dataclass

from language.clauses import ABBREVIATED
from language.lexicon.phrase import plain

Span = tuple[int, int]
ENDS = ".?!…"  # signs behind which a sentence begins
_PART = re.compile(r"\d+(?:[.,]\d+)+(?![\w-])|[^\s,;?!¿¡\"“”«»()…]+|[,;?!…\n]")
_EDGES = ".:'’`-–—"
_SHORT = ABBREVIATED | {"inc", "co", "corp", "ltd", "cia"}  # their point ends no sentence


@dataclass(frozen=True, slots=True)
class Token:
    """A word as it is written, without the signs around it, and as the lists have it.

    `stop` is what stands between it and the word before, where that is more than a space: a sign that ends a
    sentence before any other, a line end only by itself.
    """

    text: str
    plain: str
    start: int
    end: int
    stop: str = ""


def split_words(text: str) -> list[Token]:
    """The words in order; "S.A." and "Inc." end no sentence, and a number keeps its decimals."""
    found: list[Token] = []
    stop = ""
    for match in _PART.finditer(text):
        part = match[0]
        word = part.strip(_EDGES)
        if not word or word in ",;?!…\n":
            stop = _first_of(stop, word or "-")
            continue
        start = match.start() + part.index(word)
        found.append(Token(word, "".join(plain(word)), start, start + len(word), stop))
        ends = part.endswith(".") and "." not in word and word.lower() not in _SHORT
        stop = "." if ends else ""
    return found


def _first_of(one: str, other: str) -> str:
    """Which of two signs between the same words says more."""
    return one if one and (one in ENDS or other not in ENDS) and one != "\n" else other
