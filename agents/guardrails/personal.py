"""Personal numbers and addresses in running text: found by shape, believed by their check digits.

>>> [found.kind for found in find("CPF 529.982.247-25, mail ana@example.com", "pt")]
['cpf', 'email']
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import phonenumbers
from stdnum import luhn
from stdnum.br import cpf
from stdnum.es import dni, nie
from stdnum.us import ssn

from agents.guardrails.spelled_numbers import runs

KEPT = {"cpf": 2, "card": 4, "email": 3, "phone": 4, "id": 2}


class PersonalData(NamedTuple):
    """One piece of personal data and where it stands."""

    kind: str
    start: int
    end: int
    text: str

    @property
    def plain(self) -> str:
        """Its letters and digits, by which two spellings of one number are the same."""
        return plain(self.text)


def plain(text: str) -> str:
    return re.sub(r"[^0-9a-z@]", "", fold(text)[0].lower())


def fold(text: str) -> tuple[str, Sequence[int]]:
    """A text as it looks, in plain digits, spaces and hyphens, and where each of its characters stood.

    What cannot be seen (zero-width spaces, soft hyphens) is left out: a number that is pasted or written with
    such characters is still that number.

    >>> fold("５２９\u200b.9")
    ('529.9', [0, 1, 2, 4, 5])
    """
    if text.isascii():
        return text, range(len(text))
    seen = [(look, at) for at, character in enumerate(text) if (look := _look(character))]
    return "".join(look for look, _ in seen), [at for _, at in seen]


@lru_cache(maxsize=2048)
def _look(character: str) -> str:
    category = unicodedata.category(character)
    if category == "Nd":
        return str(unicodedata.decimal(character))
    if category in ("Zs", "Pd") or character == "\u2212":
        return "-" if category != "Zs" else " "
    if category in ("Cf", "Mn", "Me"):
        return ""
    plainer = unicodedata.normalize("NFKC", character)
    return plainer if len(plainer) == 1 and plainer.isascii() else character


def digits(text: str) -> str:
    return re.sub(r"\D", "", text)


def _whole(pattern: str) -> re.Pattern[str]:
    """A shape that no letter or digit touches, and that is no part of a path, an amount or an address."""
    return re.compile(rf"(?<![\w@.,/-])(?:{pattern})(?![\w@/])(?!-\d)", re.IGNORECASE)


# Two addresses written into one another are one long one: their second half must not stay readable.
EMAIL = re.compile(r"[\w.+-]{1,64}@(?:[\w+-]{1,63}[.@]){1,8}[a-z]{2,24}(?!\w)", re.IGNORECASE)
CPF = _whole(r"\d{3}[. ]?\d{3}[. ]?\d{3}[- ]?\d{2}")
CARDS = tuple(
    _whole(shape)
    for shape in (
        r"[3-6]\d{12,18}", r"[456]\d{3}(?:[ -]\d{4}){3}[ -]\d{3}", r"[456]\d{3}(?:[ -]\d{4}){3}",
        r"3\d{3}[ -]\d{6}[ -]\d{4,5}",
    )
)  # fmt: skip
DNI = _whole(r"(?:\d{8}|[XYZ]\d{7})-?[A-Z]")
SSN = _whole(r"\d{3}-\d{2}-\d{4}")
INTERNATIONAL = re.compile(r"(?<![\w+])\+\d[\d ().-]{6,22}")
BRAZIL = re.compile(r"(?<![\w.,/+-])(?:55 ?)?(?:\(\d{2}\) ?|\d{2}[ -])9?\d{4}[ -]?\d{4}(?![\w/])(?!-\d)")
BRAZIL_BARE = _whole(r"(?:55)?[1-9][1-9]9\d{8}")
SPAIN = _whole(r"[6-9]\d{2}(?:(?:[ .-]\d{3}){2}|(?:[ .-]\d{2}){3})")
SPAIN_BARE = _whole(r"[67]\d{8}")
US = re.compile(
    r"(?<![\w.,/+-])(?:1[ .-])?(?:\([2-9]\d{2}\) ?|[2-9]\d{2}[ .-])\d{3}[ .-]\d{4}(?![\w/])(?!-\d)"
)

Length = Callable[[str], int]  # how many characters of a candidate are believed; 0: it is none


def _if(valid: Callable[[str], bool]) -> Length:
    return lambda text: len(text) if valid(text) else 0


def _card(text: str) -> bool:
    number = digits(text)
    lengths = {"3": (14, 15), "4": (13, 16, 19), "5": (16,), "6": (16, 19)}
    return len(number) in lengths[number[0]] and len(set(number)) > 1 and bool(luhn.is_valid(number))


def _phone(region: str | None) -> Callable[[str], bool]:
    def valid(text: str) -> bool:
        number = digits(text)
        if region == "BR" and len(number) > 11:
            text = f"+{number}"
        try:
            return phonenumbers.is_valid_number(phonenumbers.parse(text, region))
        except phonenumbers.NumberParseException:
            return False

    return valid


def _international(text: str) -> int:
    """The longest beginning that is a telephone: what follows may be another number."""
    valid = _phone(None)
    ends = [n for n in range(len(text), 7, -1) if text[n - 1].isdigit() and not text[n : n + 1].isdigit()]
    return next((n for n in ends if valid(text[:n])), 0)


SHAPES: tuple[tuple[str, re.Pattern[str], Length, str], ...] = (
    ("email", EMAIL, len, ""),
    *(("card", shape, _if(_card), "") for shape in CARDS),
    ("cpf", CPF, _if(cpf.is_valid), ""),
    ("id", DNI, _if(lambda text: bool(dni.is_valid(text) or nie.is_valid(text))), ""),
    ("id", SSN, _if(ssn.is_valid), ""),
    ("phone", INTERNATIONAL, _international, ""),
    ("phone", BRAZIL, _if(_phone("BR")), ""),
    ("phone", BRAZIL_BARE, _if(_phone("BR")), ""),
    ("phone", SPAIN, _if(_phone("ES")), ""),
    ("phone", US, _if(_phone("US")), ""),
    # Nine bare digits are a telephone only to somebody who writes Spanish.
    ("phone", SPAIN_BARE, _if(_phone("ES")), "es"),
)


def _spelled_card(number: str) -> bool:
    return number[0] in "3456" and _card(number)


def _spelled_phone(number: str) -> bool:
    return 10 <= len(number) <= 13 and _phone("BR")(number)


# Of a number that is only said, no sign says what it is: only those with check digits, and telephones.
SPELLED: tuple[tuple[str, Callable[[str], bool]], ...] = (
    ("cpf", lambda number: len(number) == 11 and bool(cpf.is_valid(number))),
    ("card", _spelled_card),
    ("phone", _spelled_phone),
)


def find(text: str, language: str) -> list[PersonalData]:
    """Everything personal in a text, in order; what overlaps is one, so that no part of it stays out."""
    looks, places = fold(text)
    spelled = [
        PersonalData(item.kind, places[item.start], places[item.end - 1] + 1, item.text)
        for item in _spelled(looks)
    ]
    if not any(character.isdigit() or character == "@" for character in looks):
        return spelled
    kept: list[PersonalData] = []
    for read in sorted(_all(looks, language), key=lambda item: (item.start, -item.end)):
        start, end = places[read.start], places[read.end - 1] + 1
        item = PersonalData(read.kind, start, end, text[start:end])
        if kept and item.start < kept[-1].end:
            end = max(item.end, kept[-1].end)
            kept[-1] = PersonalData(kept[-1].kind, kept[-1].start, end, text[kept[-1].start : end])
        else:
            kept.append(item)
    return _with(kept, spelled) if spelled else kept


def _with(kept: list[PersonalData], spelled: list[PersonalData]) -> list[PersonalData]:
    """What was written as usual is masked as usual; a row of such numbers is none of its own."""
    apart = [one for one in spelled if not any(k.start < one.end and one.start < k.end for k in kept)]
    return sorted([*kept, *apart], key=lambda one: one.start)


def _spelled(text: str) -> Iterator[PersonalData]:
    """Numbers said digit by digit, whole or with another before or behind them; their text is the digits."""
    for run in runs(text):
        for number in dict.fromkeys((run.digits, *_ends(run.digits))):
            kind = next((kind for kind, believed in SPELLED if believed(number)), "")
            if kind:
                yield PersonalData(kind, run.start, run.end, run.digits)
                break


def _ends(number: str) -> Iterator[str]:
    for length in (11, 13, 14, 15, 16, 19):
        if len(number) > length:
            yield number[:length]
            yield number[-length:]


def _all(text: str, language: str) -> Iterator[PersonalData]:
    for kind, shape, believed, only in SHAPES:
        if only and only != language:
            continue
        at = 0
        while (match := shape.search(text, at)) is not None:
            length = believed(match[0])
            if length:
                at = match.start() + length
                yield PersonalData(kind, match.start(), at, text[match.start() : at])
            else:
                at = match.start() + 1


@lru_cache(maxsize=512)
def star(kind: str, text: str) -> str:
    """The text with its letters and digits starred, but for the last few.

    >>> star("cpf", "529.982.247-25")
    '***.***.***-25'
    """
    shown = KEPT[kind]
    left = sum(character.isalnum() for character in text) - shown
    written = []
    for character in text:
        if character.isalnum() and left > 0:
            written.append("*")
            left -= 1
        else:
            written.append(character)
    return "".join(written)
