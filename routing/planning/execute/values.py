"""Values of plans and domains as people write them: in the chat, in a clarification and on a plan's page.

>>> format_value(True, "pt"), format_value(1e5, "pt")
('sim', '100000')
>>> format_value(1234.5, "en"), format_value(["PETR4", None, 7], "es")
('1,234.5', 'PETR4, 7')
>>> format_value({"currency": "SEK", "open": False}, "en")
'currency: SEK; open: no'

The proof in the chat writes them alike (`format_value` of static/chat/explain.js): JSON has one kind of
number, so that one without a fraction is told by its value and not by how it was sent.
"""

from collections.abc import Mapping
from decimal import ROUND_HALF_UP, Context, Decimal
from math import isfinite
from typing import Any

from language.spoken_languages import write_number
from routing.planning.execute import sentences

_SURE = Context(prec=15, rounding=ROUND_HALF_UP)  # what a float holds of any number


def format_value(value: Any, language: str) -> str:
    """A value of JSON in a language; what is empty is an empty text."""
    if isinstance(value, bool):
        return sentences.text("yes" if value else "no", language).lower()
    if isinstance(value, float):
        return f"{_exact(value):f}" if value.is_integer() else number(value, language)
    if isinstance(value, Mapping):
        parts = ((name, format_value(each, language)) for name, each in value.items())
        return "; ".join(f"{str(name).replace('_', ' ')}: {said}" for name, said in parts if said)
    if isinstance(value, list | tuple):
        return ", ".join(said for each in value if (said := format_value(each, language)))
    return "" if value is None else str(value)  # an integer is often an id, and an id has no thousands


def number(value: float, language: str, places: int | None = None) -> str:
    """A number with the language's signs, with so many places or those that it has.

    >>> number(1234.5, "pt", 2), number(0.1 + 0.2, "es"), number(-0.0, "en")
    ('1.234,50', '0,3', '0')
    """
    if not isfinite(value):
        return str(value)
    rounded = round(value, places) + 0.0 if places is not None else _exact(value, _SURE)
    text = f"{rounded:,.{places}f}" if places is not None else f"{rounded:,f}"
    return write_number(text, language)


def one_line(text: str) -> str:
    """The text without a line end, so that what a domain sends cannot look like an option of its own."""
    return " ".join(text.split())


def _exact(value: float, context: Context | None = None) -> Decimal:
    """The shortest number that the float is written as; no zero has a sign."""
    return Decimal(repr(value)).normalize(context) + 0
