"""A text as a row of numbers: its words and runs of letters, weighed by how rare they are, beside its meaning.

>>> spelling = Spelling.of([grams("segunda via da fatura"), grams("rastrear pedido")])
>>> spelling.row(grams("fatura")).bins.size > 0
True

Words and runs are hashed into a thousand bins with a sign each (a sketch), which keeps how alike two texts are
to a few hundredths: a model of 77 intents is 0.5 MB instead of 30 and as right, and learning takes seconds.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, pairwise
from typing import NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from language.normalise import words

Floats = NDArray[np.float32]

BINS = 1024
FOLDED = 512
MEANING = 2.0  # how much the embedding counts beside words and runs of letters, 1 each
LONGEST = 400  # characters looked at, as the embedder does
SHORTEST_RUN, LONGEST_RUN = 2, 5  # letters of a run, the spaces at a word's ends among them
COMMON = 20  # letters of words whose runs are kept
_WORDS, _RUNS = 0, 1  # what a hash is salted with, so that the word "de" is not the run "de"


class Row(NamedTuple):
    """The bins that a text fills, and with how much."""

    bins: NDArray[np.int64]
    values: Floats


def said(text: str) -> list[str]:
    """The words of a text and the pairs of words that follow each other; case and accents do not count.

    >>> said("Segunda via?")
    ['segunda', 'via', 'segunda via']
    """
    found = words(text[:LONGEST])
    return [*found, *(f"{first} {second}" for first, second in pairwise(found))]


def hashed(phrase: str) -> int:
    """The hash of a word or a pair of words."""
    return crc32(phrase.encode("utf-8", "replace"), _WORDS)


class Counts(NamedTuple):
    """Hashes, and how often each occurs."""

    hashes: NDArray[np.uint32]
    times: Floats

    @classmethod
    def of(cls, found: Iterable[int]) -> "Counts":
        counter = Counter(found)
        size = len(counter)
        return cls(np.fromiter(counter, np.uint32, size), np.fromiter(counter.values(), np.float32, size))


Grams = tuple[Counts, Counts]


def grams(text: str) -> Grams:
    """How often each word or pair of words occurs, and each run of letters within a word."""
    each = (_runs(word) if len(word) <= COMMON else _runs.__wrapped__(word) for word in words(text[:LONGEST]))
    return Counts.of(map(hashed, said(text))), Counts.of(chain.from_iterable(each))


@lru_cache(maxsize=2048)
def _runs(word: str) -> tuple[int, ...]:
    spelt = f" {word} ".encode("utf-8", "replace")
    found = []
    for size in range(SHORTEST_RUN, LONGEST_RUN + 1):
        if size >= len(spelt):
            found.append(crc32(spelt, _RUNS))
            break
        found += [crc32(spelt[at : at + size], _RUNS) for at in range(len(spelt) - size + 1)]
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Spelling:
    """Which words and runs the examples have (sorted hashes), and how much each weighs."""

    known: NDArray[np.uint32]
    weights: Floats

    @classmethod
    def of(cls, texts: Sequence[Grams]) -> "Spelling":
        """Weighs by rarity: what is in many texts counts little."""
        hashes = [block.hashes for text in texts for block in text]
        known, often = np.unique(np.concatenate([np.zeros(0, np.uint32), *hashes]), return_counts=True)
        return cls(known, (np.log((1 + len(texts)) / (1 + often)) + 1).astype(np.float32))

    def row(self, text: Grams) -> Row:
        """Words and runs of a text that the examples have too, each of the two kinds of length 1."""
        bins, values = [], []
        for block in text:
            found, weighed = self._weighed(block)
            length = float(np.linalg.norm(weighed))
            if length:
                bins.append(found)
                values.append(weighed / np.float32(length))
        if not bins:
            return Row(np.zeros(0, np.int64), np.zeros(0, np.float32))
        return Row(np.concatenate(bins), np.concatenate(values))

    def often(self, phrase: str, texts: int) -> float:
        """In how many of the `texts` examples a word or pair of words is."""
        mark = hashed(phrase)
        at = int(np.searchsorted(self.known, np.uint32(mark)))
        there = at < self.known.size and int(self.known[at]) == mark
        return float(round((1 + texts) / np.exp(self.weights[at] - 1) - 1)) if there else 0.0

    def _weighed(self, counts: Counts) -> Row:
        """The known ones of some hashes, signed."""
        hashes, times = counts
        at = np.minimum(np.searchsorted(self.known, hashes), max(self.known.size - 1, 0))
        mine = self.known[at] == hashes if self.known.size else np.zeros(len(hashes), bool)
        hashes, times, at = hashes[mine], times[mine], at[mine]
        signs = np.where(hashes & 0x80000000, np.float32(-1), np.float32(1))
        return Row((hashes % BINS).astype(np.int64), signs * self.weights[at] * (1 + np.log(times)))


def sketched(rows: Sequence[Row]) -> Floats:
    """Rows as one dense table."""
    table = np.zeros((len(rows), BINS), np.float32)
    for line, row in zip(table, rows, strict=True):
        np.add.at(line, row.bins, row.values)
    return table


def folded(row: Row) -> Floats:
    """What stands in for an embedding where there is none: a smaller sketch, of length 1."""
    found = np.zeros(FOLDED, np.float32)
    np.add.at(found, row.bins % FOLDED, row.values)
    length = float(np.linalg.norm(found))
    return found / np.float32(length) if length else found
