"""A telephone system: {transcript, ani | caller, call_id | ura_call_id, confidence, language}.

A text as it is read aloud: amounts, dates and numbers in words, protocols character by character.

How a language says them is its `speech.yaml` (`language/data`).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from num2words import num2words

from language import marks
from language.language_data import load, split
from language.spoken_languages import CODES
from routing.api.adapters.base import Body, Fields, language, list_unsaid, rename_fields, restore_pointer


@dataclass(frozen=True, slots=True)
class SpeechRules:
    """How one language says numbers; `numbers` is its name at num2words, pairs are one and several."""

    numbers: str
    date: str
    months: tuple[str, ...]
    percent: str
    signs: Mapping[str, str]
    money: Mapping[str, tuple[str, ...]]
    cent: tuple[str, ...]
    joint: str
    before_noun: Mapping[str, str]


@lru_cache
def rules(language: str) -> SpeechRules:
    """How a language says numbers; the first language for one that is not there."""
    data = load(language if language in CODES else CODES[0], "speech")
    return SpeechRules(
        numbers=data["numbers"],
        date=data["date"],
        months=split(data["months"]),
        percent=data["percent"],
        signs=data["signs"],
        money={sign: split(names) for sign, names in data["money"].items()},
        cent=split(data["cent"]),
        joint=data["and"],
        before_noun=data["before_noun"],
    )


SIGNS = "|".join(
    sorted({re.escape(sign) for code in CODES for sign in rules(code).money}, key=len, reverse=True)
)
SUM = r"(\d{1,3}(?:[.,]\d{3})+|\d+)(?:[.,](\d{2}))?(?![\d])"
AMOUNT = re.compile(rf"({SIGNS})\s?{SUM}")
AMOUNT_BEFORE_CODE = re.compile(rf"(?<![\d.,]){SUM}\s?({SIGNS})(?!\w)")
CHANGE = re.compile(r"(?<![\w.,])([+-])(?=\d)")
DATE = re.compile(r"\b(\d{1,2})/(\d{1,2})/(\d{4})\b")
PROTOCOL = re.compile(r"\b(?=\w*\d)(?=\w*[A-Za-z])[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*\b|\b\d{6,}\b|\b0\d+\b")
GROUPED = re.compile(r"\b\d{1,3}(?:[.,]\d{3})+\b")
NUMBER = re.compile(r"\b(\d+)(?:[.,](\d{1,3}))?\b(\s?%)?")
ADDRESS = re.compile(r"\(?https?://\S+")


def words(text: str, language: str) -> str:
    """The text for a voice.

    >>> words("Fatura INV001: R$ 129,90", "pt")
    'Fatura I N V zero zero um: cento e vinte e nove reais e noventa centavos'
    """
    own = rules(language)
    text = ADDRESS.sub("", text)
    text = AMOUNT.sub(lambda found: _amount(found[1], found[2], found[3], own), text)
    text = AMOUNT_BEFORE_CODE.sub(lambda found: _amount(found[3], found[1], found[2], own), text)
    text = DATE.sub(lambda found: _date(found, own), text)
    text = PROTOCOL.sub(lambda found: _characters(found[0], own), text)
    text = GROUPED.sub(lambda found: _number_words(int(re.sub(r"[.,]", "", found[0])), own), text)
    text = CHANGE.sub(lambda found: f"{own.signs[found[1]]} ", text)
    text = NUMBER.sub(lambda found: _number(found, own), text)
    return re.sub(r"[ \t]*\n+[ \t]*", " ", re.sub(r"^- ", "", text, flags=re.MULTILINE)).strip()


def _number_words(number: int | float, own: SpeechRules, to: str = "cardinal") -> str:
    return str(num2words(number, lang=own.numbers, to=to))


def _count_words(number: int, own: SpeechRules) -> str:
    """A number before what it counts: in Spanish "un", not "uno"."""
    spoken = _number_words(number, own)
    ending = next((each for each in own.before_noun if spoken.endswith(each)), "")
    return spoken.removesuffix(ending) + own.before_noun[ending] if ending else spoken


def _characters(text: str, own: SpeechRules) -> str:
    """Letters by their names, digits as words: 'INV001' -> 'I N V zero zero um'."""
    return " ".join(
        _number_words(int(each), own) if each.isdigit() else each for each in text if each.isalnum()
    )


def _amount(sign: str, digits: str, cents: str | None, own: SpeechRules) -> str:
    whole, hundredths = int(re.sub(r"[.,]", "", digits)), int(cents or 0)
    parts = [f"{_count_words(whole, own)} {own.money[sign][whole != 1]}"] if whole or not hundredths else []
    if hundredths:
        parts.append(f"{_count_words(hundredths, own)} {own.cent[hundredths != 1]}")
    return f" {own.joint} ".join(parts)


def _date(found: "re.Match[str]", own: SpeechRules) -> str:
    day, month, year = int(found[1]), int(found[2]), int(found[3])
    if not 1 <= month <= 12 or not 1 <= day <= 31:
        return found[0]
    return own.date.format(
        day=_number_words(day, own),
        nth=_number_words(day, own, "ordinal"),
        month=own.months[month - 1],
        year=_number_words(year, own),
    )


def _number(found: "re.Match[str]", own: SpeechRules) -> str:
    number = float(f"{found[1]}.{found[2]}") if found[2] else int(found[1])
    return _number_words(number, own) + (f" {own.percent}" if found[3] else "")


FIELDS: Fields = {
    "text": ("transcript",),
    "user_id": ("ani", "caller"),
    "ani": ("ani", "caller"),
    "session_id": ("session_id", "call_id", "ura_call_id"),
    "ura_call_id": ("call_id", "ura_call_id"),
}


class Voice:
    """A call is a session. It gets {speak, session_id}: no marks, numbers and protocols in words."""

    channel = "voice"

    def hear(self, sent: Body) -> dict[str, Any]:
        return {"channel": self.channel, "payload": rename_fields(sent, FIELDS)}

    def wrote(self, pointer: str, sent: Body) -> str:
        return restore_pointer(pointer, sent, FIELDS)

    def say(self, answer: Body, sent: Body) -> dict[str, Any]:
        text = marks.plain(str(answer.get("text") or ""))
        whole = " ".join([text, *(f"{each['label']}." for each in list_unsaid(answer))])
        return {"speak": words(whole, language(answer)), "session_id": answer.get("session_id")}
