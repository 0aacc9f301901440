"""A typed answer to a question with options: its label, its value, or its place.

>>> match("a segunda", [Option("Trocar", "trocar"), Option("Devolver", "devolver")]).value
'devolver'
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Protocol, TypeVar

from language.lexicon.places import (
    ALL_OF,
    AROUND_EVERY,
    AROUND_PLACE,
    CARDINALS,
    EVERY,
    LISTING,
    NONE_OF,
    ORDINALS,
    PLACE_NOUNS,
)
from language.normalise import words


class SelectableOption(Protocol):
    """What an option must have: what it says and what is sent."""

    @property
    def label(self) -> str: ...
    @property
    def value(self) -> str: ...


C = TypeVar("C", bound=SelectableOption)


def match(text: str, options: Sequence[C]) -> C | None:
    """The option that `text` names, or None when it names none or several."""
    typed = words(text)
    if not typed or not options:
        return None
    message = " ".join(typed)
    for option in options:
        if message in (" ".join(words(option.value)), " ".join(words(option.label))):
            return option
    bare = _bare(typed)
    if _all_of(typed):
        return None
    place = _place(bare[:-1] if len(bare) == 2 and bare[1] in PLACE_NOUNS else bare)  # "the last one"
    if place is not None:
        last = place == -1
        return options[-1] if last else options[place - 1] if place <= len(options) else None
    named = [
        option for option in options if _names(bare, words(option.label)) or _names(bare, words(option.value))
    ]
    return named[0] if len(named) == 1 else None


def every(text: str, options: Sequence[object]) -> bool:
    """Whether `text` names all of the options.

    >>> every("as duas, por favor", "12"), every("los dos", "12")
    (True, True)
    >>> every("two", "12"), every("the three", "12")
    (False, False)
    """
    typed = words(text)
    number = _all_of(typed)
    tokens = {*_bare(typed)} - AROUND_EVERY
    return number == len(options) or (bool(tokens) and tokens <= EVERY)


def several(text: str, options: Sequence[object]) -> tuple[int, ...]:
    """The places, from 0, of the options that `text` names where it names more than one.

    All of them, or by number.

    >>> several("a primeira e a terceira", "123"), several("1,2", "123")
    ((0, 2), (0, 1))
    >>> several("both", "12"), several("1 e 9", "12")
    ((0, 1), ())
    """
    if every(text, options):
        return tuple(range(len(options)))
    tokens = [word for word in words(text) if word not in AROUND_PLACE | LISTING]
    places = [_place([word]) for word in tokens]
    if len(places) < 2 or any(place is None or place > len(options) for place in places):
        return ()
    return tuple(dict.fromkeys(len(options) - 1 if place == -1 else place - 1 for place in places if place))


def none(text: str) -> bool:
    """Whether `text` refuses all of the options.

    >>> none("nenhuma das duas"), none("neither of them"), none("nenhuma dúvida")
    (True, True, False)
    """
    tokens = {*_bare(words(text))} - AROUND_EVERY - {*CARDINALS}
    return bool(tokens) and tokens <= NONE_OF


def count_named(text: str) -> int:
    """How many "the two" are; 0 for "two" and "the second", which are places.

    >>> count_named("as duas"), count_named("a segunda")
    (2, 0)
    """
    return _all_of(words(text))


def _all_of(typed: list[str]) -> int:
    for article, word in pairwise(typed):
        if article in ALL_OF and word in CARDINALS and not _bare([each for each in typed if each != word]):
            return CARDINALS[word]
    return 0


def _bare(typed: list[str]) -> list[str]:
    return [word for word in typed if word not in AROUND_PLACE]


def _place(bare: list[str]) -> int | None:
    """1 for "a primeira", -1 for "the last one"; only when nothing else is said."""
    if len(bare) != 1:
        return None
    word = bare[0]
    if word.isdigit() and len(word) <= 2:
        return int(word) or None
    return ORDINALS.get(word)


def _names(typed: list[str], label: list[str]) -> bool:
    """Whether the typed words are the label without its small words, in order: "devolver" for
    "Devolver o produto"."""
    content = [word for word in label if word not in AROUND_PLACE]
    return bool(typed) and len(typed) <= len(content) and typed == content[: len(typed)]
