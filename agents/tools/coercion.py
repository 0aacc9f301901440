"""A value in the type its parameter asks for: "12" for an integer is 12, "sim" for a boolean is true."""

import math
from collections.abc import Mapping
from typing import Any

from agents.errors import NotThatType
from agents.specs import ParameterSpec
from language.lexicon import join_languages
from language.normalise import normalise

YES = {"true", "1"} | join_languages("TRUE_WORDS")
NO = {"false", "0"} | join_languages("FALSE_WORDS")


def coerce(value: Any, parameter: ParameterSpec, schema: Mapping[str, Any]) -> Any:
    """`value` as the tool's schema wants it; raises `NotThatType`.

    >>> coerce("3", ParameterSpec("months", type="integer"), {})
    3
    """
    wanted = schema.get("properties", {}).get(parameter.name, {})
    choices = wanted.get("enum") if isinstance(wanted, Mapping) else None
    if choices:
        return _choice(value, choices, parameter)
    match parameter.type:
        case "integer":
            return _integer(value, parameter)
        case "number":
            return _number(value, parameter)
        case "boolean":
            return _boolean(value, parameter)
        case "array":
            return list(value) if isinstance(value, list | tuple) else [value]
        case "object":
            if isinstance(value, Mapping):
                return dict(value)
            raise NotThatType(parameter, "an object")
    if isinstance(value, bool | Mapping | list | tuple):
        raise NotThatType(parameter, "a text")
    return str(value).strip()


def _choice(value: Any, choices: Any, parameter: ParameterSpec) -> Any:
    for choice in choices:
        if value == choice or normalise(str(value)) == normalise(str(choice)):
            return choice
    raise NotThatType(parameter, "one of " + ", ".join(map(str, choices)))


def _integer(value: Any, parameter: ParameterSpec) -> int:
    number = _number(value, parameter)
    if number != int(number):
        raise NotThatType(parameter, "a whole number")
    return int(value) if isinstance(value, int | str) and str(value).strip().isdigit() else int(number)


def _number(value: Any, parameter: ParameterSpec) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise NotThatType(parameter, "a number")
    try:
        number = float(value.strip().replace(",", ".") if isinstance(value, str) else value)
    except (ValueError, OverflowError):
        raise NotThatType(parameter, "a number") from None
    if not math.isfinite(number):
        raise NotThatType(parameter, "a number")
    return number


def _boolean(value: Any, parameter: ParameterSpec) -> bool:
    if isinstance(value, bool):
        return value
    text = normalise(str(value))
    if text in YES | NO:
        return text in YES
    raise NotThatType(parameter, "true or false")
