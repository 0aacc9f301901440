"""The words of days as patterns and tables: weekdays, months and numbers, in every language."""

import re
from collections.abc import Mapping
from functools import cache

from django.utils import translation
from django.utils.dates import MONTHS, MONTHS_3, MONTHS_AP, WEEKDAYS, WEEKDAYS_ABBR
from django.utils.formats import get_format

from language import number_words
from language.function_words import FILE
from language.language_data import common_words
from language.lexicon import LANGUAGES, join_words
from language.normalise import either, normalise
from language.spoken_languages import CODES

MOST = 31  # days of a month
LAST_LETTER = re.compile(r"(\w)\b")
ARTICLES = join_words("ARTICLES", file=FILE)


def _in_each_language(names: Mapping[int, object]) -> dict[str, int]:
    found: dict[str, int] = {}
    for code in CODES:
        with translation.override(code):
            for number, name in names.items():
                found[str(name).lower()] = found[normalise(str(name))] = number
    return found


@cache
def name_weekdays() -> dict[str, int]:
    """The names, also of more than one ("Sundays", "segundas-feiras") and shortened ("thurs")."""
    return {**_short_of("WEEKDAYS_SHORT"), **_list_whole_weekdays()}


@cache
def _list_whole_weekdays() -> dict[str, int]:
    names = _in_each_language(WEEKDAYS)
    return {LAST_LETTER.sub(r"\1s", name): number for name, number in names.items()} | names


def _short_of(table: str) -> dict[str, int]:
    """A table of all languages, its names as they are written and as they are compared."""
    return {
        written: number
        for lists in LANGUAGES.values()
        for name, number in getattr(lists, table).items()
        for written in (name.lower(), normalise(name))
    }


@cache
def name_days_ahead() -> dict[str, int]:
    return _short_of("DAYS_AHEAD")


@cache
def name_months() -> dict[str, int]:
    return _in_each_language(MONTHS)


@cache
def list_capitals() -> frozenset[str]:
    """The months, in small letters, that their languages begin with a capital: small, they may be a verb."""
    names: set[str] = set()
    for code in CODES:
        with translation.override(code):
            names.update(map(str, MONTHS.values()))
    return frozenset(name.lower() for name in names) - names


@cache
def list_numbers() -> dict[str, int]:
    """Days of a month in words: "five", "fifth"; no article, "um marco" is no day of March."""
    numbers = {**number_words.table().small, **number_words.list_ordinals()}
    return {
        " ".join(each): day for each, day in numbers.items() if day <= MOST and not ARTICLES.issuperset(each)
    }


@cache
def match_weekdays() -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{either(name_weekdays())})(?!\w)", re.IGNORECASE)


@cache
def name_short_weekdays() -> dict[str, int]:
    short = {re.split("[- ]", name)[0]: number for name, number in _list_whole_weekdays().items()}
    return _in_each_language(WEEKDAYS_ABBR) | short | name_weekdays()


@cache
def match_every_weekday() -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{either(name_short_weekdays())})(?!\w)", re.IGNORECASE)


@cache
def match_short_weekdays(alone: bool = False) -> re.Pattern[str]:
    before = either(words for lists in LANGUAGES.values() for words in lists.BEFORE_SHORT_DAY)
    short = either(name.split("-")[0] for name in _list_whole_weekdays() if "-" in name)
    leads = "" if alone else rf"(?:{before})\s+"
    return re.compile(rf"(?<!\w){leads}({short})(?![\w-])(?=(?:\s+(\w+))?)", re.IGNORECASE)


@cache
def match_days_ahead() -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{either(name_days_ahead())})(?!\w)", re.IGNORECASE)


@cache
def match_asides() -> re.Pattern[str]:
    before = either(words for lists in LANGUAGES.values() for words in lists.BEFORE_NO_DAY)
    days = either((*name_days_ahead(), *name_weekdays()))
    return re.compile(rf"(?<!\w)(?:{before})\s+(?:\w{{1,3}}\s+)?(?:{days})(?!\w)", re.IGNORECASE)


@cache
def match_months() -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{either(name_months())})(?!\w)", re.IGNORECASE)


@cache
def name_short_months() -> dict[str, int]:
    """The months as people shorten them beside a day: "dez", "sept".

    Of Django's short names those count that begin one month of their language: "puede" is none.
    """
    return {short: number for code in CODES for short, number in _short_months(code).items()}


@cache
def _short_months(code: str) -> dict[str, int]:
    with translation.override(code):
        whole = {number: normalise(str(name)) for number, name in MONTHS.items()}
        short = [
            (str(name).lower().rstrip("."), number)
            for names in (MONTHS_3, MONTHS_AP)
            for number, name in dict(names).items()
        ]
    return {
        written: number
        for name, number in short
        for written in (name, normalise(name))
        if [each for each in whole if whole[each].startswith(normalise(name))] == [number]
        and name not in name_months()
    }


@cache
def list_leading_months() -> frozenset[str]:
    """The short months that may stand before their day: those of languages that write the month first."""
    return frozenset(name for code in CODES if is_month_first(code) for name in _short_months(code))


@cache
def list_doubtful_months() -> frozenset[str]:
    """The short months that are a common word of a language that shortens no month so: "out", "set"."""
    return frozenset(
        name
        for name in name_short_months()
        if any(name in common_words(code) for code in CODES if name not in _short_months(code))
    )


@cache
def is_month_first(language: str) -> bool:
    """Whether dates are read the month first, as Django's formats of the language say."""
    written = get_format("DATE_INPUT_FORMATS", language, use_l10n=True)
    first = next((each for each in written if "/" in each and "%d" in each and "%m" in each), "%d/%m")
    return first.index("%m") < first.index("%d")


@cache
def match_short_months() -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{either(name_short_months())})(?!\w)", re.IGNORECASE)
