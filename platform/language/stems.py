"""Words that begin alike: "devolver" and "devolução", "track" and "tracking".

>>> same_stem("devolver", "devolucao"), sorted(shared("y los planes", "que planes con mas datos hay"))
(True, ['planes'])
"""

from itertools import takewhile

from language.function_words import is_small
from language.normalise import words

STEM = 4  # letters


def same_stem(one: str, other: str) -> bool:
    """Whether two words begin alike."""
    if one == other:
        return True
    common = len(list(takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))))
    return common >= max(STEM, round(0.6 * min(len(one), len(other))))


def find_shared(text: str, other: str) -> set[str]:
    """The words of a text that say what it is about and that another text has, too."""
    theirs = _telling(other)
    return {word for word in _telling(text) if any(same_stem(word, each) for each in theirs)}


def _telling(text: str) -> set[str]:
    return {word for word in words(text) if len(word) >= STEM and not is_small(word)}
