"""Amounts of money that a text has in words, as the figures that they say.

>>> [sorted(each.spellings) for each in find_amounts("são dois mil trezentos e cinco reais e dez centavos")]
[['2305.1']]
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache

from num2words import num2words

from agents.facts import CheckableFact
from language.language_data import load
from language.lexicon import join_languages
from language.spoken_languages import CODES

SCALES = (100, 1000, 1_000_000)
NAMED = (*range(100), *range(100, 1000, 100))
TRIED = (7, 45, 76, 97, 100, 129, 580, 999, 2305, 1_200_000)  # by which it is seen whether words add up
MONEY = re.compile(
    r"\b(?:re(?:al|ais)|d[oó]lar(?:es)?|dollars?|euros?|pesos?|centavos?|cents?|centimes?)\b", re.I
)
PARTS = re.compile(r"[^\W\d_]+")
FARTHEST = 120  # characters of an amount


def find_amounts(text: str) -> Iterator[CheckableFact]:
    """Each amount in words that stands before the name of a currency, with its cents."""
    found: list[tuple[CheckableFact, float, int]] = []  # with its value, and where its currency ends
    for money in MONEY.finditer(text):
        if (spelled := _find_before(text, money.start())) is None:
            continue
        start, end, value = spelled
        if money[0].lower().startswith("cent"):
            value /= 100
            if found and _is_joint(text[found[-1][2] : start]):
                whole, before, _end = found.pop()
                start, value = whole.at, before + value
        found.append(
            (CheckableFact(text[start:end], frozenset({f"{value:.15g}"}), start), value, money.end())
        )
    return (fact for fact, _value, _end in found)


def _find_before(text: str, end: int) -> tuple[int, int, float] | None:
    """The number in words that ends there: from where to where, and what it says."""
    values, joints = _values(), _joints()
    words = list(PARTS.finditer(text, max(0, end - FARTHEST), end))
    while words and words[-1][0].lower() in joints:  # "um milhão de reais"
        words.pop()
    first = len(words)
    while first and words[first - 1][0].lower() in values.keys() | joints:
        first -= 1
    while first < len(words) and words[first][0].lower() in joints:
        first += 1
    if first == len(words):
        return None
    return words[first].start(), words[-1].end(), _read([word[0].lower() for word in words[first:]], values)


def _is_joint(between: str) -> bool:
    return between.strip().lower() in {"", *_joints()}


def _read(words: list[str], values: Mapping[str, int]) -> int:
    """The number that the words say together.

    >>> _read("two thousand three hundred and five".split(), _values())
    2305
    """
    whole = part = 0
    for value in (values[word] for word in words if word in values):
        if value in SCALES and (value > 100 or 0 < part < 10):
            part = max(part, 1) * value
            if value > 100:
                whole, part = whole + part, 0
        else:
            part += value
    return whole + part


@cache
def _joints() -> frozenset[str]:
    return frozenset({*join_languages("AND"), "de", "of"})


@cache
def _values() -> dict[str, int]:
    """The words of which numbers are made, by what each adds, of all languages in which that is so: French
    counts eighties otherwise, and is left out."""
    found: dict[str, int] = {
        "uma": 1,
        "duas": 2,
        "una": 1,
        "veintiún": 21,
    }  # other genders, and before a noun
    for code in CODES:
        name = load(code, "speech")["numbers"]
        words = {
            each: number for number in NAMED for each in _split(number, name)[:1] if _is_one(number, name)
        }
        words |= {_split(101, name)[0]: 100} if len(_split(101, name)) == 2 else {_split(100, name)[-1]: 100}
        words |= {
            _split(10**6, name)[-1]: 10**6,
            _split(2 * 10**6, name)[-1]: 10**6,
            _split(1000, name)[-1]: 1000,
        }
        if all(_read(_split(number, name), words) == number for number in TRIED):
            found = words | found
    return found


def _is_one(number: int, name: str) -> bool:
    return len(_split(number, name)) == 1


def _split(number: int, name: str) -> list[str]:
    words = PARTS.findall(num2words(number, lang=name))
    return [word.lower() for word in words if word.lower() not in _joints()]


def warm() -> None:
    """Reads the words of numbers now instead of with the first amount of money in words."""
    _values()
