"""Words of the closed list, and of the question, that were typed with one slip.

>>> mend("prosiga", index(["prosiga"])), mend("prosgia", index(["prosiga"])), mend("pagar", index(["apagar"]))
('prosiga', 'prosiga', 'pagar')

A slip is one letter too many, too few, another, or two that changed places, between the first letter and the
last: an ending says who does it and when. A word that people commonly write, in any language, is none; nor is
what two words may have been.
"""

from collections.abc import Iterable, Iterator, Mapping

from language.language_data import common_words

SHORTEST = 6  # letters of a word that may hold a slip: a shorter one is as likely another word, or a name
Index = Mapping[str, tuple[str, ...]]
"""Words under themselves and under what is left of them without one letter."""


def index(known: Iterable[str]) -> Index:
    """The words that a slip may be mended to."""
    found: dict[str, dict[str, None]] = {}
    for word in known:
        for left in (word, *_drop_letters(word)) if len(word) >= SHORTEST and word.isalpha() else ():
            found.setdefault(left, {})[word] = None
    return {left: tuple(words) for left, words in found.items()}


def mend(word: str, *known: Index) -> str:
    """The one word that was meant; the word itself where none was, several were or it is a word."""
    if len(word) < SHORTEST or not word.isalpha() or word in common_words():
        return word
    near = {one for each in known for left in (word, *_drop_letters(word)) for one in each.get(left, ())}
    meant = {one for one in near if _is_one_slip(word, one)}
    return word if len(meant) != 1 or word in near else meant.pop()


def _drop_letters(word: str) -> Iterator[str]:
    return (word[:at] + word[at + 1 :] for at in range(1, len(word)))


def _is_one_slip(typed: str, meant: str) -> bool:
    """Whether one slip lies between two words that have a near neighbour in common."""
    if len(typed) != len(meant) and typed[-1] == meant[-1]:
        shorter, longer = sorted((typed, meant), key=len)
        return shorter in _drop_letters(longer)
    if len(typed) != len(meant):
        return False
    apart = [at for at, (one, other) in enumerate(zip(typed, meant, strict=True)) if one != other]
    if len(apart) == 2:
        return typed[apart[0] : apart[1] + 1] == meant[apart[0] : apart[1] + 1][::-1]
    return len(apart) == 1 and typed[-1] == meant[-1]
