"""GND: a sentence with a figure, an identifier or a date that nobody said does not leave.

An invented invoice.
"""

import re
from collections.abc import Iterable
from datetime import date, timedelta
from functools import cache, lru_cache
from itertools import chain, combinations

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from agents.facts import SMALL, CheckableFact, collect_spellings, facts, of_tools
from agents.guardrails.base import About, Rail, allow, change
from conversations.turn import RailDecision
from language import clock_times, day_names, day_numbers, days, quantities
from language.function_words import is_small
from language.lexicon import join_languages
from language.normalise import either, fold

STARS = "***"
WEEKDAY = "weekday {}"
COMING = "coming weekday {}"
ANY_YEAR = "{} of any year"  # a day that was said without one
YEARS_NEAR = 1  # before and behind this one, of which that day may be
ANY_UNIT = "{} of anything"
NUMBER = re.compile(r"\d+(?:[.,]\d+)?")
PART = " %"
DATE = re.compile(r"\d{4}-\d\d-\d\d")
DAY_OF_MONTH = re.compile(r"\d\d-\d\d")
NEAR = 20  # letters before a weekday in which stands that it is the next
TIME_OF_DAY = re.compile(r"\d\d:\d\d")
MEASURE = re.compile(r"([\d.]+) (min|h)")
LOOSE = frozenset({"s", "day", "week", "%"})  # units of what is said in many ways: "a week", "seven days"
ALWAYS = "24 h"  # the whole day
QUARTERS = frozenset({"00", "15", "30", "45"})
HOURS = range(25)
HOUR = "hour {}"  # that the user named: "half past five" is 17:30
NAMED = 10  # that a reason lists
RECKONED = 24  # figures, times, spans that are reckoned with: of more, everything would be the sum of some
COUNTS = frozenset(range(SMALL + 1))  # of which everything would be a multiple
TIMES = range(2, 13)  # of one thing
YEARS = range(1900, 2101)
DIGITS = 3  # of a bare number that is a claim: below it are hours, days and counts that anybody may name
MONEY = re.compile(
    r"(?:[$€£%]|\b(?:R\$|US\$|USD|BRL|EUR|MXN|ARS|COP|CLP|reais|d[oó]lares|dollars|euros|pesos)\b)", re.I
)
UNIT = re.compile(r"\d{1,4}[^\W\d_]{1,3}|\d{1,2}h\d{2}|[^\W\d_]{1,3}\d|24/7|[1-3]/[2-4]|\d{1,2}[.,]\d", re.I)
BESIDE = 8  # letters before and behind a number in which a sign of money or percent counts


class Gnd(Rail):
    """Reads one sentence at a time.

    What it claims must stand in what tools, documents, the user, prompts or the company's own texts say, be
    a day that the user's words or the sentence's own ("tomorrow") give, or be the sum, difference, product or
    percentage of such figures; a time of day also one that lies a said span before or behind a said one.

    Masked, each is starred; refused, the sentence is.
    """

    code = "GND"
    title = _("Figures and numbers that nobody said")
    sees = "sentence"
    reads_claims = True
    phases = ("output",)

    def check(self, text: str, about: About) -> RailDecision:
        claimed = [_with_year(fact) for fact in facts(text) if is_claim(fact, text)]
        claimed += [*_find_amounts(text), *_find_days(text), *_find_weekdays(text), *_find_times(text)]
        claimed += _find_measures(text, about.language)
        if not claimed:
            return allow(self.code, about)
        said = _collect_said(about) | _collect_days(day_names.list_ahead(text, timezone.localdate()))
        lost = [fact for fact in claimed if not fact.spellings & said]
        if lost:
            reckoned = _combine_figures(said) | _move_times(said)
            lost = [fact for fact in lost if not fact.spellings & reckoned]
        if not lost:
            return allow(self.code, about)
        left, behind = text, len(text)
        for fact in sorted(lost, key=lambda fact: -fact.at):
            end = min(fact.at + len(fact.text), behind)  # "500" and "500 mg" are two claims at one place
            left, behind = f"{left[: fact.at]}{STARS}{left[end:]}", fact.at
        named = ", ".join(dict.fromkeys(fact.text for fact in lost[:NAMED]))
        reason = f"not from a tool, the user or an author: {named}"
        return change(self.code, about, reason, left, flagged_sections=[fact.text for fact in lost[:NAMED]])


