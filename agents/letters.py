"""Texts as they are compared: by their letters alone."""

import re

from language.normalise import fold

LISTED = re.compile(  # the signs of lists and headings, and the numbers of lines
    r"^[ \t]*(?:(?:\d{1,3}[.)]|[-*•>#]+)[ \t]+|\d{1,3}[;:,|][ \t]*)", re.MULTILINE
)
SIGNS = re.compile(r"[\W_]+")
INNER_MARK = re.compile(r"!(?=\w)")
# Digits and signs that pass for letters, and the small letters of other scripts that look like Latin ones.
LOOKALIKES = str.maketrans("0134578@$lаеорсухіѕјһкмтвнαορντυκιεη", "oieastbasiaeopcyxisjhkmtbhaopvtukien")


def letters(text: str) -> str:
    """A text as it is compared.

    Its letters and digits alone, small, plain, digits as the letters they pass for.

    >>> letters("Y-o-u  4re: Çá!")
    'youareca'
    """
    text = LISTED.sub("", fold(text).lower())  # small behind styled capitals, too
    if "!" in text:
        text = INNER_MARK.sub("i", text)
    return SIGNS.sub("", text.translate(LOOKALIKES))


def bare_letters(text: str) -> str:
    """The same with each letter as itself."""
    return SIGNS.sub("", fold(text).lower())
