"""Numbers in words, as each language says them.

num2words says them; their other forms ("duas", "una", "dozen") are data (`speech.yaml`). An empty language
stands for all of them. A lone "um" or "one" is a number too, though it may be an article.

>>> [each.value for each in find("mil e duzentas caixas, mais vinte e duas, e um milhão", "pt")]
[1200, 22, 1000000]
>>> [each.value for each in find("neuf cent quatre-vingt-dix-neuf", "fr")]
[999]
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from num2words import num2words

from language.language_data import load
from language.lexicon import join_languages
from language.normalise import normalise, pad_words
from language.spoken_languages import CODES, list_codes

AND = join_languages("AND")
HUNDRED, THOUSAND, MILLION, BILLION = 100, 1000, 1_000_000, 1_000_000_000
# By a number that ends with its word; of one word for two scales ("mil millones") the smaller one's.
_SCALES = {2 * BILLION: BILLION, BILLION: BILLION, 2 * MILLION: MILLION, MILLION: MILLION, THOUSAND: THOUSAND}
DAYS = 31  # ordinals that are read: days of a month
LONGEST = 5  # words of a number below a hundred, or of an ordinal: "quatre-vingt-dix-neuf"
WORD = re.compile(r"\d+|[^\W\d_]+")
TIGHT = re.compile(r"[ -]{1,2}")  # between the words of one number
_MOST = 24  # words of one number

Words = tuple[str, ...]


class SpokenNumber(NamedTuple):
    """What the words say, and where they stand."""

    value: int
    start: int
    end: int


class NumberTable(NamedTuple):
    """The parts of a language's numbers: all below a hundred, the hundreds, and what multiplies."""

    small: Mapping[Words, int]
    hundreds: Mapping[Words, int]
    scales: Mapping[str, int]

    @property
    def words(self) -> frozenset[str]:
        """Every word that some number has."""
        return frozenset({*self.scales, *(word for each in (*self.small, *self.hundreds) for word in each)})


@lru_cache(maxsize=64)  # amounts of money and quantities are read of the same text
def find(text: str, language: str = "") -> tuple[SpokenNumber, ...]:
    """The numbers that a text says in words, in their order."""
    words = list(WORD.finditer(pad_words(text)[1:-1]))  # folded, each sign in its place
    spoken, first = [each[0] for each in words], list_first(language)
    found: list[SpokenNumber] = []
    at = 0
    while at < len(words):
        value, stop = read_at(text, words, spoken, at, language) if spoken[at] in first else (0, at)
        if stop > at:
            found.append(SpokenNumber(value, words[at].start(), words[stop - 1].end()))
        at = max(stop, at + 1)
    return tuple(found)


def read_at(
    text: str, found: Sequence[re.Match[str]], spoken: Sequence[str], at: int, language: str = ""
) -> tuple[int, int]:
    """The number that begins with a word, and the place behind its last one: `at` where none does.

    `found` are the words of the text, `spoken` the same normalised.
    """
    numbers = table(language)
    most = at + 1
    while most < min(len(found), at + _MOST) and (
        TIGHT.fullmatch(text, found[most - 1].end(), found[most].start())
        or (spoken[most - 1] in numbers.scales and text[found[most - 1].end() : found[most].start()] == ", ")
    ):
        most += 1
    total, end, last = 0, at, BILLION * THOUSAND
    while end < most and last >= THOUSAND:
        start = end + (end > at and spoken[end] in AND)
        number, behind = _read_hundreds(spoken, start, most, numbers)
        scale = numbers.scales.get(spoken[behind], 0) if behind < most else 0
        if 0 < scale < last:
            total, end, last = total + (number if behind > start else 1) * scale, behind + 1, scale
            continue
        if scale == MILLION and last == THOUSAND:  # "dos mil quinientos millones"
            total, end, last = (total + number) * scale, behind + 1, scale
            continue
        return (total + number, behind) if behind > start and (number or end == at) else (total, end)
    return total, end


