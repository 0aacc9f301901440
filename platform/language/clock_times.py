"""Times of day that are named in words: "às cinco da tarde", "half past two", "17h30".

How an hour is said is a file a language (`data/*/clock.yaml`), the numbers are `num2words`'. (Of libraries,
ovos-date-parser 0.29 takes "table for 4" for 16:00 and misses "half past two", and dateparser reads digits.)

>>> read("a las 5 y media"), read("às 9 da manhã ou ao meio-dia"), read("espero há 5 horas")
(['17:30'], ['09:00', '12:00'], [])
"""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any, NamedTuple

from language import day_names, number_words
from language.function_words import is_small
from language.language_data import load
from language.lexicon import join_words
from language.normalise import either, normalise
from language.spoken_languages import CODES

DAY = 24 * 60  # minutes
NOON, HOURS = 12, 24
# Without a part of the day, one to six are after noon: nobody makes an appointment "at five" for the dawn.
EARLY = 7
LONGEST = 2000  # characters of a text that are read
WRITTEN = re.compile(
    r"(?<![\d:])(?<!\d[.,/])(?<![^\W\d]-)(?P<hour>[01]?\d|2[0-4])"
    r"(?:(?:\s?[:h]\s?|\.(?=\d\d\s?[ap]\.?\s?m\b))(?P<minute>[0-5]\d)"
    r"(?::\d\d(?:\.\d+)?(?:[+-]\d\d:?\d\d)?)?Z?(?![\d:])"
    r"(?:\s?(?:min|h(?:rs|oras)?)\b\.?)?|\s?h(?:s|rs)?(?![\w:])|(?=\s?[ap]\.?\s?m\b))"
    r"(?:\s?(?P<half>[ap]\.?\s?m)\b\.?)?",
    re.IGNORECASE,
)
QUARTERS = (15, 30, 45)
NONE = 60  # no number of an hour
BEFORE = 20  # letters before a number of hours in which a word says that they are a span
NEXT_WORD = re.compile(r"\s+([^\W\d_]+)")
GOES_ON = join_words("PLEASE", "CONTRAST", "AND")  # none of them is what a number counts


class NamedTime(NamedTuple):
    """A time of day as `HH:MM`, and where it stands.

    `exact` are the times that it says in digits with minutes or a half of the day, neither guessed.
    """

    value: str
    start: int
    end: int
    exact: frozenset[str] = frozenset()


def read(text: str) -> list[str]:
    """The times that are named, as `HH:MM`, in their order."""
    return list(dict.fromkeys(each.value for each in find(text)))


def read_bare(text: str, asked: bool = True) -> list[str]:
    """The time that a reply to "when?" says with no word that leads to an hour.

    Not `asked` for it, only one that says its half or quarter and nothing else.

    >>> read_bare("umas 9 e meia"), read_bare("half nine or so"), read_bare("9", asked=False)
    (['09:30'], [], [])
    """
    said = text.strip()[:LONGEST].split()
    while said and not said[0][0].isdigit() and is_small(normalise(said[0])):
        said = said[1:]
    for code in CODES:
        text = f"{load(code, 'clock')['leads'][0]} {' '.join(said)}"
        found = find(text)
        alone = len(found) == 1 and found[0].end == len(text) and int(found[0].value[3:]) in QUARTERS
        if found and (asked or alone):
            return [each.value for each in found]
    return []


def find(text: str) -> list[NamedTime]:
    """The same with their places; of two readings of the same words the longer one."""
    text = text[:LONGEST]
    found: list[NamedTime] = []
    readings = _find_all(text) if _pattern_of_signs().search(text) else ()
    for each in sorted(readings, key=lambda reading: reading.start - reading.end):
        if all(each.end <= other.start or each.start >= other.end for other in found):
            found.append(each)
    return sorted(found, key=lambda each: each.start)


