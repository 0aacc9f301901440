"""From where and to where: what stands before a place, and what a value of that kind is called.

>>> before_place("um frete saindo de "), before_place("from Leeds to "), before_place("quiero ")
('from', 'to', '')
>>> of_value(["origin_city"]), of_value(["destino", "Ciudad de destino"]), of_value(["size"])
('from', 'to', '')
"""

from collections.abc import Iterable
from typing import Literal

from language.lexicon import begins, first_words, join_languages
from language.lexicon.phrase import plain

Direction = Literal["from", "to", ""]
LONGEST = 4  # words of a phrase
_BEFORE: tuple[tuple[Direction, frozenset[str]], ...] = (
    ("from", join_languages("FROM_WHERE")),
    ("to", join_languages("TO_WHERE")),
)
_CALLED: tuple[tuple[Direction, frozenset[str]], ...] = (
    ("from", join_languages("ORIGINS")),
    ("to", join_languages("DESTINATIONS")),
)


def before_place(text: str) -> Direction:
    """Which way leads the end of a text, behind which a place stands; the longest phrase says it."""
    said = plain(text)[-LONGEST:]
    for at in range(len(said)):
        for direction, phrases in _BEFORE:
            if " ".join(said[at:]) in phrases:
                return direction
    return ""


def of_value(texts: Iterable[str]) -> Direction:
    """Which way a value is of, by its name and what is told of it: the first that says it."""
    for text in texts:
        said = plain(text.replace("_", " "))
        for direction, phrases in _CALLED:
            starts = first_words(phrases)
            if any(begins(said[at:], starts) for at in range(len(said))):
                return direction
    return ""
