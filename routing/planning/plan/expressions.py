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
from collections.abc import Iterator, Mapping
from typing import Any

import orjson

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
    if isinstance(value, str):
        return _LITERAL.sub(r"$\1", value)
    if isinstance(value, Mapping):
        return {name: as_text(each) for name, each in value.items()}
    return [as_text(each) for each in value] if isinstance(value, list | tuple) else value


def plain(value: Any) -> Any:
    """The words as the user typed them again."""
    if isinstance(value, str):
        return _ESCAPED.sub(r"\1", value)
    if isinstance(value, Mapping):
        return {name: plain(each) for name, each in value.items()}
    return [plain(each) for each in value] if isinstance(value, list | tuple) else value


def find_references(value: Any) -> Iterator[tuple[str, re.Match[str] | None]]:
    """Every reference in a parameter: as it stands there, and its parts (None: it is no valid one)."""
    if isinstance(value, str):
        if "${" in value:
            for each in _WRITTEN.findall(value):
                yield each, REFERENCE.fullmatch(each)
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from find_references(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from find_references(each)


def find_steps(value: Any) -> set[int]:
    """The steps that a parameter refers to."""
    return {int(match["step"]) for _written, match in find_references(value) if match and match["step"]}


def resolve(
    value: Any, steps: Mapping[int, Mapping[str, Any]], variables: Mapping[str, str] | None = None
) -> Any:
    """The value with its references filled in; `steps` are the outputs of those that ended, as JSON."""
    if isinstance(value, str):
        return _resolve_text(value, steps, variables or {}) if "${" in value else value
    if isinstance(value, Mapping):
        return {name: resolve(each, steps, variables) for name, each in value.items()}
    return [resolve(each, steps, variables) for each in value] if isinstance(value, list | tuple) else value


def _resolve_text(text: str, steps: Mapping[int, Mapping[str, Any]], variables: Mapping[str, str]) -> Any:
    whole = REFERENCE.fullmatch(text)
    if whole is not None:
        return _value(whole, steps, variables)
    # One pass: what a reference brings in is data, and is not looked at again.
    pieces, reached = [], 0
    for match in REFERENCE.finditer(text):
        pieces += [plain(text[reached : match.start()]), _as_words(_value(match, steps, variables))]
        reached = match.end()
    return "".join([*pieces, plain(text[reached:])])


def _value(match: re.Match[str], steps: Mapping[int, Mapping[str, Any]], variables: Mapping[str, str]) -> Any:
    if match["variable"]:
        return variables.get(match["variable"])
    value = look_up(steps.get(int(match["step"]), {}), match["path"])
    return None if value is MISSING else value


def _as_words(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else orjson.dumps(value).decode()
