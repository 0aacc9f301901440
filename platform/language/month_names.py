"""Months that are named in words: "November's bill", "a fatura de outubro de 2025", "el mes pasado".

The names are Django's, as those of days. A month without its year is one of the two that come, else the last
one of its name: bills and statements are what people ask for by the month.

>>> read("a fatura de novembro", date(2026, 3, 4)), read("no dia 5 de maio", date(2026, 3, 4))
(['2025-11'], [])
"""

import re
from collections.abc import Iterator
from datetime import date
from functools import cache

from language import day_numbers
from language.day_names import LAST_WORD
from language.day_numbers import YEAR
from language.ellipsis import is_elliptic
from language.function_words import FILE, OF, is_small
from language.lexicon import LANGUAGES, join_words
from language.normalise import normalise

YEAR_MONTHS, AHEAD = 12, 2
PREPOSITIONS = join_words("PREPOSITIONS", file=FILE)
BELONGING = OF | join_words("ABOUT")
NEXT_WORD = re.compile(r"\s+([^\W\d_]+)")


def read(text: str, today: date) -> list[str]:
    """The months that a text names, as `YYYY-MM`."""
    return list(dict.fromkeys(_find(text, today)))


def read_sought(text: str, today: date) -> list[str]:
    """Those of them by which something may be looked up: a thing's own, and none that only tells when.

    >>> read_sought("November's bill", date(2026, 11, 30)), read_sought("e a de outubro?", date(2026, 11, 30))
    (['2026-11'], ['2026-10'])
    >>> read_sought("I pay more since October", date(2026, 11, 30))
    []
    """
    return list(dict.fromkeys(_find(text, today, sought=True)))


def _find(text: str, today: date, sought: bool = False) -> Iterator[str]:
    days = [(each.at, each.at + len(each.text)) for each in day_numbers.find_dates(text)]
    for match in day_numbers.find_months(text):
        if any(start <= match.start() < end for start, end in days) or _may_be_a_verb(text, match):
            continue
        if sought and _tells_when(text, match):
            continue
        month, year = day_numbers.number_month(match[0]), YEAR.match(text, match.end())
        ahead = (month - today.month) % YEAR_MONTHS
        at = today.year * YEAR_MONTHS + today.month - 1 + (ahead if ahead <= AHEAD else ahead - YEAR_MONTHS)
        yield f"{int(year[1]) if year else at // YEAR_MONTHS:04}-{month:02}"
    for match in _pattern_of_back().finditer(text):
        if sought and _tells_when(text, match):
            continue
        at = today.year * YEAR_MONTHS + today.month - 1 + _back()[normalise(match[0])]
        yield f"{at // YEAR_MONTHS:04}-{at % YEAR_MONTHS + 1:02}"


def _tells_when(text: str, match: re.Match[str]) -> bool:
    """Whether a month is no thing's own: the preposition before it is none of belonging ("since", "em")."""
    before = LAST_WORD.search(text[: match.start()])
    word = normalise(before[1]) if before is not None else ""
    return word in PREPOSITIONS and word not in BELONGING and not is_elliptic(text)


def _may_be_a_verb(text: str, match: re.Match[str]) -> bool:
    """Whether "may" is none: as typed in small letters, or before "I" at the beginning."""
    if not is_small(normalise(match[0])):
        return False
    behind = NEXT_WORD.match(text, match.end())
    begins = (
        not text[: match.start()].strip(" ¿¡\"'") and behind is not None and is_small(normalise(behind[1]))
    )
    return match[0].islower() or begins


@cache
def _back() -> dict[str, int]:
    return {
        written: months
        for lists in LANGUAGES.values()
        for name, months in lists.MONTHS_AHEAD.items()
        for written in (name, normalise(name))
    }


@cache
def _pattern_of_back() -> re.Pattern[str]:
    names = "|".join(map(re.escape, sorted(_back(), key=len, reverse=True)))
    return re.compile(rf"(?<!\w)(?:{names})(?!\w)", re.IGNORECASE)
