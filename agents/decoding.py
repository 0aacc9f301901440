"""A text as it may have been meant.

Backwards, turned by thirteen letters, spelled out, with fillers between, in another order, in first letters,
in numbers of letters, in Morse, in base64 and its likes, packed once or twice, in two signs for bits.
"""

import base64
import binascii
import codecs
import html
import re
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import chain
from urllib.parse import unquote

from language.function_words import STRICT

# RFC 4648, both alphabets, with or without the padding; blanks and lines may part it.
BASE64 = re.compile(r"(?<![\w+/-])[A-Za-z0-9+/_-]{8,}={0,2}(?:\s+[A-Za-z0-9+/_-]{8,}={0,2})*")
GROUP64 = re.compile(r"(?<![\w+/])[A-Za-z0-9+/_]{2,}={0,2}(?!\w)")  # of base64 that is parted, or its words
HEXADECIMAL = re.compile(r"(?<!\w)(?:(?:0x|\\x)?[0-9a-fA-F]{2}[\s,:]*){8,}")
PAIRS_OF_DIGITS = re.compile(r"(?<![0-9A-Za-z])(?:[^0-9A-Za-z]?[0-9a-fA-F]{2}){12,}(?![0-9A-Za-z])")
ESCAPED = re.compile(r"0x|\\x|[^0-9a-fA-F]")
NUMBERS = re.compile(r"(?<!\w)(?:\d{2,3}[\s,;]+){12,}\d{2,3}(?!\w)")  # of letters
PLACES = re.compile(r"(?<!\w)(?:\d{1,2}[\s,;-]{1,3}){12,}\d{1,2}(?!\w)")  # of letters in the alphabet
MORSE = re.compile(r"(?:[.·•\-–—−_]{1,6}[\s/|]{1,8}){12,}[.·•\-–—−_]{1,6}")
MORSE_MARKS = str.maketrans("·•–—−_", "..----")
_MORSE = """.- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..-
-.-- --.. ----- .---- ..--- ...-- ....- ..... -.... --... ---.. ----."""
MORSE_LETTERS = dict(zip(_MORSE.split(), "abcdefghijklmnopqrstuvwxyz0123456789", strict=True))
BRAILLE = str.maketrans("⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞⠥⠧⠺⠭⠽⠵", "abcdefghijklmnopqrstuvwxyz")
LAST = 400  # characters whose words are read by their first letters
SKIPPED = (2, 3)  # every second letter, every third
SKIPPED_FAR = (4, 5)
BINARY = re.compile(r"(?<!\w)(?:[01]{7,8}[\s,]*){12,}")
# RFC 4648's two of 32 signs and Bitcoin's of 58, in rows that blanks and strokes may part.
BASE32 = re.compile(r"(?<!\w)(?:[A-Va-v0-9]|[W-Zw-z2-7]){4,}(?:[\s-]+[A-Za-z0-9]{4,})*={0,6}(?![\w=])")
BASE58 = re.compile(r"(?<!\w)[1-9A-HJ-NP-Za-km-z]{32,2000}(?!\w)")
_BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
UUENCODED = re.compile(r"^[!-M][!-`]{24,84}$", re.MULTILINE)
# Letters by their numbers in the tables of computers, however these are marked.
CODE_POINTS = re.compile(
    r"(?:(?:\\[xu]?\{?|0x|U\+|[$#%])?0{0,4}[2-7][0-9a-fA-F][h}]?[\s,;:|]*(?=[\\$#%0-7U]|$)){12,}"
)
CODE_POINT = re.compile(r"0{0,4}([2-7][0-9a-fA-F])[h}]?(?![0-9A-Za-z])")
# Syllables that children put into words: "hepellopo", "hubellubo".
CHILDREN = (re.compile(r"([aeiouáéíóúãõâêô])[pf]\1", re.IGNORECASE), re.compile("ub([aeiou])", re.IGNORECASE))
TAG = re.compile(r"<[^<>]{1,80}>")
BASE85 = re.compile(r"(?<!\S)(?=\S{0,200}[!#$%&*;<>?@^_`{|}~]\S)\S{24,}")
LAYERS = 3  # packed once more, or compressed
UNPACKED = 64 * 1024  # characters that are read of what was compressed
BASE32_LEAST = 24
LONG = 32  # characters of base64 that are read backwards and turned, too
SPELLED = 0.6  # share of words of one letter, or with signs for letters, by which a text is spelled out
LEET = re.compile(r"(?i)(?=\S*[a-z])(?=\S*(?:[0-9@$]|!\w))\S+")
WORD = re.compile(r"\W{0,8}\w{1,40}\W{0,8}")  # no address
BY_ITSELF = 16  # characters of base64 that may be words of their own among others
PIG = re.compile(r"\b(\w*)(\w)[aw]?ay\b")
FILLED = 0.25  # share of one word by which it only fills a text
PARTED = (2, 3, 4)
FEWEST = 10  # words of one with fillers
ORDINARY = 0.3  # share of function words; of a text backwards a few are words by chance
PACKED = re.compile(r"[a-z0-9+/][A-Z]|[A-Za-z][0-9]|[0-9][A-Za-z]|=")  # in base64, and in few words
FEW = 0.12  # the same of words of two letters and more, of what stands in another order
READABLE = 0.8  # share of letters, digits and blanks by which a decoded text is one
FENCES = (2, 3, 4)  # rows of a fence on which letters were written
BYTE = 8  # bits
FEWEST_BITS = 12 * BYTE
FRAMED = 0.6  # share of lines that a word stands in, by which it frames the others
SIGNS = re.compile(r"[^\w\s\x00-\x7f]")
NUMBERED = re.compile(r"^\W{0,4}(\d{1,3})\W{1,4}(.+)$", re.MULTILINE)
UNICODE = re.compile(r"\\u[0-9a-fA-F]{4}")


