"""A word without its endings: what a question calls what it does, in whatever form a reply says it."""

import re
from collections.abc import Iterator
from functools import cache, lru_cache

_SHORTEST_STEM = 3  # letters
_DOUBLED = re.compile(r"([^aeiou])\1$")  # "cancellation" is of "cancel"
_SOUNDS = (("qu", "c"), ("gu", "g"), ("z", "c"))  # "publico" and "publique" have one stem


@lru_cache(maxsize=8192)
def stems_of(word: str, endings: tuple[str, ...], sounds: tuple[tuple[str, str], ...] = ()) -> frozenset[str]:
    """A word without each ending that it may have; the word itself where no ending is one.

    >>> sorted(stems_of("publique", ("e", "o", "ar")))
    ['public']
    """
    return frozenset(_DOUBLED.sub(r"\1", _change(stem, sounds)) for stem in _stems(word, endings))


def _change(stem: str, sounds: tuple[tuple[str, str], ...]) -> str:
    """A stem with the vowel that other forms of the verb have: "transfier" is "transfer"."""
    for one, other in sounds:
        stem = re.sub(rf"(?<![qg]){one}(?=[^aeiou]+$)", other, stem)
    return stem


def _stems(word: str, endings: tuple[str, ...]) -> Iterator[str]:
    known = _as_set(endings)
    if "-" in known:
        yield word
    for at in range(_SHORTEST_STEM, len(word)):
        if word[at:] in known:
            stem = word[:at]
            yield next((stem[: -len(sound)] + one for sound, one in _SOUNDS if stem.endswith(sound)), stem)


@cache
def _as_set(endings: tuple[str, ...]) -> frozenset[str]:
    return frozenset(endings)
