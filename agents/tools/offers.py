"""How a tool is shown to a model: only what a model may decide."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from agents.llm.request import ToolOffer
from agents.specs import ParameterSpec, SlotSpec, Target, ToolSpec

NAMES = 128  # characters of a description a schema may repeat


def offer(tool: ToolSpec, slots: Mapping[str, SlotSpec], filled: Collection[str] = ()) -> ToolOffer:
    """The tool without its identity and fixed parameters; `filled` names values already known.

    A known resource stays visible, so that a model can choose among several that were said, but is not
    required of it.
    """
    properties: dict[str, Any] = {}
    required: list[str] = []
    for parameter in tool.parameters:
        if parameter.source != "free" and not parameter.is_asked:
            continue
        properties[parameter.name] = _schema(parameter, tool, slots)
        is_known = parameter.name in filled or parameter.known_as in filled
        if parameter.required and parameter.default is None and not is_known:
            required.append(parameter.name)
    schema: dict[str, Any] = {"type": "object", "properties": properties, "additionalProperties": False}
    if required:
        schema["required"] = required
    return ToolOffer(tool.name, tool.description, schema)


def signal(name: str, description: str, properties: dict[str, Any], required: tuple[str, ...]) -> ToolOffer:
    """A tool of the platform's own, of which a model decides all arguments."""
    schema = {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }
    return ToolOffer(name, description, schema)


def one_of(targets: Sequence[Target]) -> dict[str, Any]:
    """The schema of an argument that names one of these specialists, with what each is for."""
    lines = [f"{target.name}: {target.purpose or target.display_name or target.name}" for target in targets]
    return {"type": "string", "enum": [target.name for target in targets], "description": "; ".join(lines)}


def _schema(parameter: ParameterSpec, tool: ToolSpec, slots: Mapping[str, SlotSpec]) -> dict[str, Any]:
    discovered = tool.schema.get("properties", {}).get(parameter.name, {})
    schema: dict[str, Any] = {"type": parameter.type}
    for key in ("enum", "items", "minimum", "maximum", "format"):
        if key in discovered:
            schema[key] = discovered[key]
    if parameter.type == "array":
        schema.setdefault("items", {})
    description = parameter.description or str(discovered.get("description", ""))[:NAMES]
    slot = slots.get(parameter.known_as) if parameter.is_asked else None
    if slot is not None and slot.example:
        description = f"{description} Only as the user said it, for example {slot.example}.".strip()
    if description:
        schema["description"] = description
    return schema
