"""Which of several candidates some words speak of.

A candidate is named by any text that it has, whichever domain found it.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from language.function_words import is_small, joins
from language.normalise import normalise, words
from routing.planning.understand.names import list_names

READ = 40  # words of an answer that are held against the candidates
PIECES = 4  # words of a name that nobody knows which are looked up one by one
Row = Mapping[str, Any]


def choose_candidate(text: str, candidates: Sequence[Row]) -> Row | None:
    """The one candidate that the words speak of ("a de Estocolmo"), also by the beginning of a word."""
    best = find_nearest(text, candidates)
    return best[0] if len(best) == 1 else None


def find_nearest(text: str, candidates: Sequence[Row]) -> list[Row]:
    """The candidates that have most of the words; none, where no candidate has any."""
    typed = list_naming_words(text)
    counts = [(sum(_has(each, word) for word in typed), each) for each in candidates]
    most = max((count for count, _each in counts), default=0)
    return [each for count, each in counts if most and count == most]


def find_having_all(text: str, candidates: Sequence[Row]) -> list[Row]:
    """The candidates that have all of the words."""
    typed = list_naming_words(text)
    return [each for each in candidates if typed and all(_has(each, word) for word in typed)]


def list_naming_words(text: str) -> list[str]:
    """The words of a text that may name something."""
    items = list_names(text, strict=True)
    return [word for item in items for word in words(item) if not joins(word) or word == normalise(item)][
        :READ
    ]


def list_texts(value: Any) -> list[str]:
    """All texts that a candidate has, however deep."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, Mapping):
        value = list(value.values())
    return [text for each in value for text in list_texts(each)] if isinstance(value, list | tuple) else []


def split_name(text: str) -> list[str]:
    """The words of a short name, each of which may be a name; none for one word, and for many."""
    parts = [word for word in text.split() if not is_small(normalise(word), strict=True)]
    return parts if 1 < len(parts) <= PIECES else []


def _has(candidate: Row, word: str) -> bool:
    return any(
        known == word or (len(word) > 3 and known.startswith(word))
        for each in list_texts(candidate)
        for known in words(each)
    )
