"""Days by the number that they have in their month: "May 5th", "3 dec", "quinta, dia 10", "from 4 to 8 May".

>>> [(each.text, each.month, each.day) for each in find("del 4 al 8 de dic, o el día 20")]
[('4 al', 12, 4), ('8 de dic', 12, 8), ('día 20', 0, 20)]
"""

import re
from bisect import bisect
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import date, timedelta
from functools import cache
from typing import NamedTuple

from language import day_words, number_words, quantities
from language.day_words import ARTICLES, MOST
from language.function_words import FILE, OF, is_small
from language.language_data import load, split
from language.lexicon import join_words
from language.normalise import either, normalise
from language.spoken_languages import CODES

YEAR_DAYS, QUARTER = 366, 92
NEAR = (
    40  # letters before and behind a month in which its day stands, or before a day in which its article does
)
CHOICES = 5  # "the 3rd" may be the third of what was offered
WORD = re.compile(r"[^\W_]+(?:[-'][^\W_]+)*[ºª°]?")
DIGITS = re.compile(r"(\d{1,2})(?:st|nd|rd|th|er|[ºª°])?", re.IGNORECASE)
TWO = re.compile(r"\d{1,2}-(\d{1,2})")  # "8-11 Dec"
JOINTS = ARTICLES | join_words("INSIDE_NAMES", file=FILE)  # between a day and its month: "de", "of", "the"
YEAR = re.compile(r"\.?,?(?:\s+[^\W\d_]{2,3})?\s+(\d{4})(?!\w)")
NEXT_WORD = re.compile(r"\s+([^\W\d_]+)")
BESIDE = re.compile(r"\s?[,(]?\s{0,2}(?:\w{1,3}\s)?")  # between the number of a day and its weekday
ORDINAL = r"(?:st|nd|rd|th)"
DIGIT = re.compile(r"\d")
NUMBER = re.compile(rf"(\d{{1,2}})(?:{ORDINAL}|[ºª°])?(?!\w)(?![.,:/]\d)", re.IGNORECASE)


class NamedDay(NamedTuple):
    """A day as written and where; `weekday` from 0 (Monday), the day of a month, perhaps its month and year.

    `within` so many days lies one that has no month.
    """

    text: str
    at: int
    weekday: int | None = None
    month: int = 0
    day: int = 0
    year: int = 0
    within: int = YEAR_DAYS

    @property
    def end(self) -> int:
        """The place behind it."""
        return self.at + len(self.text)

    def is_same(self, other: date) -> bool:
        """Whether a date may be meant."""
        return (
            self.weekday in (None, other.weekday())
            and self.day in (0, other.day)
            and self.month in (0, other.month)
            and self.year in (0, other.year)
        )

    def last_before(self, today: date) -> date | None:
        """The last such day: one by its weekday alone before today, one by its number up to today."""
        if not self.day:
            return today - timedelta(days=(today.weekday() - (self.weekday or 0) - 1) % 7 + 1)
        if not self.month or (self.weekday is not None and not self.year):
            days = (today - timedelta(back) for back in range(self.within))
            return next(filter(self.is_same, days), None)
        for year in [self.year] if self.year else range(today.year, today.year - 5, -1):
            with suppress(ValueError):
                found = date(year, self.month, self.day)
                if self.year or found <= today:
                    return found if self.is_same(found) else None
        return None

    def next_after(self, today: date) -> date | None:
        """The first such day from tomorrow on; None where the calendar has none.

        The number of a day without its month may be today's; with its weekday it may be no day `within`.
        """
        if not self.day:
            return today + timedelta(days=((self.weekday or 0) - today.weekday() - 1) % 7 + 1)
        if not self.month or (self.weekday is not None and not self.year):
            days = (today + timedelta(ahead) for ahead in range(self.within))
            return next(filter(self.is_same, days), None)
        for year in [self.year] if self.year else range(today.year, today.year + 5):
            with suppress(ValueError):
                found = date(year, self.month, self.day)
                if self.year or found > today:
                    return found if self.is_same(found) else None
        return None


def find(text: str, wanted: bool = False) -> Iterator[NamedDay]:
    """The days with their month, and those that are said to be one: "dia 10", and where wanted "the 10th"."""
    dates = [*find_dates(text)]
    yield from dates
    places = sorted((each.at, each.end) for each in dates)
    for match in _pattern_of_days().finditer(text):
        number = int(match["day"] or match["nth"] or match["alone"])
        if not 1 <= number <= MOST or (match["nth"] and not (wanted and number > CHOICES)):
            continue
        at = bisect(places, (match.end(), 0)) - 1
        word = NEXT_WORD.match(text, match.end())
        if match["alone"] and not (wanted and number > CHOICES and (word is None or _is_aside(word[1]))):
            continue
        if (at >= 0 and places[at][1] >= match.end()) or (word and normalise(word[1]) in OF):
            continue
        counts = match["nth"] and word and not is_small(normalise(word[1]))  # "the 10th floor"
        if not counts and not _counts(text, match.end()):
            yield NamedDay(match[0], match.start(), None, 0, number)