def is_claim(fact: CheckableFact, text: str) -> bool:
    """Whether a fact says something that nobody may make up; small numbers, years and units do not."""
    if MONEY.search(text[max(0, fact.at - BESIDE) : fact.at + len(fact.text) + BESIDE]):
        return True
    if not fact.text.isdigit():
        return not UNIT.fullmatch(fact.text)
    return len(fact.text) >= DIGITS and not (len(fact.text) == 4 and int(fact.text) in YEARS)


def _with_year(fact: CheckableFact) -> CheckableFact:
    """A date that has its year is that year's; so is one that is said without, where the year is near."""
    whole = {each for each in fact.spellings if DATE.fullmatch(each)}
    return fact._replace(spellings=_spell_whole(whole)) if whole else fact


def _spell_whole(days: Iterable[str]) -> frozenset[str]:
    this = timezone.localdate().year
    near = {ANY_YEAR.format(each[5:]) for each in days if abs(int(each[:4]) - this) <= YEARS_NEAR}
    return frozenset({*days, *near})


def _collect_said(about: About) -> set[str]:
    tools, user = list(of_tools(about.tool_results)), (*about.said, *about.own_values)
    told = chain(tools, user, about.prompts, about.authored, about.grounds, about.asked, _days())
    found = {spelling for text in told for spelling in _collect_words(text)}
    for text in tools:  # a tool says "dose_mg: 5", without the unit
        if NUMBER.fullmatch(text):
            found |= {ANY_UNIT.format(each) for each in collect_spellings(text)}
    today = timezone.localdate()
    for text in about.said:
        found |= _collect_days(date.fromisoformat(day) for day in days.read(text, today, when="any"))
        hours = quantities.list_hours(quantities.find(text))
        found |= {HOUR.format(hour % 12) for hour in hours if hour in HOURS}
    return found


def _collect_days(days: Iterable[date]) -> set[str]:
    """The spellings of days that are worked out: the date, the day of its month, the weekday."""
    return {
        spelling
        for day in days
        for spelling in (day.isoformat(), f"{day:%m-%d}", WEEKDAY.format(day.weekday()))
    }


@lru_cache(maxsize=512)  # an answer's sentences are read one by one, by the same texts
def _collect_words(text: str) -> frozenset[str]:
    """The spellings of all that a text says: figures, days, times, quantities."""
    weekdays = day_names.list_weekdays(text)
    dated = {date.fromisoformat(each).weekday() for each in days.read_dates(text)}
    found = (*_find_amounts(text), *_find_exact_times(text), *_list_measures(text))
    return frozenset(
        {
            *(spelling for each in facts(text) for spelling in _spell_said(each)),
            *(spelling for each in found for spelling in each.spellings),
            *(spelling for each in day_numbers.find_dates(text) for spelling in _spell_day(each)),
            *(WEEKDAY.format(day) for day in weekdays | dated),
            *(COMING.format(day) for day in weekdays),
        }
    )


def _spell_said(fact: CheckableFact) -> set[str]:
    """How a fact that was said may be told; a day without its year also with one."""
    yearless = all(DAY_OF_MONTH.fullmatch(each) for each in fact.spellings)
    return {*fact.spellings, *(ANY_YEAR.format(each) for each in fact.spellings if yearless)}


def _spell_day(day: day_numbers.NamedDay) -> set[str]:
    """The same of one that is named by its month."""
    number = f"{day.month:02}-{day.day:02}"
    return {number, f"{day.year:04}-{number}" if day.year else ANY_YEAR.format(number)}


def _find_weekdays(text: str) -> Iterable[CheckableFact]:
    """The one weekday on which something is to be; several are opening hours, said in too many ways."""
    found = [*day_names.find_weekdays(text)]
    for each in found if len(found) == 1 else ():
        spellings = {WEEKDAY.format(each.weekday)}
        first = each.next_after(timezone.localdate())
        if first is not None and is_coming(text, each.at, each.end):
            spellings = {COMING.format(each.weekday), str(first), str(first + timedelta(weeks=1))}
        yield CheckableFact(each.text, frozenset(spellings), each.at)


def _find_days(text: str) -> Iterable[CheckableFact]:
    """Each day that is named by its month: "the fifth of May"."""
    for each in day_numbers.find_dates(text):
        number = f"{each.month:02}-{each.day:02}"
        spellings = _spell_whole({f"{each.year:04}-{number}"}) if each.year else frozenset({number})
        yield CheckableFact(each.text, spellings, each.at)


def is_coming(text: str, start: int, end: int) -> bool:
    """Whether what stands beside a weekday says that it is the next one.

    >>> is_coming("on next Friday", 8, 14), is_coming("on Friday", 3, 9)
    (True, False)
    """
    before, behind = _compile_coming()
    return bool(
        before.search(fold(text[max(0, start - NEAR) : start])) or behind.match(fold(text[end : end + NEAR]))
    )


