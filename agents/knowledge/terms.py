"""The words by which a passage is found: folded, stemmed, and marked with the scope that they belong to.

Words are stemmed here and not by the database, so that SQLite and PostgreSQL index the same. Each is kept
with and without its accents before stemming: "solicitação" is found by "solicitar" and by "solicitacao".

>>> sorted(stems("As solicitações", "pt"))
['solicit', 'solicitaco']
"""

import hashlib
import re
from collections.abc import Callable
from functools import lru_cache

import snowballstemmer

from language.function_words import is_small
from language.normalise import normalise
from language.spoken_languages import CODES, about

LONGEST = 40  # letters of a term; longer "words" are noise of tables and addresses
WORD = re.compile(r"[^\W_]+")


def scope(collection: int, owner: str = "") -> str:
    """What marks the words of a collection, or of one user's documents in it.

    Passages of two scopes share no term: a question asked of one never reaches the other's.
    """
    mark = f"c{collection}"
    return f"{mark}u{hashlib.blake2b(owner.encode(), digest_size=8).hexdigest()}z" if owner else f"{mark}z"


def stems(text: str, language: str) -> set[str]:
    """The different terms of a text."""
    return {stem for word in WORD.findall(text) for stem in variants(word, language)}


def index_terms(text: str, language: str) -> list[tuple[str, str]]:
    """The terms of a text in its order, as often as they are there, each with its word: what is indexed."""
    return [(stem, word) for word in WORD.findall(text) for stem in variants(word, language)]


@lru_cache(maxsize=32768)
def variants(word: str, language: str) -> tuple[str, ...]:
    """The terms that one word stands for; none for a word that carries no matter."""
    small = word.casefold()
    folded = normalise(small)
    if not folded or is_small(folded) or len(folded) > LONGEST:
        return ()
    stem = _stem_in(language)
    return tuple(dict.fromkeys(each for each in (normalise(stem(small)), stem(folded)) if each))


def question_terms(text: str, languages: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """The words of a question, each with all the terms that it may be indexed under, in any of these
    languages.
    """
    found: dict[tuple[str, ...], str] = {}
    for word in WORD.findall(text):
        terms = tuple(dict.fromkeys(term for code in languages for term in variants(word, code)))
        if terms:
            found.setdefault(terms, word)
    return {word: terms for terms, word in found.items()}


def _stem_in(language: str) -> Callable[[str], str]:
    name = about(language).get("stemmer") if language in CODES else None
    return _stemmer(name) if name else str


@lru_cache(maxsize=8)
def _stemmer(name: str) -> Callable[[str], str]:
    stem: Callable[[str], str] = snowballstemmer.stemmer(name).stemWord
    return stem