def _unescape(text: str) -> str:
    return UNICODE.sub(lambda match: chr(int(match[0][2:], 16)), text)


# A text written for HTML, for an address, or for a program, and how it is read.
ESCAPED_LETTERS = 4  # that show it
ESCAPES: tuple[tuple[re.Pattern[str], Callable[[str], str]], ...] = (
    (re.compile(r"&(?:#\d{2,5}|#x[0-9a-fA-F]{2,5}|[a-z]{2,8});"), html.unescape),
    (re.compile(r"%[0-9a-fA-F]{2}"), unquote),
    (UNICODE, _unescape),
    (re.compile("[\U000e0020-\U000e007e]"), lambda text: _shift(text, 0xE0000, 0x7F)),  # nobody sees these
    (re.compile("[\u2800-\u28ff]"), lambda text: _shift(text, 0x2800, 0xFF)),  # dots
    (re.compile("[\u2800-\u28ff]"), lambda text: text.translate(BRAILLE)),
)


def _shift(text: str, base: int, most: int) -> str:
    return "".join(chr(ord(each) - base) if base <= ord(each) <= base + most else each for each in text)


def find_hidden(text: str) -> Iterator[str]:
    """What a text says backwards, by letters and by words, with ROT13, and where it is spelled out, as it
    stands.
    """
    if not is_ordinary(text):
        yield text[::-1]
        if "\n" in text:
            yield "\n".join(line[::-1] for line in text.split("\n"))
        yield codecs.decode(text, "rot13")
        yield " ".join(word[::-1] for word in text.split())
        yield from _skip(text, SKIPPED)
        if len(PIG.findall(text)) >= SPELLED * len(text.split()):
            yield PIG.sub(r"\2\1", text)
    if not is_ordinary(text, FEW, 2):
        yield from _skip(text, SKIPPED_FAR)
        yield from put_back(text)
        for syllable in CHILDREN:
            if len(syllable.findall(text)) >= ESCAPED_LETTERS:
                yield syllable.sub(r"\1", text)
    yield " ".join(word for word in reversed(text.split()) if WORD.fullmatch(word))
    if is_spelled(text):
        yield text
    for escape, read in ESCAPES:
        if len(escape.findall(text)) >= ESCAPED_LETTERS:
            yield read(text)


def _skip(text: str, steps: tuple[int, ...]) -> Iterator[str]:
    """Every second or third letter, whether blanks were counted or not."""
    for written in (text, re.sub(r"[\W_]+", "", text)):
        for step in steps:
            for first in range(step):
                yield written[first::step]


def take_initials(text: str) -> Iterator[str]:
    """The letters with which its lines begin, its sentences, and its last words; those that end lines alone.

    >>> list(take_initials("How are you?\\nEasy. Young people."))
    ['HE', 'HEY', 'HayEYp', 'weuygo', '']
    """
    yield "".join(re.findall(r"^\W{0,8}(\w)", text, re.MULTILINE))
    yield "".join(re.findall(r"(?:^|[.!?;\n])\W{0,8}(\w)", text))
    yield "".join(re.findall(r"(?<!\w)\w", text[-LAST:]))
    yield "".join(re.findall(r"\w(?!\w)", text[-LAST:]))
    yield "".join(re.findall(r"(?<!\w)(\w)\W{0,8}$", text, re.MULTILINE))