def _find_all(text: str) -> Iterator[NamedTime]:
    """Each reading of each language."""
    for code in CODES:
        for match in _pattern_of_names(code).finditer(text):
            value = str(_table(code, "named")[normalise(match["name"])])
            before = match["before"] and normalise(match["before"])
            if before and not _pattern_of_between(code).search(
                text, max(0, match.start() - BEFORE), match.start()
            ):
                value = shift(value, (_table(code, "before_named") | _table(code, "before"))[before])
            yield NamedTime(value, match.start(), match.end())
    for kind in ("before", "part", "lead"):
        for code in CODES:
            pattern = _patterns(code)[kind]
            for match in pattern.finditer(text) if pattern is not None else ():
                told = match.groupdict()
                says_more = any(told.get(name) for name in ("before", "part", "unit", "behind", "minute"))
                is_time = says_more or (load(code, "clock")["bare"] and not _counts(text, match.end()))
                hour, part = _number(told["hour"] or "", code), told.get("part")
                part = str(_table(code, "parts")[normalise(part)]) if part else ""
                two = told.get("joint") and (_number(told["minute"] or "", code) or NONE) <= HOURS
                if two and _pattern_of_between(code).search(
                    text, max(0, match.start() - BEFORE), match.start()
                ):
                    for name in ("hour", "minute"):
                        if value := _tell(told, _number(told[name] or "", code), 0, part, text):
                            yield NamedTime(value, *match.span(name))
                elif is_time and (value := _tell(told, hour, _read_minutes(told, code), part, text)):
                    yield NamedTime(value, match.start(), match.end())
    yield from find_written(text)


def find_written(text: str) -> Iterator[NamedTime]:
    """The times in digits: "17h30", "9:30 p.m.", "8:15 da noite", "9h"; no span of hours.

    >>> [(each.value, sorted(each.exact)) for each in find_written("at 5:15 p.m., 09:30 or 2:30")]
    [('17:15', ['05:15', '17:15']), ('09:30', ['09:30']), ('14:30', ['02:30'])]
    """
    for match in WRITTEN.finditer(text):
        hour, minute, end = int(match["hour"]), int(match["minute"] or 0), match.end()
        half = match["half"] and f"{match['half'][0].lower()}m"
        if not half and (part := _pattern_of_parts_behind().match(text, end)):
            half, end = _all_parts()[normalise(part[1])], part.end()
        if match["minute"] is None and not half and not EARLY <= hour < HOURS:
            continue
        if match["minute"] is None and _pattern_of_spans().search(
            text, max(0, match.start() - BEFORE), match.start()
        ):
            continue
        value = _tell(match.groupdict(), hour, minute, half or "", text)
        exact = {_write(hour, minute), *([value] if half else [])} if match["minute"] or half else ()
        yield NamedTime(value, match.start(), end, frozenset(exact))


def _counts(text: str, at: int) -> bool:
    """Whether the word behind a number is what it counts: "at 5 shops"."""
    word = NEXT_WORD.match(text, at)
    if word is None or is_small(normalise(word[1])) or normalise(word[1]) in GOES_ON:
        return False
    return not day_names.begins_with_day(text[word.start(1) :])


def _read_minutes(told: dict[str, str | None], code: str) -> int | None:
    """The minutes that stand before the hour or behind it; None where they are none."""
    for name in ("before", "behind"):
        if said := told.get(name):
            return int(_table(code, name)[normalise(said)])
    minute = _number(told.get("minute") or "0", code)
    sign = int(_table(code, "minutes").get(normalise(told.get("joint") or ""), 1))
    return sign * minute if minute is not None and minute < 60 else None


def _tell(told: dict[str, str | None], hour: int | None, minutes: int | None, part: str, text: str) -> str:
    """The time of an hour as it is said; empty where the day has none such."""
    if hour is None or hour > HOURS or minutes is None:
        return ""
    if not part and hour < NOON:
        part = _find_part(text[:LONGEST])
    if 0 < hour <= NOON:
        if part == "am":
            hour %= NOON
        elif part == "night":
            hour = 0 if hour == NOON else hour if hour < 5 else hour + NOON
        elif part == "pm" or (hour < EARLY and not str(told["hour"]).startswith("0")):
            hour = hour % NOON + NOON
    return _write(hour, minutes)


@lru_cache(maxsize=64)
def _find_part(text: str) -> str:
    """The half of the day that a text speaks of anywhere; empty where it speaks of none."""
    if (found := _pattern_of_parts().search(text)) is None:
        return ""
    parts = (_table(each, "parts_anywhere").get(normalise(found[0])) for each in CODES)
    return str(next(filter(None, parts)))


def _write(hour: int, minutes: int) -> str:
    total = (hour * 60 + minutes) % DAY
    return f"{total // 60:02}:{total % 60:02}"


