"""What a tool's parameter is about, by its name and what its schema tells of it.

>>> when_of(claims, treated_on), kind_of(claims, pet_name), is_link(moves, appointment_id)
('past', 'name', True)
"""

import re
from typing import Literal

from agents.argument_schemas import items_of
from agents.specs import ParameterSpec, ToolSpec
from language import past_days
from language.function_words import is_small
from language.lexicon import join_languages
from language.normalise import words

Kind = Literal["name", "thing", ""]
_NAMES, _THINGS = join_languages("NAMES"), join_languages("THINGS")
_NUMBERED = ("number", "numero")


def texts_of(tool: ToolSpec, parameter: ParameterSpec) -> tuple[str, ...]:
    """All that is told of a parameter: its name, its title, its descriptions."""
    schema = tool.schema_of(parameter)
    told = (parameter.name, schema.get("title"), parameter.description, schema.get("description"))
    return tuple(str(text) for text in told if text)


def when_of(tool: ToolSpec, parameter: ParameterSpec) -> past_days.When:
    """Whether a parameter is a day of what has happened, or of what is to come."""
    return past_days.when_of(texts_of(tool, parameter))


def kind_of(tool: ToolSpec, parameter: ParameterSpec) -> Kind:
    """Whether a text is a name or a thing, by what it is called: "patient name", "nome do hóspede"."""
    if not tool.is_text(parameter):
        return ""
    label = words(tool.label_of(parameter, ""))
    heads = words(parameter.name.replace("_", " "))[-1:]
    heads += label[:1] if all(map(is_small, label[1:2])) else label[-1:]
    if _NAMES.intersection(heads):
        return "name"
    return "thing" if _THINGS.intersection(heads) else ""


def is_link(tool: ToolSpec, parameter: ParameterSpec) -> bool:
    """Whether a parameter says which thing is meant: what it is registered under, or what was named so.

    A number that the user gives may be a new one: "phone_number".
    """
    spelled = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", parameter.name).lower().split("_")
    if parameter.source == "free" and spelled[-1] in _NUMBERED:
        return False
    named = parameter.source == "resource" or tool.is_identifier(parameter)
    return named and not (tool.is_day(parameter) or tool.is_time(parameter) or tool.is_month(parameter))


def list_choices(tool: ToolSpec, parameter: ParameterSpec) -> list[str]:
    """What a parameter may be where its schema lists it, and each thing of a list may be."""
    schema = tool.schema_of(parameter)
    return [str(each) for each in schema.get("enum") or items_of(schema).get("enum") or ()]
