"""Days that are named in words: "Friday", "el cinco de mayo", "May 5th".

The names are Django's, the numbers `num2words`', in every language of `language/data`.

>>> [str(each) for each in read("mejor el viernes, o el cinco de mayo", date(2026, 11, 28))]
['2027-05-05', '2026-12-04']
"""

import re
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from functools import cache
from itertools import pairwise

from django.utils import translation
from django.utils.dates import WEEKDAYS

from language import day_numbers, day_words, past_days
from language.acts.closed_list import read_closed
from language.day_numbers import NEAR, NamedDay
from language.day_words import ARTICLES
from language.function_words import FILE, is_small
from language.lexicon import begins, first_words, join_languages, join_words
from language.lexicon.phrase import plain
from language.normalise import normalise
from language.past_days import When

HOURS = 5
SPAN = 12  # letters between the two ends of a span
WORD = re.compile(r"[^\W_]+(?:[-'][^\W_]+)*[ºª°]?")
DIGITS = re.compile(r"(\d{1,2})(?:st|nd|rd|th|er|[ºª°])?", re.IGNORECASE)
LAST_WORD = re.compile(r"\b([^\W\d_]+)\s+$")
JOINTS = ARTICLES | join_words("INSIDE_NAMES", file=FILE)  # between a day and its month: "de", "of", "the"
BEFORE_DAYS = join_words("ARTICLES", "BEFORE_PLACES", file=FILE) - join_words("NO_WORDS")
OTHER_DAY = first_words(join_languages("OTHER_DAY"))
AROUND = join_words("SOFT", "FILL", "NEGATE", "CONTRAST")
SMALL_BEHIND = join_words("AND", "CONTRAST", "PLEASE") | JOINTS
YEAR = re.compile(r",?(?:\s+[^\W\d_]{2,3})?\s+(\d{4})(?!\w)")


def find(text: str, wanted: bool = False, written: Iterable[NamedDay] = ()) -> list[NamedDay]:
    """All days that are named, by their number, their weekday or both; the rest as in `read`."""
    numbered = [*written, *day_numbers.find(text, wanted)]
    return day_numbers.join(text, numbered, [*find_weekdays(text, wanted)])


def find_weekdays(text: str, wanted: bool = False) -> Iterator[NamedDay]:
    """The days that are named by their weekday: in full, or as people shorten it behind a word that leads to
    a day and before nothing that it counts.

    Where a day is `wanted`, no such word need stand before it; behind an article it counts: "the second".

    >>> [each.text for each in find_weekdays("na terça? não, na segunda via, ou a segunda")]
    ['terça']
    >>> [each.text for each in find_weekdays("sexta que vem, e não a segunda", wanted=True)]
    ['sexta']
    """
    for match in day_words.match_weekdays().finditer(text):
        yield NamedDay(match[0], match.start(), day_words.name_weekdays()[normalise(match[0])])
    for match in day_words.match_short_weekdays(wanted).finditer(text):
        behind = normalise(match[2] or "")
        goes_on = (
            behind in SMALL_BEHIND
            or behind in past_days.list_past_words()
            or (wanted and (is_small(behind) or behind[:1].isdigit()))
        )
        if behind and not goes_on:
            continue
        before = _find_word_before(text, match.start(1)) if wanted else None
        if before is not None and normalise(before[1]) in ARTICLES:
            continue
        yield NamedDay(match[1], match.start(1), day_words.name_short_weekdays()[normalise(match[1])])


def list_weekdays(text: str) -> set[int]:
    """All weekdays that a text names, also shortly ("Mon", "segunda"), with those of a span between two.

    Of opening hours (`HOURS` days or more) the others are named, too: closed.

    >>> sorted(list_weekdays("Mon-Wed")), sorted(list_weekdays("de sexta a domingo"))
    ([0, 1, 2], [4, 5, 6])
    """
    found = list(day_words.match_every_weekday().finditer(text))
    days = [day_words.name_short_weekdays()[normalise(each[0])] for each in found]
    named = set(days)
    for (one, first), (other, last) in pairwise(zip(found, days, strict=True)):
        if other.start() - one.end() <= SPAN:
            named |= {(first + step) % 7 for step in range((last - first) % 7)}
    return named if len(named) < HOURS else set(range(7))


def read(
    text: str,
    today: date,
    wanted: bool = False,
    written: Iterable[NamedDay] = (),
    when: When = "future",
) -> list[date]:
    """The days that are named, each the next one of its name, or by how many lie before them: "tomorrow".

    `wanted`: the text is read for a day, and a shortened one may stand alone. `written` are those in digits.
    `when`: what the day is of ("last Friday" is none of what is to come).

    >>> [str(day) for day in read("mañana por la mañana, o los domingos", date(2026, 11, 27))]
    ['2026-11-29', '2026-11-28']
    """
    named = [day for each in find(text, wanted, written) for day in past_days.tell(each, text, today, when)]
    return list(dict.fromkeys([*named, *list_ahead(text, today, when)]))


def list_ahead(text: str, today: date, when: When = "future") -> list[date]:
    """The days that are named by how many lie before them, or behind them: "tomorrow", "three days ago"."""
    signs = {"future": (0, 1), "past": (0, -1)}.get(when, (-1, 0, 1))
    ahead = [days for _, days in find_ahead(text) if (days > 0) - (days < 0) in signs]
    return [today + timedelta(days) for days in ahead]


def read_sought(text: str, today: date) -> list[date]:
    """The days by which something may be looked up.

    None of a farewell or a habit, and not today: "I'd like to see my invoices today" says when.

    >>> read_sought("hoy quiero verlas, como todos los viernes. Gracias, hasta mañana", date(2026, 11, 27))
    []
    """
    return [day for day in read(day_words.match_asides().sub(" ", text), today) if day != today]


def find_ahead(text: str) -> Iterator[tuple[re.Match[str], int]]:
    """How many days lie before those that are named so; "por la mañana" names none."""
    yield from past_days.find_ago(text)
    for match in day_words.match_days_ahead().finditer(text):
        before = _find_word_before(text, match.start())
        if " " in match[0] or before is None or normalise(before[1]) not in ARTICLES:
            yield match, day_words.name_days_ahead()[normalise(match[0])]


def begins_with_day(text: str) -> bool:
    """Whether a day's name is the first that a text says: "tomorrow", "Friday at noon"."""
    named = (*day_words.match_days_ahead().finditer(text), *day_words.match_weekdays().finditer(text))
    return any(match.start() == 0 for match in named)


def _find_word_before(text: str, at: int) -> re.Match[str] | None:
    return LAST_WORD.search(text, max(0, at - NEAR), at)


def names_other(text: str, days: Iterable[date]) -> bool:
    """Whether a text names a day that is none of these."""
    known = list(days)
    return bool(known) and any(not any(map(each.is_same, known)) for each in find(text, wanted=True))


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
            start = each.at
            while (word := _find_word_before(text, start)) and normalise(word[1]) in BEFORE_DAYS:
                start = word.start()
            text = text[:start] + text[each.at + len(each.text) :]
    return text


@cache
def name_weekday(number: int, language: str) -> str:
    """How a language calls a day of the week, 0 the first.

    >>> name_weekday(0, "es"), name_weekday(0, "en")
    ('lunes', 'Monday')
    """
    with translation.override(language):
        return str(WEEKDAYS[number])


def warm() -> None:
    """Reads the names, which takes a fifth of a second."""
    read("na quinta, dia 5 de maio, 2 out", date(2000, 1, 1), wanted=True)
    day_words.match_every_weekday(), day_words.match_asides()
