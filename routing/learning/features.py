"""A text as a row of numbers: its words and runs of letters, weighed by how rare they are, beside its meaning.

>>> spelling = Spelling.of(["segunda via da fatura", "rastrear pedido"])
>>> spelling.row("fatura").bins.size > 0
True

Words and runs are hashed into a thousand bins with a sign each (a sketch), which keeps how alike two texts are
to a few hundredths: a model of 77 intents is 0.5 MB instead of 30 and as right, and learning takes seconds.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
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


def grams(text: str) -> tuple[Counter[int], Counter[int]]:
    """How often each word or pair, and each run of letters within a word, occurs: by hash."""
    runs: list[int] = []
    for word in words(text[:LONGEST]):
        spelt = f" {word} ".encode("utf-8", "replace")
        for size in range(SHORTEST_RUN, LONGEST_RUN + 1):
            if size >= len(spelt):
                runs.append(crc32(spelt, _RUNS))
                break
            runs += [crc32(spelt[at : at + size], _RUNS) for at in range(len(spelt) - size + 1)]
    return Counter(map(hashed, said(text))), Counter(runs)


@dataclass(frozen=True, slots=True)
class Spelling:
    """Which words and runs the examples have (sorted hashes), and how much each weighs."""

    known: NDArray[np.uint32]
    weights: Floats

    @classmethod
    def of(cls, texts: Iterable[str]) -> "Spelling":
        """Weighs by rarity: what is in many texts counts little."""
        count, found = 0, Counter[int]()
        for text in texts:
            count += 1
            for block in grams(text):
                found.update(block.keys())
        known = np.array(sorted(found), np.uint32)
        often = np.array([found[each] for each in known.tolist()], np.float32)
        return cls(known, (np.log((1 + count) / (1 + often)) + 1).astype(np.float32))

    def row(self, text: str) -> Row:
        """Words and runs of a text that the examples have too, each of the two kinds of length 1."""
        bins, values = [], []
        for block in grams(text):
            found, weighed = self.weighed(block)
            length = float(np.linalg.norm(weighed))
            if length:
                bins.append(found)
                values.append(weighed / length)
        if not bins:
            return Row(np.zeros(0, np.int64), np.zeros(0, np.float32))
        return Row(np.concatenate(bins), np.concatenate(values))

    def rarity(self, phrase: str) -> float:
        """How much a word or pair of words weighs; 0 for one that the examples do not have."""
        at = int(np.searchsorted(self.known, np.uint32(hashed(phrase))))
        there = at < self.known.size and int(self.known[at]) == hashed(phrase)
        return float(self.weights[at]) if there else 0.0

    def weighed(self, counts: Counter[int]) -> Row:
        """The known ones of some hashes, signed."""
        hashes = np.fromiter(counts, np.uint32, len(counts))
        times = np.fromiter(counts.values(), np.float32, len(counts))
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
