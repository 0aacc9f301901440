"""A result in a sentence of the user's language: the manifest's template, with its labels for values.

    explanation_template: {"pt": "{symbol} está em {price} {currency}",
                           "en": "{symbol} is at {price} {currency}"}
    value_labels (of a parameter): {"GAINERS": {"pt": "maiores altas", "en": "top gainers"}}

A template in the user's language says it; one for all languages where the domain said nothing itself. One
that names what the result does not have is left out: the domain's own words stand.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from routing.planning.execute.values import format_value, number
from routing.planning.plan.conditions import MISSING, look_up
from routing.planning.specs import CapabilitySpec
from routing.planning.understand.parameters import in_language, in_words, specs_of
from routing.planning.understand.resolving import properties
from routing.planning.words import DomainOutput

PLACES = 2  # of an amount in a sentence
_PLACE = re.compile(r"\{([\w.]+)\}")


def explain(
    output: DomainOutput, params: Mapping[str, Any], capability: CapabilitySpec, language: str
) -> DomainOutput:
    """The output with its explanation in the user's language, where the manifest knows one."""
    if output.status != "success":
        return output
    template = capability.metadata.get("explanation_template")
    if isinstance(template, Mapping):
        template = template.get(language)
    elif output.explanation:
        template = None
    said = _fill(template, output.result, params, capability, language) if isinstance(template, str) else ""
    return replace(output, explanation=said) if said else output


def _fill(
    template: str, result: Any, params: Mapping[str, Any], capability: CapabilitySpec, language: str
) -> str:
    values: dict[str, str] = {}
    for path in _PLACE.findall(template):
        value = look_up(result, path)
        if value is MISSING:
            value = look_up(params, path)
        if value is MISSING or isinstance(value, Mapping | list):
            return ""
        values[path] = label_value(path.split(".")[-1], value, capability, language, PLACES)
    return _PLACE.sub(lambda match: values[match[1]], template)


def label_value(
    name: str, value: Any, capability: CapabilitySpec | None, language: str, places: int | None = None
) -> str:
    """A value as people read it: by its label, else as they write it; `places` of a number with decimals."""
    if isinstance(value, list | tuple):
        return ", ".join(label_value(name, each, capability, language, places) for each in value)
    labels = specs_of(capability).get(name, {}).get("value_labels") if capability is not None else None
    if isinstance(labels, Mapping):
        folded = {str(key).casefold(): label for key, label in labels.items()}
        said = in_language(folded.get(str(value).casefold()), language)
        if said:
            return said
    if isinstance(value, float) and places is not None:
        return number(value, language, places)
    listed = isinstance(value, str) and value in _values_of(name, capability)
    return in_words(value) if listed else format_value(value, language)


def _values_of(name: str, capability: CapabilitySpec | None) -> list[Any]:
    """The values of an enum, which are names of the manifest."""
    if capability is None:
        return []
    schema = properties(capability.schema).get(name)
    found = [specs_of(capability).get(name, {}), schema if isinstance(schema, Mapping) else {}]
    return [value for each in found if isinstance(each.get("enum"), list) for value in each["enum"]]
