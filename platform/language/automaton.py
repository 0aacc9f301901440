"""All keywords of a release in one Aho-Corasick automaton.

>>> keywords = Automaton([("segunda via", 1), ("conta", 2)])
>>> [(hit.text, hit.payload) for hit in keywords.hits("quero a segunda via das contas, contato")]
[('segunda via', 1), ('conta', 2)]
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Generic, NamedTuple, TypeVar

import ahocorasick

from language.normalise import compose, pad_words
from language.plurals import phrases

T = TypeVar("T")
REMEMBERED = 32_768  # entries: the next release of a company has nearly all of them again


@lru_cache(maxsize=REMEMBERED)
def _forms(text: str) -> tuple[str, ...]:
    """How an entry may be spelt: as it stands, and its plurals."""
    return tuple(phrases(" ".join(pad_words(compose(text)).split())))


class Hit(NamedTuple, Generic[T]):
    """One whole-word hit.

    `text` is the entry as authored; `start` and `end` cut its words out of the message.
    """

    text: str
    start: int
    end: int
    payload: T


class Automaton(Generic[T]):
    """Finds whole words and their regular plurals; accents, case and hyphens do not matter."""

    def __init__(self, entries: Iterable[tuple[str, T]]) -> None:
        found: dict[str, list[tuple[str, T]]] = {}
        for text, payload in entries:
            for form in _forms(text):
                found.setdefault(form, []).append((text, payload))
        self._size = len(found)
        self._machine = ahocorasick.Automaton()
        for form, values in found.items():
            # The space in front makes every hit start a word; the end is looked at below.
            self._machine.add_word(f" {form}", (len(form), tuple(values)))
        self._machine.make_automaton()

    def __len__(self) -> int:
        """How many spellings are known."""
        return self._size

    def hits(self, text: str) -> list[Hit[T]]:
        """Every hit, in order of appearance; a hit inside a longer one is dropped."""
        return self.hits_in(pad_words(text))

    def hits_in(self, text: str) -> list[Hit[T]]:
        """`hits` of text that `spaced` has folded already."""
        if not self._size:
            return []
        hits: list[Hit[T]] = []
        reached, overlap, new = 0, False, tuple.__new__  # half the time of Hit(...)
        for end, (length, values) in self._machine.iter(text):
            if text[end + 1] != " ":
                continue
            # `end` is the last letter's place in the padded text, and so the place behind it in the message.
            start = end - length
            overlap = overlap or start < reached or len(values) > 1
            reached = end
            for entry, payload in values:
                hits.append(new(Hit, (entry, start, end, payload)))
        return outermost(hits) if overlap else hits


def outermost(hits: list[Hit[T]]) -> list[Hit[T]]:
    """Without the hits that lie inside a longer one; hits of the same place stay together."""
    hits.sort(key=lambda hit: (hit.start, -hit.end))
    kept: list[Hit[T]] = []
    start, reached = -1, -1
    for hit in hits:
        if hit.end > reached or (hit.start, hit.end) == (start, reached):
            kept.append(hit)
            start, reached = hit.start, hit.end
    return kept
