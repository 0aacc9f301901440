"""A text whose letters, words or lines were put into another order, and signs that stand for two values.

>>> next(put_back("heolwrdl"))
'ehlorwld'
"""

import re
from collections import Counter
from collections.abc import Iterator

RAILS = (2, 3, 4)  # rows of a fence on which letters were written
BYTE = 8
FEWEST_BITS = 12 * BYTE
SAME = 0.6  # share of lines that a word stands in, by which it frames the others
SIGNS = re.compile(r"[^\w\s\x00-\x7f]")
NUMBERED = re.compile(r"^\W{0,4}(\d{1,3})\W{1,4}(.+)$", re.MULTILINE)


def put_back(text: str) -> Iterator[str]:
    """A text with its letters as they may have stood: turned in pairs, in rows, on a fence."""
    for written in dict.fromkeys((text, re.sub(r"\s+", "", text))):
        yield "".join(written[at + 1 : at + 2] + written[at] for at in range(0, len(written), 2))
        for rows in RAILS:
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
    yield " ".join(word for line in lines for word in line if found[word] < SAME * len(lines))


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
