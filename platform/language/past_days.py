"""Days that are gone: what says that a day is one, and which values are days of what has happened.

>>> [days for _, days in find_ago("hace tres días, or two weeks ago")]
[-3, -14]
>>> [when_of((name,)) for name in ("treated_on", "fecha de la compra", "día de la visita", "day")]
['past', 'past', 'future', 'nearest']
"""

import re
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from functools import cache
from typing import Literal

from language import day_words
from language.day_numbers import NEAR, QUARTER, NamedDay
from language.day_words import ARTICLES
from language.lexicon import LANGUAGES, join_languages
from language.normalise import either, normalise, words

When = Literal["past", "future", "nearest", "any"]
"""What a day is of: what has happened, what is to come, nobody knows; or every day that words may mean."""
ENDED = (
    "ed"  # how a field's name in English ends what has happened: `treated_on`; a sentence uses it of all days
)
SHORTEST = 5  # letters of such a word


@cache
def when_of(texts: Iterable[str]) -> When:
    """What a value's day is of, by its name and what is told of it: the first text that says one of both."""
    gone, to_come = join_languages("DAYS_GONE"), join_languages("DAYS_TO_COME")
    for text in texts:
        said = words(text.replace("_", " "))
        ended = (word for word in said if " " not in text and word.endswith(ENDED) and len(word) >= SHORTEST)
        happened = any(word in gone for word in said) or any(ended)
        if any(word in to_come for word in said):
            return "future"
        if happened:
            return "past"
    return "nearest"


def tell(day: NamedDay, text: str, today: date, when: When) -> list[date]:
    """The dates that a named day of a text may be; none where that is not what is asked for."""
    following = day.next_after(today)
    last = day.last_before(today) if when != "future" and not day.year else None
    if day.year or when == "any":
        meant = [following, last]
    elif when == "past" or is_gone(day, text):
        meant = [last if when != "future" else None]
    else:
        is_near = bool(day.month) and last is not None and today - last <= timedelta(QUARTER)
        meant = [last if is_near else following]
    return [each for each in meant if each is not None]


def is_gone(day: NamedDay, text: str) -> bool:
    """Whether a text says of a day that it is gone: "last Friday", "el lunes pasado", "foi na sexta"."""
    before, behind = _patterns_beside()
    return bool(before.search(text, max(0, day.at - NEAR), day.at) or behind.match(text, day.end))


def find_ago(text: str) -> Iterator[tuple[re.Match[str], int]]:
    """How many days lie before those that are said to be so long ago, below none."""
    for pattern in _patterns_ago():
        for match in pattern.finditer(text):
            number, unit = normalise(match["number"]), normalise(match["unit"])
            count = 1 if number in ARTICLES else day_words.list_numbers().get(number)
            count = int(number) if number.isdigit() else count
            if count is not None:
                yield match, -count * _units()[unit]


@cache
def list_past_words() -> frozenset[str]:
    """What stands beside a day that is gone, as it is written with its accents and without."""
    return spell_all("PAST_DAY")


def spell_all(name: str) -> frozenset[str]:
    """A list of all languages as it is written, with its accents and without."""
    listed = [each for lists in LANGUAGES.values() for each in getattr(lists, name)]
    return frozenset((*listed, *map(normalise, listed)))


@cache
def _units() -> dict[str, int]:
    return {
        normalise(name): int(days) for lists in LANGUAGES.values() for name, days in lists.AGO_UNITS.items()
    }


@cache
def _patterns_ago() -> tuple[re.Pattern[str], ...]:
    units = either(spell_all("AGO_UNITS"))
    count = rf"(?P<number>\d{{1,3}}|[^\W\d_]{{1,14}})\s{{1,3}}(?P<unit>{units})"
    before, behind = either(spell_all("AGO_BEFORE")), either(spell_all("AGO_BEHIND"))
    return (
        re.compile(
            rf"(?<!\w)(?:{before})\s{{1,3}}{count}(?!\w)(?:\s{{1,3}}(?:{behind})(?!\w))?", re.IGNORECASE
        ),
        re.compile(rf"(?<!\w)(?<!\w\s)(?!(?:{before})\s){count}\s{{1,3}}(?:{behind})(?!\w)", re.IGNORECASE),
    )


@cache
def _patterns_beside() -> tuple[re.Pattern[str], re.Pattern[str]]:
    gone, was = either(list_past_words()), either(spell_all("WAS_DAY"))
    before = rf"(?<!\w)(?:(?:{gone})|(?:{was})(?:\s\w{{1,4}}){{0,2}})\s{{1,3}}\Z"
    return re.compile(before, re.IGNORECASE), re.compile(rf"\s{{1,3}}(?:{gone})(?!\w)", re.IGNORECASE)