def drop_fillers(text: str) -> Iterator[str]:
    """A text without what may only stand between its words: the one that comes again and again, the signs of
    a table.
    """
    words = text.split()
    filler, times = Counter(words).most_common(1)[0] if len(words) >= FEWEST else ("", 0)
    if times >= FILLED * len(words) > 0:
        yield " ".join(word for word in words if word != filler)
    if "|" in text:
        yield text.replace("|", " ")
    if "<" in text and TAG.search(text):
        yield TAG.sub("", text)
    if text.count("\n") >= FEWEST:
        yield from sort_lines(text)


def part(text: str) -> Iterator[str]:
    """Every second word of a text, every third or fourth, without its addresses."""
    words = [word for word in text.split() if WORD.fullmatch(word)]
    for step in PARTED if len(words) >= FEWEST else ():
        for first in range(step):
            yield " ".join(words[first::step])


def is_ordinary(text: str, share: float = ORDINARY, shortest: int = 1) -> bool:
    """Whether enough of its words are those that stand in any sentence, and have so many letters: nobody
    wrote it backwards or turned.

    >>> is_ordinary("This is what I have for you."), is_ordinary(".uoy rof evah I tahw si sihT")
    (True, False)
    """
    lengths, words = _measure_small(text)
    return sum(length >= shortest for length in lengths) >= share * words


