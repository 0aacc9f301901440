"""What the finance domain says, in Portuguese, Spanish and English."""

from collections.abc import Mapping

from demo.servers.data import read
from demo.servers.quotes import Stock

_DATA = read("finance_words")
WORDS: Mapping[str, Mapping[str, str]] = _DATA["words"]
FACTS: Mapping[str, Mapping[str, str]] = _DATA["facts"]


def say(key: str, language: str, **values: object) -> str:
    """One sentence with its values."""
    return WORDS[key][language].format(**values)


def number(value: float, language: str, places: int = 2) -> str:
    """A number as the language writes it.

    >>> number(1234.5, "pt")
    '1.234,50'
    """
    text = f"{value:,.{places}f}"
    return text if language == "en" else text.translate(str.maketrans(",.", ".,"))


def percent(value: float, language: str) -> str:
    """A change with its sign: +1,17%."""
    return f"{'+' if value > 0 else ''}{number(value, language)}%"


def price(stock: Stock, language: str) -> str:
    """A stock's price in a sentence."""
    return say(
        "price",
        language,
        short=stock.short,
        symbol=stock.symbol,
        price=number(stock.price, language),
        currency=stock.currency,
        change=percent(stock.change_pct, language),
    )
