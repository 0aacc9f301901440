"""Which of several candidates some words speak of.

A candidate is named by any text that it has, whichever domain found it.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from language.function_words import IN, OF, is_small, joins
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


def split_heads(text: str) -> list[tuple[str, str]]:
    """A name and what stands behind it, cut at words like "de" and "in", the last of them first.

    >>> split_heads("Nordea da bolsa de Helsinque")
    [('Nordea da bolsa', 'Helsinque'), ('Nordea', 'bolsa de Helsinque')]
    """
    parts = text.split()
    cuts = [at for at in range(1, len(parts) - 1) if normalise(parts[at]) in OF | IN]
    return [(" ".join(parts[:at]), " ".join(parts[at + 1 :])) for at in reversed(cuts[-PIECES:])]


def is_kind(part: str, names: Sequence[str]) -> bool:
    """Whether a part of a name only says of which kind things are.

    It stands in the names of several, and begins none.

    >>> is_kind("bank", ["Nordea Bank A", "Nordea Bank B"]), is_kind("santander", ["Banco Santander"])
    (True, False)
    """
    typed = set(words(part))
    known = [words(each) for each in names]
    return len(known) > 1 and all(typed <= set(each) and each[0] not in typed for each in known)


def is_common(part: str, names: Sequence[str]) -> bool:
    """Whether a part of a name stands in several names that have nothing else in common.

    >>> is_common("banco", ["Banco do Brasil", "Banco Santander"])
    True
    >>> is_common("nordea", ["Nordea Bank A", "Nordea Bank B"])
    False
    """
    others = [set(words(each)).difference(words(part)) for each in names]
    return len(names) > 1 and not set.intersection(*others)


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