def shift(time: str, minutes: float) -> str:
    """A time so many minutes later, or earlier.

    >>> shift("16:45", 30), shift("00:10", -20)
    ('17:15', '23:50')
    """
    return _write(int(time[:2]), int(time[3:]) + int(minutes))


def _number(said: str, code: str) -> int | None:
    return int(said) if said.isdigit() else number_words.table(code).small.get(number_words.split(said))


@cache
def _list_numbers(code: str) -> list[str]:
    """The numbers of hours and minutes in words."""
    small = [phrase for phrase, number in number_words.spell_small(code).items() if number < 60]
    return [*small, *(phrase.replace("-", " ") for phrase in small)]


@cache
def _all_parts() -> dict[str, str]:
    return {name: str(part) for code in CODES for name, part in _table(code, "parts").items() if part}


@cache
def _table(code: str, name: str) -> dict[str, Any]:
    """A table of a language, its names as they are compared."""
    return {normalise(key): value for key, value in load(code, "clock")[name].items()}


@cache
def _patterns(code: str) -> dict[str, re.Pattern[str] | None]:
    """How a language names an hour: by what stands before it, its part of the day, or what leads to it."""
    data, words = load(code, "clock"), either(_list_numbers(code))
    hour = rf"(?P<hour>\d{{1,2}}(?!\d)|(?:{words})(?!\w))(?!\s?[:h,.]\s?\d)"
    unit = rf"(?:\s{{0,3}}(?P<unit>{either(data['units'])})(?!\w))?"
    joints = rf"(?:(?P<joint>{either(data['minutes'])})\s{{1,3}})" + ("?" if "" in data["minutes"] else "")
    minute = rf"{joints}(?P<minute>\d{{1,2}}|{words})"
    behind = rf"(?:\s{{1,3}}(?:(?P<behind>{either(data['behind'])})|{minute})(?!\w))?"
    part = rf"\s{{0,3}},?\s{{0,3}}(?P<part>{either(data['parts'])})(?!\w)"
    told = {
        "before": rf"(?<!\w)(?P<before>{either(data['before'])})\s{{1,3}}{hour}(?:{part})?"
        if data["before"]
        else "",
        "part": rf"(?<![\w:.,]){hour}{unit}{behind}{part}",
        "lead": rf"(?<!\w)(?:{either(data['leads'])})\s{{1,3}}{hour}{unit}{behind}",
    }
    return {kind: re.compile(each, re.IGNORECASE) if each else None for kind, each in told.items()}


@cache
def _pattern_of_names(code: str) -> re.Pattern[str]:
    data = load(code, "clock")
    before = either((*data["before"], *data["before_named"])) or r"(?!)"
    return re.compile(
        rf"(?<!\w)(?:(?P<before>{before})\s{{1,3}})?(?P<name>{either(data['named'])})(?!\w)", re.IGNORECASE
    )


@cache
def _pattern_of_signs() -> re.Pattern[str]:
    """Without any of these nothing names a time."""
    names = [name for code in CODES for name in (*load(code, "clock")["named"], *_list_numbers(code))]
    return re.compile(rf"\d|(?<!\w)(?:{either(names)})(?!\w)", re.IGNORECASE)


@cache
def _pattern_of_parts() -> re.Pattern[str]:
    parts = [phrase for code in CODES for phrase in load(code, "clock")["parts_anywhere"]]
    return re.compile(rf"(?<!\w)(?:{either(parts)})(?!\w)", re.IGNORECASE)


@cache
def _pattern_of_parts_behind() -> re.Pattern[str]:
    parts = [phrase for code in CODES for phrase, part in load(code, "clock")["parts"].items() if part]
    return re.compile(rf"\s{{0,3}},?\s{{0,3}}({either(parts)})(?!\w)", re.IGNORECASE)


@cache
def _pattern_of_between(code: str) -> re.Pattern[str]:
    words = either(load(code, "clock")["between"])
    return re.compile(rf"(?<!\w)(?:{words})\s{{1,3}}(?:\w{{1,3}}\s{{1,3}})?\Z", re.IGNORECASE)


@cache
def _pattern_of_spans() -> re.Pattern[str]:
    spans = [word for code in CODES for word in load(code, "clock")["spans"]]
    return re.compile(rf"(?<!\w)(?:{either(spans)})\s{{1,3}}\Z", re.IGNORECASE)
