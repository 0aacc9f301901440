"""Numbers as people write and say them, with what they are measured in: "1.500 kg", "meia tonelada".

The signs of units and what each is of the others are `data/units.yaml`, their names a file a language
(`data/*/units.yaml`). (Of libraries, pint names its units in English alone, and reads no "1.500,75".)

>>> [(each.value, each.unit) for each in find("1.500 kg, duas horas e meia e 12 caixas", "pt")]
[(1500.0, 'kg'), (2.5, 'h'), (12.0, '')]
>>> convert(500, "g", "kg"), convert(2, "m", "kg")
(0.5, None)
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from language import number_words
from language.function_words import AND as LIST_JOINTS
from language.function_words import OF, is_small
from language.language_data import load, split
from language.normalise import either, normalise, words
from language.spoken_languages import CODES, list_codes

NUMBER = r"\d{1,3}(?:[.,\u00a0\u202f ]\d{3})+(?:[.,]\d+)?(?!\d)|\d+(?:[.,]\d+)?"
GROUP = 3  # digits behind a sign between thousands
EXACT = 16  # digits from which on a float is not the number
AND = number_words.AND
LONGEST = 9  # digits of what is counted or measured: what has more is a code
FOREIGN = 4  # letters from which on a unit's name is none of another language's words
DIGITS = re.compile(rf"(?<![\w.,:])(?:{NUMBER})(?!\d)")
PART = re.compile(r"[-/]")  # before a number that is a part of something: a day, a code
GOES_ON = re.compile(r"[\w/:]|[.,-]\d")
LAST_WORD = re.compile(r"[^\W\d_]+\Z")
NEAR = 20  # letters of a unit's name
MINUS = re.compile(r"(?<![^\s(])[-\u2212]\Z")
DIVIDED = re.compile(r"(?<![\w.,:/-])(\d{1,2})/\Z")


class Quantity(NamedTuple):
    """A number, the sign of its unit (empty: none beside it), and where both stand.

    `readings` are the numbers that it may be in any language, as a program writes them; `whole` says that no
    sign, fraction or other number beside it makes another one of it: "10-12 kg" is none of the two.
    """

    value: float
    unit: str
    start: int
    end: int
    readings: frozenset[str]
    in_words: bool = False
    whole: bool = True


def find(text: str, language: str = "") -> list[Quantity]:
    """The numbers of a text in their order; of a sign before three digits its language says what it means.

    A lone "one" is a number only where it is measured: it may be an article.
    """
    found: list[Quantity] = []
    for each in sorted(_find_all(text, language), key=lambda each: (each.start, -each.end)):
        if not found or found[-1].end <= each.start:
            found.append(each)
    return _tell_whole(found, text, language)


def _tell_whole(found: list[Quantity], text: str, language: str) -> list[Quantity]:
    """The same, each with whether it is all of its number."""
    parts = {
        at
        for at, each in enumerate(found)
        if _pattern_of_minus(language).search(text, max(0, each.start - NEAR), each.start)
        or (not each.unit and _pattern_behind_parts(language).match(text, each.end))
    }
    for at, (one, other) in enumerate(pairwise(found)):
        if not one.unit and _pattern_between_parts().fullmatch(text, one.end, other.start):
            parts |= {at, at + 1}
    return [each._replace(whole=at not in parts and each.whole) for at, each in enumerate(found)]


def _find_all(text: str, language: str) -> Iterator[Quantity]:
    scales = _pattern_of_scales(language)
    spoken = number_words.find(text, language)
    rests = {start: (value, end) for value, start, end in spoken}
    for match in DIGITS.finditer(text):
        scale = scales.match(text, match.end())
        times = _scale_of(scale[1], language) if scale else 1
        # Of "3 mil e quinhentos" the words are a thousand and the rest.
        more, end = rests.get(scale.start(1), (times, scale.end())) if scale else (1, match.end())
        rest = more - times
        sign = _read_sign(text, match.start())
        divided = DIVIDED.search(text, max(0, match.start() - NEAR), match.start())
        spelled = {write(float(each) * times + rest) if times > 1 else each for each in spell(match[0])}
        value, start = _read(match[0], language) * times + rest, match.start()
        if sign < 0 or (divided and value):
            value, start = value * sign, match.start() - (sign < 0)
            if divided:
                value, start = float(divided[1]) / value, divided.start()
            spelled = {write(value), write(abs(value))}  # a dash may also begin a line of a list
        number = Quantity(value, "", start, end, frozenset(spelled))
        measured = _measure(number, text, language)
        before = PART.match(text, match.start() - 1)
        apart = not GOES_ON.match(text, end) and (not before or sign < 0)
        if measured.unit or (apart and sum(map(str.isdigit, match[0])) <= LONGEST):
            yield measured._replace(whole=not before or sign < 0 or bool(divided))
    for value, start, end in spoken:
        measured = _measure(_say(value, start, end), text, language)
        if measured.unit or measured.value != 1:
            yield measured
    for match in _pattern_of_halves(language).finditer(text):  # "half a ton", "half a dozen"
        scale = scales.match(text, match.end())
        value, end = (_scale_of(scale[1], language) / 2, scale.end()) if scale else (0.5, match.end())
        measured = _measure(_say(value, match.start(), end), text, language)
        if measured.unit or scale:
            yield measured
    for match in _pattern_of_and_half(language).finditer(text):  # "an hour and a half"
        word = LAST_WORD.search(text, max(0, match.start() - NEAR), match.start())
        if word is not None and normalise(word[0]) in _units(language):
            yield _measure(_say(1, word.start(), word.start()), text, language)


def _read_sign(text: str, at: int) -> int:
    """-1 where a number has a minus before it, which is no dash behind something: "-5", not "10-12"."""
    return -1 if MINUS.search(text, max(0, at - 2), at) else 1


def _say(value: float, start: int, end: int) -> Quantity:
    return Quantity(value, "", start, end, frozenset({write(value)}), in_words=True)


def _scale_of(word: str, language: str) -> int:
    return number_words.table(language).scales.get(normalise(word), 1)


def _measure(number: Quantity, text: str, language: str) -> Quantity:
    """A number with the unit that stands behind it, and with the half behind either, or of its thousands."""
    half = _pattern_of_and_half(language)
    more, last = half.match(text, number.end), LAST_WORD.search(text, number.start, number.end)
    one = _scale_of(last[0], language) if more and last else 1
    unit = _pattern_of_units(language).match(text, more.end() if more else number.end)
    scale = _pattern_of_scales(language).match(text, more.end()) if more and one == 1 and not unit else None
    if scale is not None:  # "one and a half million"
        times = _scale_of(scale[1], language)
        value = (number.value + 1 / 2) * times
        number = number._replace(value=value, end=scale.end(), readings=frozenset({write(value)}))
        return _measure(number, text, language)
    if unit is None and more is None:
        return number
    more = more or (unit and half.match(text, unit.end()))
    end = max(each.end() for each in (unit, more) if each)
    found = number._replace(unit=_units(language)[normalise(unit["unit"])] if unit else "", end=end)
    if more is None:
        return found
    value = number.value + one / 2
    return found._replace(value=value, readings=frozenset({write(value)}))


def find_amounts(text: str) -> Iterator[tuple[float, int, int]]:
    """Each amount of money in words, with its cents, and where it stands: without the name of its currency.

    >>> list(find_amounts("são dois mil reais e dez centavos"))
    [(2000.1, 4, 24)]
    """
    before: tuple[float, int, int] | None = None
    behind = 0  # where the currency of the one before ends
    for value, start, end in number_words.find(text):
        money = _pattern_of_money().match(text, end)
        if money is None:
            continue
        found = (float(value), start, end)
        if money[1].lower() in _list_cents():
            found = (value / 100, start, end)
            if before is not None and (text[behind:start].strip().lower() in {"", *AND, *OF}):
                found, before = (before[0] + value / 100, before[1], end), None
        if before is not None:
            yield before
        before, behind = found, money.end()
    if before is not None:
        yield before


def find_unit(texts: Iterable[str]) -> str:
    """The sign of the unit that names and descriptions of a value speak of first; empty where they name none.

    >>> find_unit(["peso_kg"]), find_unit(["weight", "Weight in grams"]), find_unit(["people", "how many"])
    ('kg', 'g', '')
    """
    for text in texts:
        spoken = words(text.replace("_", " "))
        for at in range(len(spoken)):
            for count in (2, 1):
                if (name := " ".join(spoken[at : at + count])) in _units("") and _is_told(
                    name, at, len(spoken)
                ):
                    return _units("")[name]
    return ""


def _is_told(name: str, at: int, count: int) -> bool:
    """Whether a word of a description names a unit there: a letter, or "in", only where it ends it."""
    return at == count - 1 or (len(name) > 1 and not is_small(name))


def convert(value: float, unit: str, wanted: str) -> float | None:
    """A value in another unit; None where the two measure different things."""
    for kind in load("", "units").values():
        if unit in kind and wanted in kind:
            return float(f"{value * kind[unit] / kind[wanted]:.12g}")
    return None


def list_hours(numbers: Iterable[Quantity]) -> set[int]:
    """The hours of the day that numbers may be, a half behind them or none.

    >>> list_hours(find("espera uma hora, pode ser 8 e meia", "pt"))
    {8}
    """
    halves = (each for each in numbers if each.value % 1 in (0, 1 / 2))
    return {int(each.value) for each in halves if not (each.in_words and each.value == 1)}


def is_plain(unit: str) -> bool:
    """Whether no other unit measures the same: a share in percent is told as its number alone.

    >>> is_plain("%"), is_plain("kg")
    (True, False)
    """
    return any(unit in kind and len(kind) == 1 for kind in load("", "units").values())


def is_uncounted(word: str) -> bool:
    """Whether people say a thousand of a normalised word without counting: "mil gracias"."""
    return word in _list_uncounted()


def is_measured(text: str, at: int) -> bool:
    """Whether a unit stands there: behind "1/2" in "1/2 kg"."""
    return _pattern_of_units("").match(text, at) is not None


def write(value: float) -> str:
    """A number as a program writes it.

    >>> write(1500.0), write(0.5)
    ('1500', '0.5')
    """
    return f"{value:.15g}"


def spell(written: str) -> set[str]:
    """What a number in digits may be: 1.234,50 and 1,234.50 and 1234.5 are one.

    Of two kinds of signs the last is the decimal one; a single sign before three digits may mean either.

    >>> sorted(spell("1.500")), sorted(spell("1,234.50"))
    (['1.5', '1500'], ['1234.5'])
    """
    plain = re.sub(r"\s", "", written)
    signs = [sign for sign in plain if sign in ".,"]
    whole, _sign, part = plain.rpartition(signs[-1]) if signs else (plain, "", "")
    bare = re.sub("[.,]", "", plain)
    readings = {bare}
    if len(set(signs)) == 2:
        readings = {f"{re.sub('[.,]', '', whole)}.{part}"}
    elif len(signs) == 1:
        readings = {f"{whole}.{part}", *([bare] if len(part) == GROUP else [])}
    return {write(float(reading)) if len(reading) < EXACT else reading for reading in readings}


def _read(written: str, language: str) -> float:
    """The one of these that its language means."""
    readings = sorted(map(float, spell(written)))
    decimal = load(language if language in CODES else CODES[0], "language")["decimal"]
    return readings[0 if decimal in written or written.startswith("0") else -1]


@cache
def _units(language: str) -> dict[str, str]:
    """Units by their signs and by what they are called, in any language where the name is no word of another.

    In the texts of one no sign is a small word: "table for 4 in Leeds".
    """
    named = {
        normalise(name): sign
        for code in CODES
        for sign, names in load(code, "units").items()
        for name in names
        if language in ("", code) or len(name) >= FOREIGN
    }
    signs = {sign: sign for kind in load("", "units").values() for sign in kind}
    return named | {sign: sign for sign in signs if not (language and len(sign) > 1 and is_small(sign))}


def _list_halves(language: str) -> list[str]:
    codes = list_codes(language)
    return [each for code in codes for each in split(load(code, "speech")["half"])]


@cache
def _list_unit_names(language: str) -> str:
    """The names of units as they are written, as one alternation."""
    known = _units(language)
    named = {name for code in CODES for names in load(code, "units").values() for name in names}
    return either({*known, *(name for name in named if normalise(name) in known)})


@cache
def _pattern_of_units(language: str) -> re.Pattern[str]:
    # "5 km/h" is no length, and "9 h 30" no span.
    return re.compile(rf"\s?-?(?P<unit>{_list_unit_names(language)})(?![\w/]|(?<=h)\s?\d)", re.IGNORECASE)


@cache
def _pattern_of_and_half(language: str) -> re.Pattern[str]:
    return re.compile(rf"\s(?:{either(AND)})\s(?:{either(_list_halves(language))})(?!\w)", re.IGNORECASE)


@cache
def _pattern_of_halves(language: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{either(_list_halves(language))})(?=[\s-])", re.IGNORECASE)


@cache
def _pattern_of_scales(language: str) -> re.Pattern[str]:
    return re.compile(rf"\s?({either(number_words.spell_scales(language))})(?!\w)", re.IGNORECASE)


@cache
def _pattern_of_minus(language: str) -> re.Pattern[str]:
    """The word for it before a number, which may also end "at least": nobody knows whether it is a sign."""
    codes = list_codes(language)
    words = either(load(code, "speech")["signs"]["-"] for code in codes)
    return re.compile(rf"(?<!\w)(?:{words})\s+\Z", re.IGNORECASE)


@cache
def _pattern_behind_parts(language: str) -> re.Pattern[str]:
    """What makes another number of the one before it: "três quartos de quilo", "50 centavos"."""
    of = rf"\s+\w+\s+(?:{either(OF)})\s+(?:\w{{1,3}}\s+)?(?:{_list_unit_names(language)})(?!\w)"
    return re.compile(rf"{of}|\s+(?:{either(OF)}\s+)?(?:{either(_list_cents())})(?!\w)", re.IGNORECASE)


@cache
def _pattern_between_parts() -> re.Pattern[str]:
    """What stands between two numbers that are one, or the ends of a span: "10 a 12 kg", "mil 200"."""
    spans = [each for code in CODES for each in split(load(code, "speech")["span"])]
    between = either({*AND, *LIST_JOINTS, *spans})
    return re.compile(rf"\s*[-\u2013/]?\s*|\s+(?:{between})\s+", re.IGNORECASE)


@cache
def _list_uncounted() -> frozenset[str]:
    return frozenset(normalise(each) for code in CODES for each in split(load(code, "speech")["uncounted"]))


@cache
def _list_cents() -> frozenset[str]:
    return frozenset(each for code in CODES for each in split(load(code, "speech")["cent"]))


@cache
def _pattern_of_money() -> re.Pattern[str]:
    """The names of currencies and of their hundredths behind a number: "um milhão de reais"."""
    names = {each for code in CODES for each in split(",".join(load(code, "speech")["money"].values()))}
    names |= _list_cents()
    return re.compile(rf"\s+(?:(?:{either(OF)})\s+)?({either(names)})(?!\w)", re.IGNORECASE)


def warm() -> None:
    """Reads the words and makes the patterns now instead of with the first message."""
    for language in ("", *CODES):
        find("1", language)
