"""One spelling for everything that is compared: lower case, accents folded, single spaces.

>>> normalise("  Cobrança  INDEVIDA ")
'cobranca indevida'
>>> words("Não, obrigado!")
['nao', 'obrigado']
"""

import re
import unicodedata
from collections.abc import Iterable

LONGEST_FORM = 4  # letters of one sign: "㍿" is four; longer ones ("ﷺ" is 18) stay as they are
REMEMBERED = 4096  # signs whose form is kept: nobody's message uses more, and memory stays bounded


class _Forms(dict[int, str]):
    """What `str.translate` puts for each sign: its letters without their accents."""

    def __missing__(self, code: int) -> str:
        letters = unicodedata.normalize("NFKD", chr(code))
        plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
        form = plain if len(plain) <= LONGEST_FORM else chr(code)
        if len(self) < REMEMBERED:
            self[code] = form
        return form


class _Alike(dict[int, str]):
    """What `pad_words` puts for each sign: one letter or digit, or a space."""

    def __missing__(self, code: int) -> str:
        folded = fold(chr(code))
        form = folded if len(folded) == 1 else chr(code)
        if not form.isalnum():
            form = " "
        if len(self) < REMEMBERED:
            self[code] = form
        return form


_FORMS = _Forms()
_ALIKE = _Alike()


def fold(text: str) -> str:
    """Lower case without accents, for any script. "ß" becomes "ss".

    Sign by sign: NFKD of a whole text sorts a row of combining marks, which takes the square of its length
    (31 000 of them: a second), and the marks are left out here anyway.
    """
    return text.casefold().translate(_FORMS)


def _latin_table(letters_only: bool) -> bytes:
    """Latin-1 byte -> folded Latin-1 byte; with `letters_only` everything else becomes a space."""
    table = bytearray(range(256))
    for code in range(256):
        letter = chr(code)
        folded = fold(letter)
        if len(folded) == 1 and ord(folded) < 256:
            table[code] = ord(folded)
        if letter.isspace() or (letters_only and not chr(table[code]).isalnum()):
            table[code] = 0x20
    return bytes(table)


# One C loop over bytes: 1 us a message, against 11 us for NFKD (measured).
_FOLD = _latin_table(letters_only=False)
_FOLD_WORDS = _latin_table(letters_only=True)
# A letter with the marks that were typed after it; more than four are no accent, and cost the square of their
# number.
_MARKED = re.compile(r"[^\u0300-\u036f][\u0300-\u036f]{1,4}(?![\u0300-\u036f])")
_LIGATURES = {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"}
_JOINED = re.compile(f"[{''.join(_LIGATURES)}]")
_WORD = re.compile(r"[^\W_]+")


def compose(text: str) -> str:
    """`text` as it enters, with each accented letter one sign (NFC for Latin letters), and the joined letters
    that text copied from a PDF has (“ﬁ”) apart; else as it was typed.

    >>> len("na\u0303o"), len(compose("na\u0303o")), compose("ﬁnal")
    (4, 3, 'final')
    """
    if text.isascii():
        return text
    text = _MARKED.sub(lambda found: unicodedata.normalize("NFC", found[0]), text)
    return _JOINED.sub(lambda found: _LIGATURES[found[0]], text)


def normalise(text: str) -> str:
    """`text` in lower case, accents folded, whitespace collapsed. Punctuation stays."""
    try:
        folded = text.encode("latin-1").translate(_FOLD).decode("latin-1")
    except UnicodeEncodeError:
        folded = fold(text)
    return " ".join(folded.split())


def pad_words(text: str) -> str:
    """`text` folded, every character that is neither letter nor digit a space, one space at either end.

    Position n + 1 of the result is position n of `text`: nothing is collapsed, and a sign that folds to
    several letters stays as it is. A mark behind its letter is a space; `compose` text has none.

    >>> pad_words("Wi-Fi…")
    ' wi fi  '
    """
    try:
        return f" {text.encode('latin-1').translate(_FOLD_WORDS).decode('latin-1')} "
    except UnicodeEncodeError:
        return f" {text.translate(_ALIKE)} "


def words(text: str) -> list[str]:
    """The normalised words of `text`, without punctuation."""
    try:
        return text.encode("latin-1").translate(_FOLD_WORDS).decode("latin-1").split()
    except UnicodeEncodeError:
        return _WORD.findall(fold(text))


def either(phrases: Iterable[str]) -> str:
    """A pattern of phrases with their accents or without, the longest first.

    One letter keeps its own: "à 5" is no "a 5".
    """
    listed = {phrase.lower() for phrase in phrases if phrase}
    listed |= {fold(phrase) for phrase in listed if len(phrase) > 1}
    longest_first = sorted(listed, key=lambda each: (-len(each), each))
    return "|".join(re.escape(each).replace(r"\ ", r"\s{1,3}") for each in longest_first)