def _is_aside(word: str) -> bool:
    """Whether a word behind "the 24" is nothing that it counts, and no month: "better", "please"."""
    return is_small(normalise(word)) and normalise(word) not in OF


def join(text: str, numbered: list[NamedDay], weekdays: list[NamedDay]) -> list[NamedDay]:
    """These days, of which a weekday beside the number of a day is one with it: "viernes 11"."""
    beside = {place: at for at, each in enumerate(numbered) for place in (_start(text, each), each.at)}
    ends = sorted((each.end, at) for at, each in enumerate(numbered))
    found = [*numbered]
    for each in weekdays:
        lead = _pattern_behind_weekdays().match(text, each.end)
        at = beside.get(lead.end()) if lead else None
        if at is None and (before := bisect(ends, (each.at, len(ends)))):
            end, last = ends[before - 1]
            at = last if BESIDE.fullmatch(text, end, each.at) else None
        if at is not None and found[at].weekday is None:
            day = found[at]
            start, end = min(each.at, day.at), max(each.end, day.end)
            near = day.within if day.month else QUARTER  # "Thursday the 11th" is wrong, not in a year
            found[at] = day._replace(text=text[start:end], at=start, weekday=each.weekday, within=near)
        elif lead and (number := _read_bare(text, lead)):
            whole = text[each.at : number.end()]
            found.append(NamedDay(whole, each.at, each.weekday, 0, int(number[1]), within=QUARTER))
        else:
            found.append(each)
    return found


def _start(text: str, day: NamedDay) -> int:
    """Where the number of a day begins, behind the word for a day."""
    number = DIGIT.search(text, day.at, day.end)
    return number.start() if number else day.at


def _read_bare(text: str, lead: re.Match[str]) -> re.Match[str] | None:
    """The number of a day right behind its weekday; no hour ("friday 11am") and none that counts."""
    number = NUMBER.match(text, lead.end())
    if number is None or not 1 <= int(number[1]) <= MOST:
        return None
    if not lead[0].isspace() and number[0] == number[1]:  # "sexta as 11", but "Thursday the 3rd"
        return None
    word = NEXT_WORD.match(text, number.end())
    behind = normalise(word[1]) if word else ""
    counts = not is_small(behind) and (behind.endswith("s") or behind in _list("lexicon", "persons"))
    return None if counts or _counts(text, number.end()) else number


def _counts(text: str, at: int) -> bool:
    """Whether what stands behind a number makes it an hour, or measures it."""
    return _pattern_of_hours().match(text, at) is not None or quantities.is_measured(text, at)


def find_dates(text: str) -> Iterator[NamedDay]:
    """The days that are named by their month: a number before it, or behind it."""
    for month in day_words.match_months().finditer(text):
        yield from _find_date(text, month, day_words.name_months()[normalise(month[0])])
    for month in day_words.match_short_months().finditer(text):
        yield from _find_date(text, month, day_words.name_short_months()[normalise(month[0])], short=True)


def _find_date(text: str, month: re.Match[str], which: int, short: bool = False) -> Iterator[NamedDay]:
    before = [*WORD.finditer(text, max(0, month.start() - NEAR), month.start())]
    behind = [*WORD.finditer(text, month.end(), month.end() + NEAR)]
    spelled, end = None, month.end()
    if before and not text[before[-1].end() : month.start()].strip(". "):
        spelled = _read_number(before)
        if spelled and not short and month[0] in day_words.list_capitals():
            spelled = None if text[spelled[1] : spelled[2]].isalpha() else spelled  # "the first may be paid"
        if spelled and short and not _is_day(text, month, spelled[1]):
            spelled = None
        if spelled is None and _is_joint(before[-1][0]):
            spelled = _read_number(before[:-1])
    begins = not short or normalise(month[0]) in day_words.list_leading_months()
    gap = text[end : behind[0].start()] if behind else ""
    if spelled is None and begins and behind and not gap.strip(". " if short else " "):
        joint = behind[1:] if len(behind) > 1 and _is_joint(behind[0][0]) else behind
        spelled = _read_first_number(behind[:1] if short else joint)
    if spelled is None or (short and not text[spelled[1]].isdigit()):
        return
    number, start, stop = spelled
    year = YEAR.match(text, max(end, stop))
    told = int(year[1]) if year else 0
    span = _pattern_of_spans().search(text, max(0, start - NEAR), start) if start < month.start() else None
    first = _day(span["first"] or span["both"]) if span else 0
    if span and 0 < first < number:
        at = span.start("first") if span["first"] else span.start("both")
        yield NamedDay(text[at:start].rstrip(), at, None, which, first, told)
    start, end = min(start, month.start()), max(end, stop)
    yield NamedDay(text[start : year.end() if year else end], start, None, which, number, told)


