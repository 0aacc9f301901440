"""What a step takes from steps before it.

`${1.explanation}`, `${1.result.price}`, and `${ENV:NAME}` from outside.

>>> resolve("${1.result.price}", {1: {"result": {"price": 38.5}}})
38.5
>>> resolve("Novo: ${1.explanation}", {1: {"explanation": "PETR4 a 38,50"}})
'Novo: PETR4 a 38,50'
>>> resolve(as_text("${1.result.price}"), {1: {"result": {"price": 38.5}}})
'${1.result.price}'

A string that is one reference keeps the type of what it refers to. What a user typed goes through `as_text`:
it stays text, whatever it looks like.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import orjson

from routing.planning.plan.conditions import MISSING, look_up

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
