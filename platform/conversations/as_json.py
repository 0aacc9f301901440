"""The frozen words of a turn as plain JSON: what the record, the events and the answers hold of them."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import datetime
from functools import cache
from typing import Any

from conversations.questions import Json

PLAIN = frozenset({str, int, float, bool, type(None)})


@cache
def _names(kind: type) -> tuple[str, ...] | None:
    """The fields of a frozen word, None for any other type."""
    if is_dataclass(kind):
        return tuple(f.name for f in fields(kind))
    return getattr(kind, "_fields", None)


def to_json(value: Any) -> Json:
    """A frozen word as plain JSON.

    Dataclasses and named tuples to dicts, tuples to lists, times to ISO 8601.
    """
    kind = type(value)
    if kind in PLAIN:
        return value
    if kind is dict:
        return {str(key): to_json(item) for key, item in value.items()}
    if kind is list or kind is tuple:
        return [to_json(item) for item in value]
    names = _names(kind)  # type: ignore[arg-type]
    if names is not None:
        return {name: to_json(getattr(value, name)) for name in names}
    if isinstance(value, Mapping):
        return {str(key): to_json(item) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [to_json(item) for item in value]
    if isinstance(value, datetime):
        return value.isoformat()
    return value
