"""Numbers read out digit by digit, or broken by markup: "cinco dois nove ...", "529.<b>982</b>.247-25".

>>> [(run.digits, run.start, run.end) for run in runs("cpf: cinco, dois e 9")]
[('529', 5, 20)]
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from language.language_data import load, split
from language.lexicon import join_languages
from language.normalise import normalise
from language.spoken_languages import CODES

DIGIT = {
    spelt: str(digit)
    for code in CODES
    for digit, words in enumerate(split(load(code, "lexicon")["digits"]))
    for word in words.split("/")
    for spelt in (word, normalise(word))
}
_TOKEN = re.compile(rf"(?<![^\W_])(?:\d{{1,19}}|{'|'.join(DIGIT)})(?![^\W_])", re.IGNORECASE)
# What may stand between two digits of one number: signs, a short tag or entity, "and".
_BETWEEN = re.compile(
    r"(?:[\s,.;:*_~`|/()\\-]|<[^<>]{0,80}>|&(?:nbsp|\#\d{1,5}|\#x[0-9a-f]{1,4});|\b(?:"
    rf"{'|'.join(sorted(join_languages('AND')))})\b){{0,24}}",
    re.IGNORECASE,
)
APART = 120  # characters between two digits at most
FEWEST = 3  # pieces: what comes in fewer is a number as usually written
_MARKUP = re.compile(r"[<&*_~`|]")
_MASKED = re.compile(
    r"\*{4}|\s\*+\s|(?:\*+[^*]+){2}\*"
)  # stars of numbers that were masked before: no markup
_DATE = re.compile(r"(?<!\d)(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[/.]\d{1,2}[/.]\d{2,4})(?!\d)")


class Run(NamedTuple):
    """One row of digits and where it stands."""

    digits: str
    start: int
    end: int


def runs(text: str) -> Iterator[Run]:
    """Every row of digits, words or numerals, of `FEWEST` pieces or more."""
    pieces: list[re.Match[str]] = []
    dates = [found.span() for found in _DATE.finditer(text)]
    at = 0
    for piece in _TOKEN.finditer(text):
        while at < len(dates) and dates[at][1] <= piece.start():
            at += 1
        if at < len(dates) and dates[at][0] <= piece.start():
            yield from _run(text, pieces)  # "2026-11-20 (239.70": a date and a sum are no number read out
            pieces = []
            continue
        if pieces and not _goes_on(text, pieces[-1].end(), piece.start()):
            yield from _run(text, pieces)
            pieces = []
        pieces.append(piece)
    yield from _run(text, pieces)


def _goes_on(text: str, end: int, start: int) -> bool:
    if start - end > APART or _BETWEEN.fullmatch(text, end, start) is None:
        return False
    return _MASKED.search(text, end, start) is None


def _run(text: str, pieces: list[re.Match[str]]) -> Iterator[Run]:
    """The pieces as one number, where they were read out one by one or broken by markup."""
    if len(pieces) < FEWEST:
        return
    single = sum(len(piece[0]) == 1 or not piece[0].isdigit() for piece in pieces)
    if 2 * single >= len(pieces) or _MARKUP.search(text, pieces[0].end(), pieces[-1].start()):
        digits = "".join(DIGIT.get(piece[0].lower(), piece[0]) for piece in pieces)
        yield Run(digits, pieces[0].start(), pieces[-1].end())