@cache
def _compile_coming() -> tuple[re.Pattern[str], re.Pattern[str]]:
    words = either(join_languages("COMING_DAY"))
    return (
        re.compile(rf"(?<!\w)(?:{words})\s+$", re.IGNORECASE),
        re.compile(rf"\s+(?:{words})(?!\w)", re.IGNORECASE),
    )


def _find_amounts(text: str) -> Iterable[CheckableFact]:
    """Each amount of money in words."""
    for value, start, end in quantities.find_amounts(text):
        yield CheckableFact(text[start:end], frozenset({quantities.write(value)}), start)


def _find_exact_times(text: str) -> Iterable[CheckableFact]:
    for each in clock_times.find_written(text):
        if each.exact:
            yield CheckableFact(text[each.start : each.end], each.exact, each.start)


def _find_times(text: str) -> Iterable[CheckableFact]:
    """Each time of day, which may also be said as its hour alone: "from 9 to 18"."""
    for each in _find_exact_times(text):
        spellings = set(each.spellings)
        for spelling in each.spellings:
            hour, minutes = int(spelling[:2]), spelling[3:]
            spellings |= {f"{hour}", f"{hour % 12 or 12}", f"{hour} h"} if minutes == "00" else set()
            spellings |= {HOUR.format(hour % 12)} if minutes in QUARTERS else set()
        yield each._replace(spellings=frozenset(spellings))


def _list_measures(text: str, language: str = "") -> Iterable[CheckableFact]:
    """Each quantity with its unit."""
    for each in quantities.find(text, language):
        if each.unit:
            spellings = frozenset(f"{reading} {each.unit}" for reading in each.readings)
            yield CheckableFact(text[each.start : each.end], spellings, each.start)


def _find_measures(text: str, language: str) -> Iterable[CheckableFact]:
    """Each quantity in digits with its unit; an hour may be one of the day: "às 9h"."""
    for each in _list_measures(text, language):
        spellings = set(each.spellings)
        unit = each.text.lstrip("0123456789.,\xa0 -").lower()
        loose = any(spelling.split(" ")[1] in LOOSE for spelling in spellings)
        # "item 2 m" is no length where "m" may be a word
        if (
            loose
            or ALWAYS in spellings
            or not each.text.lstrip("-\u2212")[0].isdigit()
            or is_small(unit, strict=True)
        ):
            continue
        for spelling in each.spellings:
            number, unit = spelling.split(" ")
            spellings.add(ANY_UNIT.format(number))
            if unit == "h" and number.isdigit():
                spellings.add(f"{number:0>2}:00")
                # "às 9h" is an hour of the day; "cada 12 horas" is none
                spellings |= {number, HOUR.format(int(number) % 12)} if each.text[-1] in "hH" else set()
        yield each._replace(spellings=frozenset(spellings))


def _move_times(said: Iterable[str]) -> set[str]:
    """The times that lie a said span before or behind a said one: an end, an arrival.

    None where so many are said that every time would be one of them.
    """
    times, spans = set(), set()
    for each in said:
        if TIME_OF_DAY.fullmatch(each):
            times.add(each)
        elif measure := MEASURE.fullmatch(each):
            spans.add(quantities.convert(float(measure[1]), measure[2], "min") or 0)
    if max(len(times), len(spans)) > RECKONED:
        return set()
    return {clock_times.shift(time, sign * span) for time in times for span in spans for sign in (1, -1)}


def _days() -> Iterable[str]:
    """Yesterday, today and tomorrow: a model is told the date."""
    return [(timezone.localdate() + timedelta(days=days)).isoformat() for days in (-1, 0, 1)]


def _combine_figures(said: Iterable[str]) -> set[str]:
    """Sums, differences, products, small multiples and said percentages of the figures that were said, in the
    spelling of `facts`.
    """
    said = set(said)
    parts = [float(each.split(" ")[0]) / 100 for each in said if each.endswith(PART)]
    figures = sorted({float(each) for each in said if re.fullmatch(r"\d+(?:\.\d+)?", each)} - COUNTS)[
        :RECKONED
    ]
    made = {sum(figures), *(one * times for one in figures for times in TIMES)}
    for one, other in combinations(figures, 2):
        made |= {one + other, other - one, one * other}
    made |= {
        each for one in figures for part in parts for each in (one * part, one - one * part, one + one * part)
    }
    return {quantities.write(round(each, 2)) for each in made}
