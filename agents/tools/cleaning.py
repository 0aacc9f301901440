"""Values from outside, made fit for the record: JSON that every database and encoder here can hold."""

import math
from collections.abc import Mapping
from typing import Any

DEPTH = 40
SAFE_INTEGER = 2**63


def clean(value: Any, depth: int = DEPTH) -> Any:
    """`value` without NaN and infinities (null), lone surrogates (?), NUL characters and endless nesting.

    >>> clean({"total": float("nan"), "name": "a\\x00b"})
    {'total': None, 'name': 'ab'}
    """
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return clean_text(value)
    if isinstance(value, int):
        return value if -SAFE_INTEGER <= value < SAFE_INTEGER else str(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if depth <= 0:
        return "…"
    if isinstance(value, Mapping):
        return {clean_text(str(key)): clean(item, depth - 1) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [clean(item, depth - 1) for item in value]
    return clean_text(str(value))


def clean_words(value: Any, longest: int) -> str:
    """A short text that a model sent, cut at `longest` characters; empty for what is neither text nor number."""
    if isinstance(value, str | int | float) and not isinstance(value, bool):
        return clean_text(str(value)).strip()[:longest]
    return ""


def clean_text(text: str) -> str:
    """Text that UTF-8 and PostgreSQL can hold."""
    return text.encode("utf-8", "replace").decode("utf-8").replace("\x00", "")
