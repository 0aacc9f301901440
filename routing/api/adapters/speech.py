"""A text as it is read aloud: amounts, dates and numbers in words, protocols character by character."""

import re

from num2words import num2words

LANGUAGES = {"pt": "pt_BR", "es": "es", "en": "en"}
MONTHS = {
    "pt": [
        "janeiro",
        "fevereiro",
        "março",
        "abril",
        "maio",
        "junho",
        "julho",
        "agosto",
        "setembro",
        "outubro",
        "novembro",
        "dezembro",
    ],
    "es": [
        "enero",
        "febrero",
        "marzo",
        "abril",
        "mayo",
        "junio",
        "julio",
        "agosto",
        "septiembre",
        "octubre",
        "noviembre",
        "diciembre",
    ],
    "en": [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ],
}
# One and several of the money and of its hundredth, by sign and language.
MONEY = {
    "R$": {"pt": ("real", "reais"), "es": ("real", "reales"), "en": ("real", "reais")},
    "US$": {"pt": ("dólar", "dólares"), "es": ("dólar", "dólares"), "en": ("dollar", "dollars")},
    "€": {"pt": ("euro", "euros"), "es": ("euro", "euros"), "en": ("euro", "euros")},
}
CENTS = {"pt": ("centavo", "centavos"), "es": ("centavo", "centavos"), "en": ("cent", "cents")}
AND = {"pt": "e", "es": "con", "en": "and"}
PERCENT = {"pt": "por cento", "es": "por ciento", "en": "percent"}

AMOUNT = re.compile(r"(R\$|US\$|€)\s?(\d{1,3}(?:[.,]\d{3})+|\d+)(?:[.,](\d{2}))?(?![\d])")
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
    language = language if language in LANGUAGES else "pt"
    text = ADDRESS.sub("", text)
    text = AMOUNT.sub(lambda found: _amount(found, language), text)
    text = DATE.sub(lambda found: _date(found, language), text)
    text = PROTOCOL.sub(lambda found: _characters(found[0], language), text)
    text = GROUPED.sub(lambda found: _said(int(re.sub(r"[.,]", "", found[0])), language), text)
    text = NUMBER.sub(lambda found: _number(found, language), text)
    return re.sub(r"[ \t]*\n+[ \t]*", " ", re.sub(r"^- ", "", text, flags=re.MULTILINE)).strip()


def _said(number: int | float, language: str) -> str:
    return str(num2words(number, lang=LANGUAGES[language]))


def _counted(number: int, language: str) -> str:
    """A number before what it counts: in Spanish "un", not "uno"."""
    said = _said(number, language)
    return re.sub(r"uno$", "un", re.sub(r"veintiuno$", "veintiún", said)) if language == "es" else said


def _characters(text: str, language: str) -> str:
    """Letters by their names, digits as words: 'INV001' -> 'I N V zero zero um'."""
    return " ".join(_said(int(each), language) if each.isdigit() else each for each in text if each.isalnum())


def _amount(found: "re.Match[str]", language: str) -> str:
    whole, hundredths = int(re.sub(r"[.,]", "", found[2])), int(found[3] or 0)
    parts = (
        [f"{_counted(whole, language)} {MONEY[found[1]][language][whole != 1]}"]
        if whole or not hundredths
        else []
    )
    if hundredths:
        parts.append(f"{_counted(hundredths, language)} {CENTS[language][hundredths != 1]}")
    return f" {AND[language]} ".join(parts)


def _date(found: "re.Match[str]", language: str) -> str:
    day, month, year = int(found[1]), int(found[2]), int(found[3])
    if not 1 <= month <= 12 or not 1 <= day <= 31:
        return found[0]
    named = MONTHS[language][month - 1]
    if language == "en":
        return f"{named} {num2words(day, lang='en', to='ordinal')}, {_said(year, language)}"
    return f"{_said(day, language)} de {named} de {_said(year, language)}"


def _number(found: "re.Match[str]", language: str) -> str:
    number = float(f"{found[1]}.{found[2]}") if found[2] else int(found[1])
    return _said(number, language) + (f" {PERCENT[language]}" if found[3] else "")
