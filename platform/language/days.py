"""Days as people write and name them: "10/03/2026", "04/12", "Friday", "the fifth of May", "tomorrow".

>>> read("no dia 14/12/2026, ou na sexta", date(2026, 11, 30))
['2026-12-14', '2026-12-04']

Days are told as ISO 8601 writes them. What names one in words is `language.day_names`'.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import date
from functools import cache

from language import day_names, day_words, past_days, quantities
from language.day_names import BEFORE_DAYS
from language.day_numbers import NamedDay
from language.lexicon import join_languages
from language.normalise import either
from language.past_days import When

DATE = r"\d{4}-\d{2}-\d{2}|\d{1,2}[/.]\d{1,2}[/.]\d{2,4}|\d{1,2}/\d{1,2}(?!\d)"
WRITTEN = re.compile(rf"(?<!\w)(?<![^\W\d]-)(?:{DATE})(?:(?!\w)|(?=T(?:\d|\b)))")
MONTHS, DAYS = 12, 31
BEFORE = 40  # letters before a place in which a word that leads to it stands
CENTURY = 2000  # of a year with two digits


def find_written(text: str, language: str = "") -> Iterator[NamedDay]:
    """The days in digits with their year, the day before its month; with a `language` also those without.

    It says whether the month comes first: "12/5" and "12/5/2026" are one day.
    """
    for match in _find_digits(text):
        parts = [int(part) for part in re.split(r"[-/.]", match[0])]
        # The year stands last, or first where it is no day: "50/50" has none.
        year, month, day = parts if len(parts) > 2 and parts[0] > DAYS else [0, *parts[::-1]][-3:]
        if not year and not language:
            continue
        first = day <= MONTHS and language and "/" in match[0] and day_words.is_month_first(language)
        if month > MONTHS or first:
            day, month = month, day
        year += CENTURY if 0 < year < 100 else 0
        yield NamedDay(match[0], match.start(), None, month, day, year)


def _find_digits(text: str) -> Iterator[re.Match[str]]:
    """Where days may stand in digits: "1/2 kg" is half a kilogram."""
    for match in WRITTEN.finditer(text):
        if match[0].count("/") != 1 or not quantities.is_measured(text, match.end()):
            yield match


def read_dates(text: str) -> list[str]:
    """The days that a text writes with their year.

    >>> read_dates("no dia 14/12/2026, ou 2026-12-15, e não 31/02/2026")
    ['2026-12-14', '2026-12-15']
    """
    return _tell(find_written(text), date.min)


def read(text: str, today: date, language: str = "", when: When = "future") -> list[str]:
    """Those days, and the ones that a text names in words: "Friday", "the fifth of May".

    `language` is that of a text that is read for a day: it may name one without its year, which is the next
    such day, and as shortly as people do ("sexta que vem"). `when`: what the day is of, if nothing to come.

    >>> read("04/12", date(2026, 11, 30), "pt"), read("04/12", date(2026, 11, 30), "en")
    (['2026-12-04'], ['2027-04-12'])
    """
    # With its year before those without.
    written = sorted(find_written(text, language), key=lambda each: not each.year)
    return list(map(str, day_names.read(text, today, bool(language), written, when)))


def read_sought(text: str, today: date) -> list[str]:
    """Those of them by which something may be looked up: none that is said by the way."""
    return list(dict.fromkeys([*read_dates(text), *map(str, day_names.read_sought(text, today))]))


def find_places(text: str) -> list[tuple[int, int]]:
    """Where days are named, as far as what is said around them goes: "na sexta que vem".

    >>> text = "no galpão, na sexta que vem"
    >>> [text[start:end] for start, end in find_places(text)]
    ['na sexta que vem']
    """
    return [widen(text, start, end) for start, end in sorted(list_spans(text))]


def list_spans(text: str) -> list[tuple[int, int]]:
    """Where days are named, each as it is written."""
    spans = [(each.at, each.at + len(each.text)) for each in day_names.find(text, wanted=True)]
    spans += [match.span() for match, _days in day_names.find_ahead(text)]
    return [*spans, *(match.span() for match in _find_digits(text))]


def widen(text: str, start: int, end: int) -> tuple[int, int]:
    """The place of a day or a time with what leads to it and what stands behind it: "no dia", "que vem"."""
    while before := _pattern_before_places().search(text, max(0, start - BEFORE), start):
        start = before.start()
    behind = _pattern_behind_days().match(text, end)
    return start, behind.end() if behind else end


def _tell(days: Iterable[NamedDay], today: date) -> list[str]:
    return list(dict.fromkeys(str(found) for each in days if (found := each.next_after(today)) is not None))


@cache
def _pattern_before_places() -> re.Pattern[str]:
    words = BEFORE_DAYS | join_languages("BEFORE_DAY") | past_days.list_past_words()
    return re.compile(rf"(?<!\w)(?:{either(words)})\s+$", re.IGNORECASE)


@cache
def _pattern_behind_days() -> re.Pattern[str]:
    words = join_languages("BEHIND_DAY") | past_days.list_past_words()
    return re.compile(rf"\s+(?:{either(words)})(?!\w)", re.IGNORECASE)
