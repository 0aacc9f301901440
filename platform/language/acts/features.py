"""A reply as a row of numbers: its words, pairs of words and runs of letters, hashed; how it begins and whether it asks.

>>> row(["nao", ACT], asks=False).shape
(2048,)
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
BINS = 2048
ACT = "§act"  # stands for the verb that was asked about
NUMBER = "§number"
MOST_WORDS = 40  # that are looked at
SHORTEST_RUN, LONGEST_RUN = 3, 5


def row(words: Sequence[str], asks: bool) -> Floats:
    """The row of a reply's words; of length 1."""
    found: Floats = np.zeros(BINS)
    for kind, weight in ((_phrases(words[:MOST_WORDS], asks), 1.0), (_runs(words[:MOST_WORDS]), 0.7)):
        part = np.zeros(BINS)
        for name in set(kind):
            hashed = crc32(name.encode())
            part[hashed % BINS] += 1.0 if hashed & 0x80000000 else -1.0
        length = np.sqrt(part @ part)
        if length:
            found += weight * part / length
    return found


def _phrases(words: Sequence[str], asks: bool) -> Iterator[str]:
    said = [NUMBER if any(map(str.isdigit, word)) else word for word in words]
    yield from said
    yield from (f"{one} {other}" for one, other in pairwise(said))
    yield from (f"^{' '.join(said[:length])}" for length in (1, 2) if len(said) >= length)
    yield f"${said[-1] if said else ''}"
    yield f"#{min(len(said), 8) // 2}"
    if asks:
        yield "?"


def _runs(words: Sequence[str]) -> Iterator[str]:
    for word in words:
        spelt = f" {word} "
        for size in range(SHORTEST_RUN, LONGEST_RUN + 1):
            yield from (f"~{spelt[at : at + size]}" for at in range(max(0, len(spelt) - size + 1)))
