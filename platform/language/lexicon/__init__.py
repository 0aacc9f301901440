"""The closed lists of all languages, joined: a short message seldom shows its language.

A language is a folder of `language/data`; a file there holds lists of the same names in each language.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from language.language_data import load
from language.lexicon.phrase import phrases, plain
from language.spoken_languages import CODES

Starts = Mapping[str, tuple[tuple[str, ...], ...]]
"""Phrases as tuples of words under their first word, the longest first: what greedy reading needs."""


class Lists:
    """The lists of one language by name: phrases are normalised, a table stays as it is written.

    >>> "oi" in Lists("pt").GREETINGS, Lists("pt").ABBREVIATIONS["vc"]
    (True, 'você')
    """

    def __init__(self, code: str, file: str = "lexicon") -> None:
        self._file = file
        for name, listed in load(code, file).items():
            setattr(self, name.upper(), phrases(listed) if isinstance(listed, str) else listed)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"A language's {self._file}.yaml has no list {name.lower()!r}.")


LANGUAGES: dict[str, Lists] = {code: Lists(code) for code in CODES}

# A phrase that stands in several classes belongs to the first of them.
CLASSES = ("CANCEL", "UNSURE", "NEGATE", "AFFIRM", "SOFT", "TELL", "WANT", "PERMIT", "DO", "CONTRAST", "FILL")


@lru_cache
def lists_of(file: str) -> Mapping[str, Lists]:
    """A file's lists by language."""
    return LANGUAGES if file == "lexicon" else {code: Lists(code, file) for code in CODES}


def join_languages(name: str, file: str = "lexicon") -> frozenset[str]:
    """The list `name` of all languages."""
    return frozenset(phrase for lists in lists_of(file).values() for phrase in getattr(lists, name))


def join_words(*names: str, file: str = "lexicon") -> frozenset[str]:
    """The words of the lists `names` of all languages."""
    return frozenset(
        word for name in names for phrase in join_languages(name, file) for word in phrase.split()
    )


def first_words(phrases: frozenset[str]) -> Starts:
    found: dict[str, list[tuple[str, ...]]] = {}
    for phrase in phrases:
        parts = tuple(phrase.split())
        found.setdefault(parts[0], []).append(parts)
    return {first: tuple(sorted(under, key=len, reverse=True)) for first, under in found.items()}


def begins(words: Sequence[str], starts: Starts) -> int:
    """How many words of the beginning are a phrase of `starts` (`first_words`); 0 when it is none.

    >>> begins(["thank", "you", "very"], first_words(frozenset({"thank", "thank you"})))
    2
    """
    found = starts.get(words[0], ()) if words else ()
    return next((len(phrase) for phrase in found if tuple(words[: len(phrase)]) == phrase), 0)


def _classes() -> dict[str, str]:
    found: dict[str, str] = {}
    for name in CLASSES:
        for phrase in join_languages(name):
            found.setdefault(phrase, name)
    return found


CLASS_OF = _classes()
STARTS = first_words(frozenset(CLASS_OF))
ABBREVIATIONS: dict[str, tuple[str, ...]] = {
    short: tuple(plain(whole))
    for module in LANGUAGES.values()
    for short, whole in module.ABBREVIATIONS.items()
}
