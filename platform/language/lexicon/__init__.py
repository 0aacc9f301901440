"""The closed lists of the three languages, join_languages: a short message seldom shows its language.

A language is a folder of `language/data`; its lists are `lexicon.yaml` there, of the same names in each.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from language.language_data import load
from language.lexicon.phrase import phrases, plain
from language.spoken import CODES


class Lists:
    """The lists of one language by name: phrases are normalised, a table stays as it is written.

    >>> "oi" in Lists("pt").GREETINGS, Lists("pt").ABBREVIATIONS["vc"]
    (True, 'você')
    """

    def __init__(self, code: str) -> None:
        for name, listed in load(code, "lexicon").items():
            setattr(self, name.upper(), phrases(listed) if isinstance(listed, str) else listed)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"A language's lexicon.yaml has no list {name.lower()!r}.")


LANGUAGES: dict[str, Lists] = {code: Lists(code) for code in CODES}

# A phrase that stands in several classes belongs to the first of them.
CLASSES = ("CANCEL", "UNSURE", "NEGATE", "AFFIRM", "SOFT", "TELL", "WANT", "PERMIT", "DO", "CONTRAST", "FILL")


def join_languages(name: str) -> frozenset[str]:
    """The list `name` of all languages."""
    return frozenset(phrase for module in LANGUAGES.values() for phrase in getattr(module, name))


def first_words(phrases: frozenset[str]) -> dict[str, tuple[tuple[str, ...], ...]]:
    """Phrases as tuples of words under their first word, the longest first: what greedy reading needs."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for phrase in phrases:
        parts = tuple(phrase.split())
        found.setdefault(parts[0], []).append(parts)
    return {first: tuple(sorted(under, key=len, reverse=True)) for first, under in found.items()}


def begins(words: Sequence[str], starts: Mapping[str, tuple[tuple[str, ...], ...]]) -> int:
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

ORDINALS = {
    "primeiro": 1, "primeira": 1, "primero": 1, "primera": 1, "first": 1, "um": 1, "uma": 1, "uno": 1, "one": 1,
    "segundo": 2, "segunda": 2, "second": 2, "dois": 2, "duas": 2, "dos": 2, "two": 2,
    "terceiro": 3, "terceira": 3, "tercero": 3, "tercera": 3, "third": 3, "tres": 3, "three": 3,
    "quarto": 4, "quarta": 4, "cuarto": 4, "cuarta": 4, "fourth": 4, "quatro": 4, "cuatro": 4, "four": 4,
    "quinto": 5, "quinta": 5, "fifth": 5, "cinco": 5, "five": 5,
    "1o": 1, "1a": 1, "2o": 2, "2a": 2, "3o": 3, "3a": 3, "4o": 4, "4a": 4, "1st": 1, "2nd": 2, "3rd": 3, "4th": 4,
    "ultimo": -1, "ultima": -1, "last": -1,
}  # fmt: skip
CARDINALS = {
    "dois": 2, "duas": 2, "dos": 2, "two": 2, "2": 2, "tres": 3, "three": 3, "3": 3, "quatro": 4, "cuatro": 4, "four": 4,
    "4": 4, "cinco": 5, "five": 5, "5": 5,
}  # fmt: skip
PLURALS = frozenset(plain("os as los las the"))  # before a cardinal they mean all of so many: "as duas"
EVERY = frozenset(plain("ambos ambas both todos todas all"))
NONE_OF = frozenset(plain("nenhum nenhuma ninguno ninguna neither none nenhumas nenhuns"))
AROUND_EVERY = PLURALS | frozenset(
    plain("of them de elas eles ellas ellos delas deles das dos e y and opcoes opciones options")
)
LISTING = frozenset(plain("e y and & tambem tambien also numero numeros numbers opcoes opciones options"))
# Said around a place ("a primeira opção, por favor"); "um" and "one" are places themselves.
PLACE_FILLERS = frozenset(
    plain(
        "a o as os la el las los the opção opción option número number por favor please quero quiero i want id like "
        "that esse essa este esta ese esa de do da eu prefiro prefer with com con to"
    )
)

__all__ = [
    "ABBREVIATIONS",
    "AROUND_EVERY",
    "CARDINALS",
    "CLASS_OF",
    "EVERY",
    "LANGUAGES",
    "LISTING",
    "NONE_OF",
    "ORDINALS",
    "PLACE_FILLERS",
    "PLURALS",
    "STARTS",
    "begins",
    "first_words",
    "join_languages",
]