def _is_day(text: str, month: re.Match[str], at: int) -> bool:
    """Whether a number right before a short month is its day: "10 set" may be ten of something."""
    return normalise(month[0]) not in day_words.list_doubtful_months() or bool(
        _pattern_before_days().search(text, max(0, at - NEAR), at)
    )


def find_months(text: str) -> Iterator[re.Match[str]]:
    """Where months are named."""
    return day_words.match_months().finditer(text)


def number_month(name: str) -> int:
    """The number of a month by its name, 1 the first."""
    return day_words.name_months()[normalise(name)]


def _read_number(found: list[re.Match[str]]) -> tuple[int, int, int] | None:
    """The number that the last words say, with its place: "vinte e um"."""
    if found and (two := TWO.fullmatch(found[-1][0])) and (day := _day(two[1])):
        return day, found[-1].start() + two.start(1), found[-1].end()
    return _read_run(found[-count:] for count in (3, 2, 1) if count <= len(found))


def _read_first_number(found: list[re.Match[str]]) -> tuple[int, int, int] | None:
    """The number that the first words say, with its place: "twenty first"."""
    return _read_run(found[:count] for count in (3, 2, 1) if count <= len(found))


def _read_run(runs: Iterable[list[re.Match[str]]]) -> tuple[int, int, int] | None:
    """The number of the first of these runs of words that says one, with its place."""
    for run in runs:
        if day := _day(" ".join(each[0] for each in run)):
            return day, run[0].start(), run[-1].end()
    return None


def _day(words: str) -> int:
    digits = DIGITS.fullmatch(words)
    spoken = "" if digits else " ".join(number_words.split(words))
    number = int(digits[1]) if digits else day_words.list_numbers().get(spoken, 0)
    return number if 1 <= number <= MOST else 0


def _is_joint(word: str) -> bool:
    return normalise(word) in JOINTS


@cache
def _list(file: str, name: str) -> tuple[str, ...]:
    return tuple(phrase for code in CODES for phrase in (load(code, file)[name] or ()))


@cache
def _pattern_of_days() -> re.Pattern[str]:
    """A number behind the word for a day, an ordinal behind an article, and a number alone behind one."""
    words, articles = either(_list("lexicon", "day_number")), either(ARTICLES)
    before = either(_list("lexicon", "before_day_number"))
    return re.compile(
        rf"(?<!\w)(?:(?P<word>{words})\s{{1,3}}(?P<day>\d{{1,2}})[ºª°]?"
        rf"|(?:{articles})\s{{1,3}}(?P<nth>\d{{1,2}}){ORDINAL}"
        rf"|(?:{before})\s{{1,3}}(?P<alone>\d{{1,2}}))(?![\w%€$])(?![.,:/-]\d)",
        re.IGNORECASE,
    )


@cache
def _pattern_behind_weekdays() -> re.Pattern[str]:
    """What stands between a weekday and the number of its day: ", dia", "que é dia", "the"."""
    words, leads = either(_list("lexicon", "day_number")), either(_list("lexicon", "day_is"))
    articles = either(ARTICLES)
    return re.compile(
        rf"(?:,|\s\()?\s{{1,3}}(?:(?:{leads})\s{{1,3}})?(?:(?:{articles})\s{{1,3}})?"
        rf"(?:(?:{words})\s{{1,3}})?",
        re.IGNORECASE,
    )


@cache
def _pattern_of_hours() -> re.Pattern[str]:
    """What makes a number an hour, or a span of hours."""
    behind = (*_list("clock", "units"), *_list("clock", "parts"), *_list("clock", "behind"))
    told = either((*behind, "am", "pm", "a.m", "p.m"))
    spans = either(phrase for code in CODES for phrase in split(load(code, "speech")["span"]))
    return re.compile(
        rf"\s{{0,3}},?\s{{0,3}}(?:{told})(?!\w)|\s?[-–]\s?\d|\s(?:{spans})\s\d|\s?[%€$]", re.IGNORECASE
    )


@cache
def _pattern_of_spans() -> re.Pattern[str]:
    """The first day of a span that shares its month with the second: "del 4 al", "between 8 and", "8-"."""
    leads = either(_list("lexicon", "span_from"))
    to, word = either(_list("lexicon", "span_to")), either(_list("lexicon", "day_number"))
    return re.compile(
        rf"(?<!\w)(?:(?:{leads})\s{{1,3}}(?:(?:{word})\s{{1,3}})?(?P<first>\d{{1,2}}(?:{ORDINAL}|[ºª°])?)"
        rf"\s{{1,3}}(?:{to})\s{{1,3}}(?:(?:{word})\s{{1,3}})?|(?P<both>\d{{1,2}})\s?[-–]\s?)\Z",
        re.IGNORECASE,
    )


@cache
def _pattern_before_days() -> re.Pattern[str]:
    words = either(_list("lexicon", "day_number"))
    return re.compile(rf"(?<!\w)(?:{words})\s{{1,3}}\Z", re.IGNORECASE)
