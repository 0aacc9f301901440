"""Words that are no words, mended to the word of the examples that they are nearly.

>>> Typos.of(["cadê meu pedido", "a fatura veio alta"], known=lambda word: False).mended("cade meu peddio??")
'cade meu pedido??'

Whoever types fast swaps, drops and doubles letters; runs of letters are too few then to tell what was meant
("segnda via do bolteo"), and an encoder takes the word for another one. Only what is neither a word of the examples
nor an ordinary one is looked at, and only words that begin alike: "jacket" must not become a "packet".
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from language.normalise import normalise

SHORTEST, LONGEST = 4, 24  # letters: shorter words have too many neighbours, longer ones are none
LONG = 8  # letters from which on two typos are mended
MOST = 60  # words of a message that are looked at
_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, eq=False)
class Typos:
    """The words of the examples, the frequent ones first; `known` says whether a word is an ordinary one."""

    words: tuple[str, ...]
    places: dict[str, int]
    letters: NDArray[np.uint64]
    known: Callable[[str], bool]

    @classmethod
    def of(cls, texts: Iterable[str], known: Callable[[str], bool]) -> "Typos":
        """What these texts say, to mend others by."""
        often = Counter(word for text in texts for word in _WORD.findall(normalise(text)))
        ordered = tuple(word for word, _times in sorted(often.items(), key=lambda each: (-each[1], each[0])))
        return cls(
            ordered,
            {word: place for place, word in enumerate(ordered)},
            np.array([_letters(word) for word in ordered], np.uint64),
            known,
        )

    def mended(self, text: str) -> str:
        """The text with each typo mended; the very text when there is none."""
        left = MOST

        def mend(found: re.Match[str]) -> str:
            nonlocal left
            typed = found[0]
            word = normalise(typed).strip()
            if not SHORTEST <= len(word) <= LONGEST or word in self.places or not word.isalpha() or not left:
                return typed
            left -= 1
            return typed if self.known(typed.lower()) or self.known(word) else self._nearest(word) or typed

        return _WORD.sub(mend, text)

    def _nearest(self, word: str) -> str:
        """The word of the examples that it is nearly; empty when there is none."""
        typos = 2 if len(word) >= LONG else 1
        mask = np.uint64(_letters(word))
        # A typo changes two letters of the set at most.
        like = np.flatnonzero(np.bitwise_count(self.letters ^ mask) <= 2 * typos)
        best, fewest = "", typos + 1
        for place in like.tolist():
            other = self.words[place]
            if len(other) < SHORTEST or abs(len(other) - len(word)) > typos or not _begin_alike(word, other):
                continue
            if len(word) == SHORTEST and len(other) == len(word) and sorted(other) != sorted(word):
                continue  # "veia" is no typo of "veio"
            apart = distance(word, other, fewest - 1)
            if apart < fewest:
                best, fewest = other, apart
        return best


def distance(one: str, other: str, most: int) -> int:
    """How many typos lie between two words: a letter too many, missing, another one, or two swapped; `most` + 1
    stands for all that is more.

    >>> distance("bolteo", "boleto", 2), distance("fatrua", "fatura", 2), distance("casa", "pedido", 2)
    (1, 1, 3)
    """
    before: list[int] = []
    last = list(range(len(other) + 1))
    for row, letter in enumerate(one, 1):
        now = [row]
        for column, wanted in enumerate(other, 1):
            least = min(last[column] + 1, now[-1] + 1, last[column - 1] + (letter != wanted))
            if row > 1 and column > 1 and letter == other[column - 2] and one[row - 2] == wanted:
                least = min(least, before[column - 2] + 1)
            now.append(least)
        if min(now) > most:
            return most + 1
        before, last = last, now
    return min(last[-1], most + 1)


def _letters(word: str) -> int:
    """The set of a word's letters as bits."""
    found = 0
    for letter in word:
        found |= 1 << (ord(letter) % 64)
    return found


def _begin_alike(one: str, other: str) -> bool:
    return one[0] == other[0] or one[:2] == other[1::-1]
