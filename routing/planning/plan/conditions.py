"""Conditions as data, never as code: `{path, equals | in | exists | truthy}`, `all`, `any`, `not`.

>>> holds({"path": "parameters.notify", "equals": True}, {"parameters": {"notify": True}})
True
>>> unasked = {"not": {"path": "query", "exists": True}}
>>> holds({"any": [{"path": "domain", "in": ["a"]}, unasked]}, {"domain": "b"})
True

What is no condition holds never: a domain that writes one wrongly does not act by it.
"""

from collections.abc import Mapping
from typing import Any

MISSING = object()
DEEPEST = 8


def holds(condition: Any, facts: Mapping[str, Any], depth: int = 0) -> bool:
    """Whether a condition holds of `facts`: {parameters, query, domain, capability}. None always does."""
    if condition is None:
        return True
    if not isinstance(condition, Mapping) or depth > DEEPEST:
        return False
    for word, combine in (("all", all), ("any", any)):
        if word in condition:
            parts = condition[word]
            return isinstance(parts, list) and combine(holds(each, facts, depth + 1) for each in parts)
    if "not" in condition:
        return not holds(condition["not"], facts, depth + 1)
    path = condition.get("path")
    return isinstance(path, str) and _compare(condition, look_up(facts, path))


def _compare(condition: Mapping[str, Any], value: Any) -> bool:
    there = value is not MISSING and value is not None
    if "equals" in condition:
        wanted = condition["equals"]
        return there and value == wanted and isinstance(value, bool) == isinstance(wanted, bool)
    if "in" in condition:
        return there and isinstance(condition["in"], list) and value in condition["in"]
    if "exists" in condition:
        return there is bool(condition["exists"])
    if "truthy" in condition:
        return (there and bool(value)) is bool(condition["truthy"])
    return False


def look_up(data: Any, path: str) -> Any:
    """The value at `a.b.0`, or `MISSING`."""
    for part in path.split("."):
        if isinstance(data, Mapping) and part in data:
            data = data[part]
        elif isinstance(data, list | tuple) and part.isdigit() and int(part) < len(data):
            data = data[int(part)]
        else:
            return MISSING
    return data
