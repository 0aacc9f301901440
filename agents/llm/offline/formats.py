"""Values of tool results as people of a language write them."""

import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from functools import cache
from typing import Any

from agents.llm.offline.wording import join, wording
from agents.specs import in_language
from language.spoken_languages import CODES, about, write_number

SHOWN_ITEMS = 5
ISO_DATE = re.compile(
    r"(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?\Z"
)
SNAKE = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)+\Z")


def value(item: Any, language: str) -> str:
    """One value in words.

    >>> value(1234.5, "pt"), value("2026-03-10", "es"), value(["a", "b"], "en")
    ('1.234,50', '10/03/2026', 'a and b')
    """
    if isinstance(item, bool):
        return str(wording(language)["true" if item else "false"])
    if isinstance(item, float):
        return number(item, language)
    if isinstance(item, str):
        return text(item, language)
    if isinstance(item, Mapping):
        return text(in_language(item, language), language) if is_texts(item) else record(item, language)
    if isinstance(item, list | tuple):
        return listing(list(item), language)
    return "" if item is None else str(item)


def is_texts(item: Any) -> bool:
    """Whether a tool told one text in several languages.

    >>> is_texts({"pt": "paga", "en": "paid"}), is_texts({"pt": "paga", "price": 3})
    (True, False)
    """
    return (
        isinstance(item, Mapping)
        and bool(item)
        and item.keys() <= set(CODES)
        and all(isinstance(each, str) for each in item.values())
    )


def number(item: float, language: str) -> str:
    """Two decimals, grouped, with the language's signs."""
    return write_number(f"{item:,.2f}", language)


def text(item: str, language: str) -> str:
    """Dates in the language's order, codes like in_transit as words; anything else as it is."""
    found = ISO_DATE.match(item.strip())
    if found:
        year, month, day, hour, minute = found.groups()
        try:
            written = date(int(year), int(month), int(day)).strftime(about(language)["date"])
            return f"{written} {datetime(2000, 1, 1, int(hour), int(minute)):%H:%M}" if hour else written
        except ValueError:
            return item
    return item.replace("_", " ") if SNAKE.match(item) else item


def listing(items: list[Any], language: str) -> str:
    """The first few items; records are told apart by semicolons."""
    records = [item for item in items if isinstance(item, Mapping) and not is_texts(item)]
    heading = heading_of(records) if records else ""
    written = [
        record(item, language, heading) if item in records else value(item, language)
        for item in items[:SHOWN_ITEMS]
    ]
    written = [item for item in written if item]
    more = len(items) - SHOWN_ITEMS
    if records:
        if more > 0:
            written.append(wording(language)["more"].format(count=more))
        return "; ".join(written)
    if more > 0:
        return f"{', '.join(written)} {wording(language)['more'].format(count=more)}"
    return join(written, language)


def record(item: Mapping[str, Any], language: str, heading: str | None = None) -> str:
    """A record inside a list: the field that names it, then the rest in brackets.

    >>> record({"sku": "S1", "name": "Roaming", "price": 19.9}, "en")
    'Roaming (S1, 19.90)'
    """
    filled = {key: part for key, part in item.items() if part not in (None, "", [], {})}
    heading = heading_of([item]) if heading is None else heading
    if heading in filled:
        filled = {heading: filled.pop(heading), **filled}
    shown = [value(part, language) for part in filled.values()]
    if not shown:
        return ""
    return f"{shown[0]} ({', '.join(shown[1:])})" if len(shown) > 1 else shown[0]


def heading_of(items: Sequence[Mapping[str, Any]]) -> str:
    """The field that names records of one kind: one that is called so, else words that tell them apart.

    Empty where their first field is a date or a number: it comes first as it stands.

    >>> heading_of([{"name": "Plan 20", "zone": "none"}, {"name": "Plan 50", "zone": "south"}])
    'name'
    >>> heading_of([{"id": "A1", "state": "new", "of": "Cup"}, {"id": "A2", "state": "new", "of": "Lid"}])
    'of'
    """
    texts = [key for key, part in items[0].items() if part and all(_is_text(each.get(key)) for each in items)]
    named = next((key for key in texts if key.casefold() in _naming_fields()), "")
    first = next((part for part in items[0].values() if part not in (None, "", [], {})), None)
    if named or not isinstance(first, str) or ISO_DATE.match(first):
        return named
    apart = (key for key in texts if len({each[key] for each in items}) == len(items))
    return next((key for key in apart if not any(map(str.isdigit, "".join(each[key] for each in items)))), "")


def _is_text(part: Any) -> bool:
    return isinstance(part, str) and part != ""


@cache
def _naming_fields() -> frozenset[str]:
    return frozenset(word for language in CODES for word in wording(language)["naming_fields"])


def label(field: str) -> str:
    """A field's name for people: due_date -> Due date."""
    words = field.replace("_", " ").replace("-", " ").strip()
    return words[:1].upper() + words[1:]
