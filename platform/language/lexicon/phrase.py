"""How the closed lists are written: phrases between commas, in their right spelling."""

from language.normalise import words

_APOSTROPHES = str.maketrans("", "", "'’´`")


def plain(text: str) -> list[str]:
    """The normalised words of `text`; apostrophes join ("don't" is "dont").

    >>> plain("I don't, obrigado")
    ['i', 'dont', 'obrigado']
    """
    return words(text.translate(_APOSTROPHES))


def phrases(text: str) -> tuple[str, ...]:
    """The phrases of a comma-separated list, normalised, without repetitions.

    >>> phrases("não, é claro, não")
    ('nao', 'e claro')
    """
    return tuple(dict.fromkeys(" ".join(plain(part)) for part in text.split(",") if part.strip()))
