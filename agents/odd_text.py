"""Text that is in no language, found as it goes on; whatever it is encoded with, nobody decodes it here.

>>> measure_odd("The desk opens at 9.") < ODD < measure_odd("Gur qrfx bcraf ng avar, nfx sbe Nan, cyrnfr.")
True

Each piece of a text is worth some nats: a word of letters that no language puts together so, letters mixed
with digits, signs and numbers that go up and down with no word between, what nobody sees. Natural words take
a little away again (CUSUM); what was seen before in the text, or said by somebody else, is worth nothing.
"""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from language.natural_words import measure_word
from language.normalise import fold

# Nats, where somebody may have asked for it: about eight letters of a turned alphabet; and where nobody has:
# names, dishes and codes that nobody knows reach 53.
ODD, UNASKED = 20.0, 60.0
RELIEF = 4.0  # at most, of a natural word
MOST = 2.0  # of a letter, for one abbreviation shows little; of one in capitals ("XLSX", "WebP") less
SHORT, MOST_SHORT = 4, 0.5
SIGN = 3.0  # a sign, or a number that turns, behind one of its kind with no word between
AGAIN = 0.5  # the same sign as before, behind another one
SHIFT = 2.0  # from letters to digits or to small from capital ones, and a sign inside a word
MIXED, MIXED_EACH = 2, 1.0  # letters and digits together; each further one
HIDDEN = 2.0  # a sign that nobody sees
LONGEST = 64  # characters of a piece of what nothing parts

PICTURES = "\u2190-\u2bff\U0001f000-\U0001faff"  # each a piece of its own
CHUNK = re.compile(rf"[{PICTURES}]|(?<!\S)[^\w\s]+(?!\S)|[^\s,:;|/+={PICTURES}-]{{1,{LONGEST}}}")
GAPS = re.compile(r"[\W_]+")
LATIN = re.compile("[a-z]{2,}")
NUMBER = re.compile(r"\W{0,3}((?=[a-f]*\d)[0-9a-f]{1,9})\W{0,3}")
WITH_DIGITS = re.compile(r"(?=[a-z]*\d)[a-z\d]{3,}")
DIGITS = frozenset("0123456789")
LONG_DRAWN = re.compile(r"([a-z])\1{2,}")  # "kkkkk"
SHIFTS = re.compile(r"(?<=[a-z])(?=\d)|(?<=\d)(?=[a-z])")
INSIDE = re.compile(r"(?<=[a-zß-ÿ])(?=[A-Z])|(?<=[^\W_])[!#$%&*<>?@^`{}~\\\\]+(?=[^\W_])")
UNSEEN = re.compile("[\u200b\u200c\u200e\u200f\u2060-\u2064\ufe00-\ufe0e\ufff9-\ufffb\U000e0000-\U000e0fff]")


class Piece(NamedTuple):
    """What stands between blanks: the nats that it is worth, whether it is signs alone, and its number."""

    nats: float
    is_signs: bool
    number: int | None


def measure_odd(text: str, before: str = "", is_known: Callable[[str], bool] | None = None) -> float:
    """The most nats that a text, with what stands `before` it, reaches.

    Some of them must be in the text itself; `is_known` says of a piece whether somebody else has said it, and
    is asked only where it matters.
    """
    whole, since = f"{before}\n{text}", len(before) + 1
    most = _sum_up(whole, since, None)
    return most if is_known is None or most < ODD else _sum_up(whole, since, is_known)


def _sum_up(text: str, since: int, is_known: Callable[[str], bool] | None) -> float:
    nats = most = 0.0
    for end, worth in weigh(text, is_known):
        nats = max(0.0, nats + worth)
        if worth > 0 and end > since:
            most = max(most, nats)
    return most


def weigh(text: str, is_known: Callable[[str], bool] | None = None) -> Iterator[tuple[int, float]]:
    """The end of each piece, and what it is worth where it stands."""
    last, before, rises = Piece(0, False, None), "", None
    seen: set[str] = set()
    for chunk in CHUNK.finditer(text):
        piece, written = _measure(chunk[0]), chunk[0]
        worth = piece.nats
        if piece.number is not None and last.number is not None:
            went, rises = rises, piece.number > last.number
            worth += SIGN if went not in (None, rises) else 0
        else:
            rises = None
            if piece.is_signs and last.is_signs and written != before:
                worth += SIGN
        if worth > 0 and written in seen:
            worth = AGAIN if piece.is_signs or piece.number is not None else 0
        if worth > 0 and is_known is not None and is_known(written):
            worth = 0
        seen.add(written)
        last, before = piece, written
        yield chunk.end(), worth


@lru_cache(maxsize=20_000)
def is_word(piece: str) -> bool:
    """Whether a piece is a word of some language."""
    found = _measure(piece)
    return (
        found.nats <= 0 and not found.is_signs and found.number is None and not any(map(str.isdigit, piece))
    )


@lru_cache(maxsize=20_000)
def _measure(chunk: str) -> Piece:
    folded = LONG_DRAWN.sub(r"\1", fold(chunk))
    worth = HIDDEN * len(UNSEEN.findall(chunk)) + SHIFT * len(INSIDE.findall(chunk))
    for mixed in WITH_DIGITS.findall(folded):
        if len(set(mixed) - DIGITS) != 1:  # "10h15", "50x40x40"
            worth += MIXED_EACH * max(0, len(mixed) - MIXED) + SHIFT * max(0, len(SHIFTS.findall(mixed)) - 1)
    is_short = len(GAPS.sub("", chunk)) <= SHORT and sum(map(str.isupper, chunk)) > 1
    for word in LATIN.findall(folded):
        worth += min(measure_word(word), (MOST_SHORT if is_short else MOST) * len(word))
    number = NUMBER.fullmatch(folded)
    return Piece(max(worth, -RELIEF), not GAPS.sub("", chunk), int(number[1], 16) if number else None)
