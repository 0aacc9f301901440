"""Words that are no words, mended to the word of the examples that they are nearly.

>>> Typos.of(["cadê meu pedido", "a fatura veio alta"], known=lambda word: False).correct("cade meu peddio??")
'cade meu pedido??'

Whoever types fast swaps, drops and doubles letters; runs of letters are too few then to tell what was meant
("segnda via do bolteo"), and an encoder takes the word for another one. Only what is neither a word of the
examples nor an ordinary one (the encoder's, or one of the commonest) is looked at, and only words that begin
alike: "jacket" must not become a "packet".
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from language.language_data import common_words
from language.normalise import normalise

SHORTEST, LONGEST = 4, 24  # letters: shorter words have too many neighbours, longer ones are none
LONG = 8  # letters from which on two typos are mended
MOST = 60  # words of a message that are looked at
_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, eq=False)
class Typos:
    """What the examples say; `known` says whether a word is an ordinary one.

    `words` are those that a typo may be mended to, the frequent ones first; the arrays have a number of each:
    the set of its letters, how many they are, the first and the second.
    """

    vocabulary: frozenset[str]
    words: tuple[str, ...]
    letters: NDArray[np.uint64]
    sizes: NDArray[np.int32]
    first: NDArray[np.int32]
    second: NDArray[np.int32]
    known: Callable[[str], bool]

    @classmethod
    def of(cls, texts: Iterable[str], known: Callable[[str], bool]) -> "Typos":
        """What these texts say, to mend others by."""
        often = Counter(word for text in texts for word in _WORD.findall(normalise(text)))
        ordered = sorted(often, key=lambda word: (-often[word], word))
        found = tuple(word for word in ordered if len(word) >= SHORTEST)
        return cls(
            frozenset(often),
            found,
            np.array([_letters(word) for word in found], np.uint64),
            np.array([len(word) for word in found], np.int32),
            np.array([ord(word[0]) for word in found], np.int32),
            np.array([ord(word[1]) for word in found], np.int32),
            known,
        )

    def correct(self, text: str) -> str:
        """The text with each typo mended; the very text when there is none."""
        left = MOST

        def mend(found: re.Match[str]) -> str:
            nonlocal left
            typed = found[0]
            word = normalise(typed).strip()
            if (
                not SHORTEST <= len(word) <= LONGEST
                or word in self.vocabulary
                or not word.isalpha()
                or not left
            ):
                return typed
            left -= 1
            nearest = self._nearest(word)  # first: an encoder takes longer to say whether it knows a word
            if not nearest or word in common_words() or self.known(typed.lower()) or self.known(word):
                return typed
            return nearest

        return _WORD.sub(mend, text)

    def _nearest(self, word: str) -> str:
        """The word of the examples that it is nearly; empty when there is none."""
        typos = 2 if len(word) >= LONG else 1
        best, fewest = "", typos + 1
        for place in self._alike(word, typos):
            other = self.words[place]
            if len(word) == SHORTEST and len(other) == len(word) and sorted(other) != sorted(word):
                continue  # "veia" is no typo of "veio"
            apart = distance(word, other, fewest - 1)
            if apart < fewest:
                best, fewest = other, apart
            if fewest == 1:
                break
        return best

    def _alike(self, word: str, typos: int) -> list[int]:
        """The places of the words that begin like this one, are about as long and have nearly the same
        letters.
        """
        first, second = ord(word[0]), ord(word[1])
        swapped = (self.first == second) & (self.second == first)
        begin = ((self.first == first) | swapped).nonzero()[0]
        # A typo changes two letters of the set at most.
        alike = begin[np.bitwise_count(self.letters[begin] ^ np.uint64(_letters(word))) <= 2 * typos]
        found: list[int] = alike[np.abs(self.sizes[alike] - len(word)) <= typos].tolist()
        return found


def distance(one: str, other: str, most: int) -> int:
    """How many typos lie between two words: a letter too many, missing, another one, or two swapped.

    `most` + 1 stands for all that is more. Meant for a `most` of one or two: each more takes four times as
    long.

    >>> distance("bolteo", "boleto", 2), distance("fatrua", "fatura", 2), distance("casa", "pedido", 2)
    (1, 1, 3)
    """
    if abs(len(one) - len(other)) > most:
        return most + 1
    if one == other or not most:
        return int(one != other)
    same = 0
    while one[same : same + 1] == other[same : same + 1]:
        same += 1
    one, other = one[same:], other[same:]
    ways = [(one[1:], other[1:]), (one[1:], other), (one, other[1:])]
    if one[:2] == other[1::-1]:
        ways.append((one[2:], other[2:]))
    fewest = most + 1
    for rest, others in ways:
        fewest = min(fewest, 1 + distance(rest, others, fewest - 2))
    return fewest


def _letters(word: str) -> int:
    """The set of a word's letters as bits."""
    found = 0
    for letter in word:
        found |= 1 << (ord(letter) % 64)
    return found
