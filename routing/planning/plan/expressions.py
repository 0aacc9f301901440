"""Conditions and references as data, never as code.

>>> holds({"path": "parameters.notify", "equals": True}, {"parameters": {"notify": True}})
True
>>> unasked = {"not": {"path": "query", "exists": True}}
>>> holds({"any": [{"path": "domain", "in": ["a"]}, unasked]}, {"domain": "b"})
True
>>> resolve("${1.result.price}", {1: {"result": {"price": 38.5}}})
38.5
>>> resolve("Novo: ${1.explanation}", {1: {"explanation": "PETR4 a 38,50"}})
'Novo: PETR4 a 38,50'
>>> resolve(as_text("${1.result.price}"), {1: {"result": {"price": 38.5}}})
'${1.result.price}'

A condition (`{path, equals | in | exists | truthy}`, `all`, `any`, `not`) that is none holds never: a domain
that writes one wrongly does not act by it. A string that is one reference keeps the type of what it refers
to. What a user typed goes through `as_text`: it stays text, whatever it looks like.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import orjson

from outbound.cleaning import list_texts

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


REFERENCE = re.compile(r"(?<!\$)\$\{(?:ENV:(?P<variable>[A-Za-z_]\w*)|(?P<step>\d{1,4})\.(?P<path>[\w.]+))\}")
_WRITTEN = re.compile(r"(?<!\$)\$\{[^}]*\}")
_ESCAPED = re.compile(r"\$(\$+\{)")
_LITERAL = re.compile(r"(\$+\{)")
HEADS = ("explanation", "result", "status", "confidence", "metadata")


def as_text(value: Any) -> Any:
    """A user's words as a parameter: what looks like a reference is none."""
    return _change_texts(value, partial(_LITERAL.sub, r"$\1"))


def _change_texts(value: Any, change: Callable[[str], Any]) -> Any:
    """The value with all its texts changed, however deep."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, Mapping):
        return {name: _change_texts(each, change) for name, each in value.items()}
    return [_change_texts(each, change) for each in value] if isinstance(value, list | tuple) else value


def find_references(value: Any) -> Iterator[tuple[str, re.Match[str] | None]]:
    """Every reference in a parameter: as it stands there, and its parts (None: it is no valid one)."""
    for text in list_texts(value):
        for each in _WRITTEN.findall(text):
            yield each, REFERENCE.fullmatch(each)


def find_steps(value: Any) -> set[int]:
    """The steps that a parameter refers to."""
    return {int(match["step"]) for _written, match in find_references(value) if match and match["step"]}


def resolve(
    value: Any, steps: Mapping[int, Mapping[str, Any]], variables: Mapping[str, str] | None = None
) -> Any:
    """The value with its references filled in; `steps` are the outputs of those that ended, as JSON."""
    return _change_texts(value, lambda text: _resolve_text(text, steps, variables or {}))


def _resolve_text(text: str, steps: Mapping[int, Mapping[str, Any]], variables: Mapping[str, str]) -> Any:
    if "${" not in text:
        return text
    whole = REFERENCE.fullmatch(text)
    if whole is not None:
        return _value(whole, steps, variables)
    # One pass: what a reference brings in is data, and is not looked at again.
    pieces: list[str] = []
    reached = 0
    for match in REFERENCE.finditer(text):
        pieces += [
            _ESCAPED.sub(r"\1", text[reached : match.start()]),
            _as_words(_value(match, steps, variables)),
        ]
        reached = match.end()
    return "".join([*pieces, _ESCAPED.sub(r"\1", text[reached:])])


def _value(match: re.Match[str], steps: Mapping[int, Mapping[str, Any]], variables: Mapping[str, str]) -> Any:
    if match["variable"]:
        return variables.get(match["variable"])
    value = look_up(steps.get(int(match["step"]), {}), match["path"])
    return None if value is MISSING else value


def _as_words(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else orjson.dumps(value).decode()