@lru_cache(maxsize=64)
def _measure_small(text: str) -> tuple[tuple[int, ...], int]:
    """How long its function words are, and how many words there are in all."""
    words = re.findall(r"\w+", text.lower())
    return tuple(len(word) for word in words if word in STRICT), len(words)


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

    >>> list(decode("aGVsbG8gd29ybGQgYWdhaW4="))
    ['hello world again']
    """
    for match in HEXADECIMAL.finditer(text):
        for said in _readable(bytes.fromhex(_even(ESCAPED.sub("", match[0])))):
            yield from (said, said[::-1], codecs.decode(said, "rot13"))
            if BASE64.fullmatch(said):
                yield from _unpack(said)
    if text.isascii() and text.isalpha():
        return
    yield from read_signs(text)
    for match in BINARY.finditer(text):
        yield from _readable(bytes(int(each, 2) for each in re.findall("[01]{7,8}", match[0])))
    for match in CODE_POINTS.finditer(text):
        yield "".join(chr(int(each, 16)) for each in CODE_POINT.findall(match[0]))
    yield from chain.from_iterable(map(_readable, read_bits(text)))
    for match in BASE32.finditer(text) if not is_ordinary(text, FEW, 2) else ():
        packed = re.sub(r"[\s=-]", "", match[0]).upper()
        if len(packed) >= BASE32_LEAST and packed.isalnum():
            for alphabet in (base64.b32decode, base64.b32hexdecode):
                yield from _unpack(packed + "=" * (-len(packed) % 8), alphabet)
    for match in BASE58.finditer(text) if PACKED.search(text) else ():
        yield from _unpack(match[0], _read_base58)
    if UUENCODED.search(text):
        lines = [line for line in text.split("\n") if UUENCODED.fullmatch(line)]
        yield from _readable(b"".join(_read_uuencoded(line) for line in lines))
    for match in BASE85.finditer(text):
        yield from _unpack(match[0], base64.b85decode)
        yield from _unpack(match[0], base64.a85decode)
    if PACKED.search(text) and not is_ordinary(text):
        words = GROUP64.findall(text)
        if len(words) >= FEWEST:
            yield from _unpack("".join(words))
            yield " ".join(chain.from_iterable(map(_unpack, words)))
    for match in BASE64.finditer(text) if PACKED.search(text) else ():
        pieces = match[0].split()
        for packed in dict.fromkeys(("".join(pieces), *(each for each in pieces if len(each) >= BY_ITSELF))):
            yield from _unpack(packed)
        for packed in (each for each in pieces if len(each) >= LONG):
            yield from _unpack(packed[::-1])
            yield from _unpack(codecs.encode(packed, "rot13"))
        if "-" in match[0]:
            yield from _unpack(re.sub(r"[\s-]", "", match[0]))


def read_signs(text: str) -> Iterator[str]:
    """Letters by their numbers, by their places in the alphabet, and in Morse."""
    for match in NUMBERS.finditer(text):
        yield "".join(map(chr, map(int, re.findall(r"\d+", match[0]))))
    for match in PLACES.finditer(text):
        yield "".join(chr(96 + place) for place in map(int, re.findall(r"\d+", match[0])) if 0 < place < 27)
    for match in MORSE.finditer(text):
        marks = re.split(r"[\s/|]+", match[0].translate(MORSE_MARKS))
        yield "".join(MORSE_LETTERS.get(each, "") for each in marks)


def find_numbers(text: str) -> Iterator[list[str]]:
    """Numbers that may stand for characters, in whatever system, and pairs of hexadecimal digits.

    >>> list(find_numbers("chr(89)+chr(111)"))
    [['89', '111']]
    """
    yield re.findall(r"\d{1,3}", text)
    for match in PAIRS_OF_DIGITS.finditer(text):
        yield re.findall("[0-9a-f]{2}", match[0].lower())


def _unpack(packed: str, read: Callable[[str], bytes] | None = None, layers: int = LAYERS) -> Iterator[str]:
    try:
        raw = read(packed) if read else _read_base64(packed)
    except ValueError:
        return
    if raw[:2] == b"\x1f\x8b" or raw[:1] == b"\x78":
        raw = _decompress(raw)
    for text in _readable(raw):
        yield text
        yield text[::-1]
        yield codecs.decode(text, "rot13")
        if layers > 1 and HEXADECIMAL.fullmatch(text.strip()):
            yield from _readable(bytes.fromhex(_even(ESCAPED.sub("", text))))
        if layers > 1 and BASE64.fullmatch(text.strip()):
            yield from _unpack(text.strip(), None, layers - 1)


def _read_base58(packed: str) -> bytes:
    number = 0
    for sign in packed:
        number = number * len(_BASE58) + _BASE58.index(sign)
    return number.to_bytes((number.bit_length() + 7) // 8, "big")


def _read_uuencoded(line: str) -> bytes:
    try:
        return binascii.a2b_uu(line)
    except binascii.Error:
        return b""


def _read_base64(packed: str) -> bytes:
    plain = packed.strip("=").replace("-", "+").replace("_", "/")
    return base64.b64decode(plain + "=" * (-len(plain) % 4))


def _decompress(raw: bytes) -> bytes:
    """What gzip or zlib has packed, its first `UNPACKED` bytes; the same where it did not."""
    try:
        return zlib.decompressobj(zlib.MAX_WBITS | 32).decompress(raw, UNPACKED)
    except zlib.error:
        return raw


def _even(digits: str) -> str:
    return digits[: len(digits) // 2 * 2]


def _readable(raw: bytes) -> Iterator[str]:
    text = raw.replace(b"\0", b"").decode("utf-8", errors="ignore")  # UTF-16, too
    if text and sum(letter.isalnum() or letter.isspace() for letter in text) >= READABLE * len(text):
        yield text


def put_back(text: str) -> Iterator[str]:
    """A text with its letters as they may have stood: turned in pairs, in rows, on a fence."""
    for written in dict.fromkeys((text, re.sub(r"\s+", "", text))):
        yield "".join(written[at + 1 : at + 2] + written[at] for at in range(0, len(written), 2))
        for rows in FENCES:
            yield _undo(written, [place for row in range(rows) for place in range(row, len(written), rows)])
            wave = [*range(rows), *range(rows - 2, 0, -1)]
            heights = [wave[place % len(wave)] for place in range(len(written))]
            yield _undo(written, sorted(range(len(written)), key=heights.__getitem__))


def _undo(text: str, places: list[int]) -> str:
    """The letters at the places where they stood."""
    found = [""] * len(text)
    for letter, place in zip(text, places, strict=True):
        found[place] = letter
    return "".join(found)


def sort_lines(text: str) -> Iterator[str]:
    """Lines in the order of their numbers, and what is different in lines that are alike."""
    numbered = [(int(number), words) for number, words in NUMBERED.findall(text)]
    if numbered:
        yield "\n".join(words for _number, words in sorted(numbered, key=lambda each: each[0]))
    lines = [line.split() for line in text.split("\n") if line.strip()]
    found = Counter(word for line in lines for word in set(line))
    yield " ".join(word for line in lines for word in line if found[word] < FRAMED * len(lines))


def read_bits(text: str) -> Iterator[bytes]:
    """The bytes of a row of two signs, whichever of them is nought: pictures, or what nobody sees."""
    signs = SIGNS.findall(text)
    if len(signs) < FEWEST_BITS or len(often := Counter(signs).most_common(2)) < len("01"):
        return
    (one, _), (other, _) = often
    row = [sign for sign in signs if sign in (one, other)]
    for nought in (one, other):
        bits = "".join("0" if sign == nought else "1" for sign in row)
        yield bytes(int(bits[at : at + BYTE], 2) for at in range(0, len(bits) - BYTE + 1, BYTE))
