"""Days that are named in words: "Friday", "el cinco de mayo", "May 5th".

The names are Django's, the numbers `num2words`', in every language of `language/data`.

>>> [str(each) for each in read("mejor el viernes, o el cinco de mayo", date(2026, 11, 28))]
['2027-05-05', '2026-12-04']
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import date, timedelta
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from django.utils import translation
from django.utils.dates import MONTHS, WEEKDAYS, WEEKDAYS_ABBR
from num2words import num2words

from language.acts.closed_list import read_closed
from language.function_words import FILE
from language.language_data import load
from language.lexicon import begins, first_words, join_languages, join_words
from language.lexicon.phrase import plain
from language.normalise import normalise
from language.spoken_languages import CODES

MOST = 31  # days of a month
HOURS = 5
SPAN = 12  # letters between the two ends of a span
NEAR = 40  # letters before and behind a month in which its day stands
WORD = re.compile(r"[^\W_]+(?:[-'][^\W_]+)*[ºª°]?")
DIGITS = re.compile(r"(\d{1,2})(?:st|nd|rd|th|er|[ºª°])?", re.IGNORECASE)
LAST_WORD = re.compile(r"\b([^\W\d_]+)\s+$")
ARTICLES = join_words("ARTICLES", file=FILE)
JOINTS = ARTICLES | join_words("INSIDE_NAMES", file=FILE)  # between a day and its month: "de", "of", "the"
BEFORE_DAYS = join_words("ARTICLES", "BEFORE_PLACES", file=FILE) - join_words("NO_WORDS")
OTHER_DAY = first_words(join_languages("OTHER_DAY"))
AROUND = join_words("SOFT", "FILL", "NEGATE", "CONTRAST")
YEAR = re.compile(r",?(?:\s+[^\W\d_]{2,3})?\s+(\d{4})(?!\w)")


class NamedDay(NamedTuple):
    """A day as written and where; `weekday` from 0 (Monday), or the month, the day and perhaps the year."""

    text: str
    at: int
    weekday: int | None = None
    month: int = 0
    day: int = 0
    year: int = 0

    def is_same(self, other: date) -> bool:
        """Whether a date may be meant."""
        if self.weekday is not None:
            return other.weekday() == self.weekday
        return (other.month, other.day) == (self.month, self.day) and self.year in (0, other.year)

    def next_after(self, today: date) -> date | None:
        """The first such day from tomorrow on; None where the calendar has none."""
        if self.weekday is not None:
            return today + timedelta(days=(self.weekday - today.weekday() - 1) % 7 + 1)
        for year in [self.year] if self.year else range(today.year, today.year + 5):
            with suppress(ValueError):
                found = date(year, self.month, self.day)
                if self.year or found > today:
                    return found
        return None


def find_dates(text: str) -> Iterator[NamedDay]:
    """The days that are named by their month: a number before it, or behind it."""
    lowered = text.lower()
    if not any(name in lowered for name in _months()):
        return
    for month in _pattern_of_months().finditer(text):
        before = [*WORD.finditer(text, max(0, month.start() - NEAR), month.start())]
        behind = [*WORD.finditer(text, month.end(), month.end() + NEAR)]
        if before and not text[before[-1].end() : month.start()].strip(". "):
            spelled = _read_number(before)
            if spelled and month[0] in _capitals() and text[spelled[1] : spelled[2]].isalpha():
                spelled = None  # "the first may be paid later"
            if spelled is None and _is_joint(before[-1][0]):
                spelled = _read_number(before[:-1])
        else:
            spelled = None
        end = month.end()
        if spelled is None and behind and not text[end : behind[0].start()].strip():
            joint = behind[1:] if len(behind) > 1 and _is_joint(behind[0][0]) else behind
            first = joint[0]
            spelled = (_day(first[0]), first.start(), first.end()) if _day(first[0]) else None
        if spelled is None:
            continue
        number, start, stop = spelled
        start, end = min(start, month.start()), max(end, stop)
        year = YEAR.match(text, end)
        whole = text[start : year.end() if year else end]
        yield NamedDay(
            whole, start, None, _months()[normalise(month[0])], number, int(year[1]) if year else 0
        )


def _read_number(found: list[re.Match[str]]) -> tuple[int, int, int] | None:
    """The number that the last words say, with its place: "vinte e um"."""
    for count in (3, 2, 1):
        run = found[-count:]
        if len(run) == count and (day := _day(" ".join(each[0] for each in run))):
            return day, run[0].start(), run[-1].end()
    return None


def _day(words: str) -> int:
    digits = DIGITS.fullmatch(words)
    number = int(digits[1]) if digits else _numbers().get(normalise(words), 0)
    return number if 1 <= number <= MOST else 0


def _is_joint(word: str) -> bool:
    return normalise(word) in JOINTS


def find(text: str) -> list[NamedDay]:
    """All days that are named, also by their weekday."""
    return [*find_dates(text), *find_weekdays(text)]


def find_weekdays(text: str) -> Iterator[NamedDay]:
    """The days that are named by their weekday, in full."""
    for match in _weekday_pattern().finditer(text):
        yield NamedDay(match[0], match.start(), _weekdays()[normalise(match[0])])


def list_weekdays(text: str) -> set[int]:
    """All weekdays that a text names, also shortly ("Mon", "segunda"), with those of a span between two.

    Of opening hours (`HOURS` days or more) the others are named, too: closed.

    >>> sorted(list_weekdays("Mon-Wed")), sorted(list_weekdays("de sexta a domingo"))
    ([0, 1, 2], [4, 5, 6])
    """
    found = list(_short_weekday_pattern().finditer(text))
    days = [_short_weekdays()[normalise(each[0])] for each in found]
    named = set(days)
    for (one, first), (other, last) in pairwise(zip(found, days, strict=True)):
        if other.start() - one.end() <= SPAN:
            named |= {(first + step) % 7 for step in range((last - first) % 7)}
    return named if len(named) < HOURS else set(range(7))


def read(text: str, today: date) -> list[date]:
    """The days that are named, each the next one of its name."""
    found = (each.next_after(today) for each in find(text))
    return list(dict.fromkeys(each for each in found if each is not None))


def names_other(text: str, days: Iterable[date]) -> bool:
    """Whether a text names a day that is none of these."""
    known = list(days)
    return bool(known) and any(not any(map(each.is_same, known)) for each in find(text))


def wants_another(text: str) -> bool:
    """Whether a text wants another day than the one that was proposed, and says nothing else.

    >>> wants_another("No, another day, please"), wants_another("another day like this and I give up")
    (True, False)
    """
    closed = read_closed(text)
    said = plain(closed.rest if closed is not None and closed.rest and closed.kind != "yes" else text)
    return any(
        length and AROUND.issuperset((*said[:at], *said[at + length :]))
        for at in range(len(said))
        if (length := begins(said[at:], OTHER_DAY))
    )


def without(text: str, days: Iterable[date]) -> str:
    """A text without the names of these days and what stands before a day: "on", never a no."""
    known = list(days)
    for each in sorted(find(text) if known else (), key=lambda each: -each.at):
        if any(map(each.is_same, known)):
            head, tail = text[: each.at], text[each.at + len(each.text) :]
            while (word := LAST_WORD.search(head)) and normalise(word[1]) in BEFORE_DAYS:
                head = head[: word.start()]
            text = head + tail
    return text


def _in_each_language(names: Mapping[int, object]) -> dict[str, int]:
    found: dict[str, int] = {}
    for code in CODES:
        with translation.override(code):
            for number, name in names.items():
                found[str(name).lower()] = found[normalise(str(name))] = number
    return found


@cache
def _weekdays() -> dict[str, int]:
    return _in_each_language(WEEKDAYS)


@cache
def _months() -> dict[str, int]:
    return _in_each_language(MONTHS)


@cache
def _capitals() -> frozenset[str]:
    """The months, in small letters, that their languages begin with a capital: small, they may be a verb."""
    names: set[str] = set()
    for code in CODES:
        with translation.override(code):
            names.update(map(str, MONTHS.values()))
    return frozenset(name.lower() for name in names) - names


@cache
def _numbers() -> dict[str, int]:
    """Days of a month in words: "five", "fifth"; no article, "um marco" is no day of March."""
    found: dict[str, int] = {}
    for code in CODES:
        for kind in ("cardinal", "ordinal"):
            for number in range(1, MOST + 1):
                with suppress(RuntimeError, OverflowError):
                    word = str(num2words(number, to=kind, lang=load(code, "speech")["numbers"])).lower()
                    found[normalise(word)] = number
    return {word: number for word, number in found.items() if word not in ARTICLES}


def _either(names: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(names, key=len, reverse=True)))


@cache
def _weekday_pattern() -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{_either(_weekdays())})(?!\w)", re.IGNORECASE)


@cache
def _short_weekdays() -> dict[str, int]:
    short = {re.split("[- ]", name)[0]: number for name, number in _weekdays().items()}
    return _in_each_language(WEEKDAYS_ABBR) | short | _weekdays()


@cache
def _short_weekday_pattern() -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{_either(_short_weekdays())})(?!\w)", re.IGNORECASE)


@cache
def _pattern_of_months() -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{_either(_months())})(?!\w)", re.IGNORECASE)


def warm() -> None:
    """Reads the names, which takes a fifth of a second."""
    _weekday_pattern(), _short_weekday_pattern(), _pattern_of_months(), _numbers()
