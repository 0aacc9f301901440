"""What a diff of two releases says about this room, in the words of the Studio's pages."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.db.models import Field
from django.utils.translation import gettext as _

from agents.models import (
    Collection,
    Guardrail,
    Judge,
    LLMProfile,
    MCPServer,
    MCPTool,
    Plugin,
    PromptPolicy,
    Slot,
    Specialist,
    SpecialistPrompt,
)
from releases.sections import AuthoredObject, Json
from tenancy.tenant_rows import TenantModel

KINDS: Mapping[str, type[TenantModel]] = {
    "specialists": Specialist,
    "tools": MCPTool,
    "servers": MCPServer,
    "llms": LLMProfile,
    "slots": Slot,
    "policies": PromptPolicy,
    "rails": Guardrail,
    "judges": Judge,
    "collections": Collection,
    "plugins": Plugin,
}


def objects(content: Json) -> Iterator[AuthoredObject]:
    """Every authored thing of the section with its fields under their labels."""
    points = {name: point for point, name in content.get("points", {}).items()}
    for part, model in KINDS.items():
        for name, each in content.get(part, {}).items():
            values = {**each, "point": points[name]} if part == "llms" and name in points else each
            yield AuthoredObject(_kind(model), name.replace(":", " · "), dict(_lines(model, values)))


def _kind(model: type[TenantModel]) -> str:
    words = str(model._meta.verbose_name)
    return words[:1].upper() + words[1:]


def _lines(model: type[TenantModel], values: Mapping[str, Json]) -> Iterator[tuple[str, str | Sequence[str]]]:
    for name, value in values.items():
        label = _label(model, name)
        if name == "parameters":
            yield label, [_parameter(each) for each in value]
        elif name == "schema":
            yield label, sorted(value.get("properties", {}))
        elif isinstance(value, Mapping):  # a text by language, or a word and its replacement
            for key, text in value.items():
                yield f"{label} ({key})", str(text)
        elif isinstance(value, list):
            yield label, [str(item) for item in value]
        else:
            yield label, label_of(model, name, value) or _value(value)


def label_of(model: type[TenantModel], name: str, value: Json) -> str:
    """What a page calls a value that is chosen from a list; empty when it is not.

    >>> chosen(Guardrail, "action", "sanitize")
    'mask it'
    """
    fields = {field.name: field for field in model._meta.get_fields() if isinstance(field, Field)}
    choices = dict(fields[name].flatchoices) if name in fields and isinstance(value, str) and value else {}
    return str(choices.get(value, ""))


def _label(model: type[TenantModel], name: str) -> str:
    if name == "parameters":
        return _("arguments")
    if name == "schema":
        return _("arguments the server knows")
    if name == "prompt_version":
        return _("prompt version")
    for owner in (model, SpecialistPrompt):
        for field in owner._meta.get_fields():
            if field.name == name and isinstance(field, Field):
                return str(field.verbose_name)
    return name


def _parameter(each: Mapping[str, Any]) -> str:
    """One argument in a line: `msisdn (identity customer_key, required)`."""
    notes = [f"{each['source']} {each['key']}".strip(), _("required") if each["required"] else _("optional")]
    if each["default"] not in (None, ""):
        notes.append(f"= {each['default']}")
    if each["type"] != "string":
        notes.append(each["type"])
    about = f": {each['description']}" if each["description"] else ""
    return f"{each['name']} ({', '.join(notes)}){about}"


def _value(value: Json) -> str:
    if value is True:
        return _("yes")
    if value is False:
        return _("no")
    return "" if value is None else str(value)