def _read_hundreds(spoken: Sequence[str], at: int, most: int, numbers: NumberTable) -> tuple[int, int]:
    hundred, behind = read_longest(spoken, at, most, numbers.hundreds)
    start = behind + (at < behind < most and spoken[behind] in AND)
    rest, end = read_longest(spoken, start, most, numbers.small)
    return (hundred + rest, end) if end > start and (rest or behind == at) else (hundred, behind)


def read_longest(spoken: Sequence[str], at: int, most: int, among: Mapping[Words, int]) -> tuple[int, int]:
    """The longest of the phrases that begins there, and where it ends: `at` where none does."""
    for stop in range(min(most, at + LONGEST), at, -1):
        if (number := among.get(tuple(spoken[at:stop]))) is not None:
            return number, stop
    return 0, at


def split(phrase: str) -> Words:
    """The words of a phrase as they are compared."""
    return tuple(normalise(word) for word in WORD.findall(phrase))


@cache
def spell_small(code: str) -> dict[str, int]:
    """How a language writes the numbers below a hundred, each in all its forms."""
    found = {_spell(number, code): number for number in range(HUNDRED)}
    for form, value in load(code, "speech")["number_forms"].items():
        if value < HUNDRED:
            usual = _spell(value, code)
            ends = {phrase: number for phrase, number in found.items() if phrase.endswith(usual)}
            same = value < 10
            found |= {phrase.removesuffix(usual) + form: number for phrase, number in ends.items() if same}
            found[form] = value
    return found


@cache
def table(language: str = "") -> NumberTable:
    """Of what the numbers of a language are put together; of all of them where it is none."""
    if language not in CODES:
        tables = [table(code) for code in CODES]
        return NumberTable(
            {words: number for each in tables for words, number in each.small.items()},
            {words: number for each in tables for words, number in each.hundreds.items()},
            {word: scale for each in tables for word, scale in each.scales.items()},
        )
    forms = load(language, "speech")["number_forms"]
    hundreds = {split(form): value for form, value in forms.items() if value >= HUNDRED}
    one = len(split(_spell(1, language)))
    for hundred in range(HUNDRED, THOUSAND, HUNDRED):
        before_one = split(_spell(hundred + 1, language))[:-one]
        stem = tuple(word for word in before_one if word not in AND)
        hundreds |= dict.fromkeys((split(_spell(hundred, language)), stem), hundred)
    hundreds |= {each[-1:]: HUNDRED for each, hundred in [*hundreds.items()] if hundred == HUNDRED}
    for hundred in range(THOUSAND + HUNDRED, THOUSAND * 2, HUNDRED):  # "fifteen hundred"
        said = split(str(num2words(hundred, lang=_name(language), to="year")))
        hundreds |= {said: hundred} if said[-1:] in hundreds else {}
    scales = {split(_spell(count, language))[-1]: scale for count, scale in _SCALES.items()}
    small = {split(phrase): number for phrase, number in spell_small(language).items()}
    scales |= {normalise(word): scale for word, scale in load(language, "speech")["number_scales"].items()}
    return NumberTable(small, hundreds, scales)


@cache
def spell_scales(language: str = "") -> tuple[str, ...]:
    """The words of thousands, millions and dozens as they are written."""
    codes = list_codes(language)
    said = [_spell(n, code).split()[-1] for code in codes for n in _SCALES]
    return (*said, *(each for code in codes for each in load(code, "speech")["number_scales"]))


@cache
def list_ordinals() -> dict[Words, int]:
    """The ordinals of the days of a month, of all languages."""
    return {
        split(str(num2words(day, to="ordinal", lang=_name(code)))): day
        for code in CODES
        for day in range(1, DAYS + 1)
    }


@cache
def list_first(language: str = "") -> frozenset[str]:
    """The words with which a number begins."""
    numbers = table(language)
    return frozenset({*numbers.scales, *(each[0] for each in (*numbers.small, *numbers.hundreds))})


def _name(code: str) -> str:
    return str(load(code, "speech")["numbers"])


def _spell(number: int, code: str) -> str:
    return str(num2words(number, lang=_name(code))).lower()
