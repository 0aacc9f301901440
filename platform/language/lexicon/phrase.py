"""How the closed lists are written: phrases between commas, in their right spelling."""

import re

from language.language_data import split
from language.normalise import words
from language.spoken_languages import CODES, about

_APOSTROPHES = str.maketrans("", "", "'’´`")
# Short words that lean on the next one with an apostrophe ("l'envoi", "d'accord"): they are words of their
# own.
LEANING = "|".join(sorted({each for code in CODES for each in split(about(code)["elisions"])})) or "(?!)"
_ELIDED = re.compile(rf"(?<![^\W_])({LEANING})['’´`](?=[^\W_])", re.IGNORECASE)
WORD = rf"(?:{LEANING})['’](?=[^\W_])|[^\W_]+(?:['’][^\W_]+)*"
"""A word as it is typed, as a pattern that ignores case."""


def plain(text: str) -> list[str]:
    """The normalised words of `text`; apostrophes join ("don't" is "dont"), unless they mark an elision.

    >>> plain("I don't, obrigado")
    ['i', 'dont', 'obrigado']
    """
    return words(_ELIDED.sub(r"\1 ", text).translate(_APOSTROPHES))


def phrases(text: str) -> tuple[str, ...]:
    """The phrases of a comma-separated list, normalised, without repetitions.

    >>> phrases("não, é claro, não")
    ('nao', 'e claro')
    """
    return tuple(dict.fromkeys(" ".join(plain(part)) for part in text.split(",") if part.strip()))
