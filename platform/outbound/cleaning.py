"""Values from outside, made fit for the record: JSON that every database and encoder here can hold."""

import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

DEPTH = 40
SAFE_INTEGER = 2**63
# Control characters but tab and line ends, and what turns the direction of the text around it.
UNSEEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def clean(value: Any, depth: int = DEPTH) -> Any:
    """`value` without NaN and infinities (null), lone surrogates (?), control characters and endless nesting.

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


def list_texts(value: Any, with_names: bool = False) -> Iterator[str]:
    """The texts in a JSON value, in order; with the names of its fields, if wanted.

    >>> list(list_texts({"a": "x", "n": 1, "b": ["y"]}, with_names=True))
    ['a', 'x', 'n', 'b', 'y']
    """
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for name, each in value.items():
            if with_names:
                yield from list_texts(name)
            yield from list_texts(each, with_names)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from list_texts(each, with_names)


def clean_words(value: Any, longest: int) -> str:
    """A short text that a model sent, cut at `longest` characters.

    Empty for what is neither text nor number.
    """
    if isinstance(value, str | int | float) and not isinstance(value, bool):
        return clean_text(str(value)).strip()[:longest]
    return ""


def clean_text(text: str) -> str:
    """Text that UTF-8 and PostgreSQL can hold, and that reads as it is written.

    >>> clean_text("R$ \\x1b[31m1\\u202e2")
    'R$ [31m12'
    """
    return UNSEEN.sub("", text.encode("utf-8", "replace").decode("utf-8"))
