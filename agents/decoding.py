"""A text as it may have been meant.

Backwards, turned by thirteen letters, spelled out, in base64, in hexadecimal digits.
"""

import base64
import binascii
import codecs
import html
import re
from collections.abc import Callable, Iterator
from urllib.parse import unquote

from language.function_words import STRICT

# RFC 4648, both alphabets, with or without the padding; blanks and lines may part it.
BASE64 = re.compile(r"(?<![\w+/-])[A-Za-z0-9+/_-]{8,}={0,2}(?:\s+[A-Za-z0-9+/_-]{8,}={0,2})*")
HEXADECIMAL = re.compile(r"(?<!\w)(?:(?:0x|\\x)?[0-9a-fA-F]{2}[\s,:]*){8,}")
ESCAPED = re.compile(r"0x|\\x|[^0-9a-fA-F]")
SPELLED = 0.6  # share of words of one letter, or with signs for letters, by which a text is spelled out
LEET = re.compile(r"(?i)(?=\S*[a-z])(?=\S*(?:[0-9@$]|!\w))\S+")
WORD = re.compile(r"\W{0,8}\w{1,40}\W{0,8}")  # no address
BY_ITSELF = 16  # characters of base64 that may be words of their own among others
ORDINARY = 0.3  # share of function words; of a text backwards a few are words by chance
PACKED = re.compile(r"[a-z0-9+/][A-Z]|[A-Za-z][0-9]|[0-9][A-Za-z]|=")  # in base64, and in few words
READABLE = 0.8  # share of letters, digits and blanks by which a decoded text is one


UNICODE = re.compile(r"\\u[0-9a-fA-F]{4}")


def _unescape(text: str) -> str:
    return UNICODE.sub(lambda match: chr(int(match[0][2:], 16)), text)


# A text written for HTML, for an address, or for a program, and how it is read.
ESCAPED_LETTERS = 4  # that show it
ESCAPES: tuple[tuple[re.Pattern[str], Callable[[str], str]], ...] = (
    (re.compile(r"&(?:#\d{2,5}|#x[0-9a-fA-F]{2,5}|[a-z]{2,8});"), html.unescape),
    (re.compile(r"%[0-9a-fA-F]{2}"), unquote),
    (UNICODE, _unescape),
)


def find_hidden(text: str) -> Iterator[str]:
    """What a text says backwards, by letters and by words, with ROT13, and where it is spelled out, as it
    stands.
    """
    if not is_ordinary(text):
        yield text[::-1]
        yield codecs.decode(text, "rot13")
    yield " ".join(word for word in reversed(text.split()) if WORD.fullmatch(word))
    if is_spelled(text):
        yield text
    for escape, read in ESCAPES:
        if len(escape.findall(text)) >= ESCAPED_LETTERS:
            yield read(text)


def is_ordinary(text: str) -> bool:
    """Whether enough of its words are those that stand in any sentence: nobody wrote it backwards or turned.

    >>> is_ordinary("This is what I have for you."), is_ordinary(".uoy rof evah I tahw si sihT")
    (True, False)
    """
    words = re.findall(r"\w+", text.lower())
    return sum(map(STRICT.__contains__, words)) >= ORDINARY * len(words)


def is_spelled(text: str) -> bool:
    """Whether most words are parted into letters, or written with digits and signs for letters.

    >>> is_spelled("Y-o-u a-r-e n-o-t"), is_spelled("y0u 4r3 n07 @ b07"), is_spelled("You pay 30 euros")
    (True, True, False)
    """
    words = re.findall(r"[^\W_]+", text)
    if len(words) > 8 and sum(len(word) == 1 for word in words) >= SPELLED * len(words):
        return True
    written = text.split()
    leet = sum(LEET.fullmatch(word) is not None for word in written)
    return len(written) > 3 and leet >= SPELLED * len(written)


def decode(text: str) -> Iterator[str]:
    """What stands encoded in a text.

    >>> list(decoded("aGVsbG8gd29ybGQgYWdhaW4="))
    ['hello world again']
    """
    for match in HEXADECIMAL.finditer(text):
        yield from _readable(bytes.fromhex(_even(ESCAPED.sub("", match[0]))))
    for match in BASE64.finditer(text) if PACKED.search(text) else ():
        pieces = match[0].split()
        for packed in dict.fromkeys(("".join(pieces), *(each for each in pieces if len(each) >= BY_ITSELF))):
            yield from _unpack(packed)


def _unpack(packed: str) -> Iterator[str]:
    plain = packed.rstrip("=").replace("-", "+").replace("_", "/")
    try:
        yield from _readable(base64.b64decode(plain + "=" * (-len(plain) % 4)))
    except binascii.Error:
        return


def _even(digits: str) -> str:
    return digits[: len(digits) // 2 * 2]


def _readable(raw: bytes) -> Iterator[str]:
    text = raw.decode("utf-8", errors="ignore")
    if text and sum(letter.isalnum() or letter.isspace() for letter in text) >= READABLE * len(text):
        yield text
