"""Personal numbers and addresses in running text: found by shape, believed by their check digits.

>>> [found.kind for found in find("CPF 529.982.247-25, mail ana@example.com", "pt")]
['cpf', 'email']
"""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

import phonenumbers
from stdnum import luhn
from stdnum.br import cpf
from stdnum.es import dni, nie
from stdnum.us import ssn

KEPT = {"cpf": 2, "card": 4, "email": 3, "phone": 4, "id": 2}


class Found(NamedTuple):
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
    return re.sub(r"[^0-9a-z@]", "", text.lower())


def digits(text: str) -> str:
    return re.sub(r"\D", "", text)


# Whole numbers only: no letter or digit touches them, and they are no part of a longer group.
def _whole(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w@.,/-])(?<!\d ){pattern}(?![\w@/])(?!-\d)", re.IGNORECASE)


# Two addresses written into one another are one long one: their second half must not stay readable.
EMAIL = re.compile(r"[\w.+-]{1,64}@(?:[\w+-]{1,63}[.@]){1,8}[a-z]{2,24}(?!\w)", re.IGNORECASE)
CPF = _whole(r"\d{3}\.?\d{3}\.?\d{3}-?\d{2}")
CARD = re.compile(r"(?<![\w.,/-])(?<!\d )[3-6]\d{2,5}(?:[ -]?\d){9,15}(?![\w/])(?![ -]\d)")
DNI = _whole(r"(?:\d{8}|[XYZ]\d{7})-?[A-Z]")
SSN = _whole(r"\d{3}-\d{2}-\d{4}")
INTERNATIONAL = re.compile(r"(?<![\w+])\+\d(?:[ ().-]{0,2}\d){7,14}(?!\w)(?![ -]\d)")
BRAZIL = re.compile(
    r"(?<![\w.,/+-])(?<!\d )(?:55 ?)?(?:\(\d{2}\) ?|\d{2}[ -])9?\d{4}[ -]?\d{4}(?![\w/])(?!-\d)"
)
BRAZIL_BARE = _whole(r"(?:55)?[1-9][1-9]9\d{8}")
SPAIN = _whole(r"[6-9]\d{2}(?:(?:[ .-]\d{3}){2}|(?:[ .-]\d{2}){3})")
SPAIN_BARE = _whole(r"[67]\d{8}")
US = re.compile(
    r"(?<![\w.,/+-])(?<!\d )(?:1[ .-])?(?:\([2-9]\d{2}\) ?|[2-9]\d{2}[ .-])\d{3}[ .-]\d{4}(?![\w/])(?!-\d)"
)


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


SHAPES: tuple[tuple[str, re.Pattern[str], Callable[[str], bool], str], ...] = (
    ("email", EMAIL, lambda text: True, ""),
    ("card", CARD, _card, ""),
    ("cpf", CPF, lambda text: bool(cpf.is_valid(text)), ""),
    ("id", DNI, lambda text: bool(dni.is_valid(text) or nie.is_valid(text)), ""),
    ("id", SSN, lambda text: bool(ssn.is_valid(text)), ""),
    ("phone", INTERNATIONAL, _phone(None), ""),
    ("phone", BRAZIL, _phone("BR"), ""),
    ("phone", BRAZIL_BARE, _phone("BR"), ""),
    ("phone", SPAIN, _phone("ES"), ""),
    ("phone", US, _phone("US"), ""),
    # Nine bare digits are a telephone only to somebody who writes Spanish.
    ("phone", SPAIN_BARE, _phone("ES"), "es"),
)


def find(text: str, language: str) -> list[Found]:
    """Everything personal in a text, in order, without overlaps; the earliest, then the longest wins."""
    if not any(character.isdigit() or character == "@" for character in text):
        return []
    found = sorted(_all(text, language), key=lambda item: (item.start, -item.end))
    kept: list[Found] = []
    for item in found:
        if not kept or item.start >= kept[-1].end:
            kept.append(item)
    return kept


def _all(text: str, language: str) -> Iterator[Found]:
    for kind, shape, believed, only in SHAPES:
        if only and only != language:
            continue
        for match in shape.finditer(text):
            if believed(match[0]):
                yield Found(kind, match.start(), match.end(), match[0])


@lru_cache(maxsize=512)
def masked(kind: str, text: str) -> str:
    """The text with its letters and digits starred, but for the last few.

    >>> masked("cpf", "529.982.247-25")
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
