"""`tools.yaml`: tools, whether they change something, and where each argument comes from."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from agents.models import MCPTool, ToolParameter
from studio.files.kinds.base import Key, Written, known, said, take
from studio.files.kinds.identity import persons, things
from studio.files.nodes import Block
from studio.files.part import Part, anything, flag, mapping, text, texts, words
from studio.files.plan import Plan

KEYS = (
    Key("description", text),
    Key("mcp_server", text, "server"),
    Key("enabled", flag),
    Key("confirmation_required", flag, "confirm"),
    Key("title", texts),
    Key("confirm_text", texts),
    Key("permission", text),
    Key("say", texts),
    Key("next_state", text),
    Key("schema", mapping),
)
PARAMETER = (
    Key("source", text),
    Key("key", text),
    Key("required", flag),
    Key("type", text),
    Key("description", text),
    Key("default", anything),
)
ACTION, QUERY = "action", "query"
READS = frozenset({QUERY, "read", "lookup", "read_only"})
TYPES = {
    "str": "string",
    "int": "integer",
    "float": "number",
    "bool": "boolean",
    "dict": "object",
    "list": "array",
}


class Tools:
    name = "tools.yaml"
    named_by = "tools_config_path"

    def read(self, root: Part, plan: Plan) -> None:
        for name, part in root.named("tools"):
            with plan.telling():
                self._tool(name, part, plan)
            part.no_place("execution_policy", "cache")
            part.rest()

    def write(self, plan: Plan) -> Iterator[Written]:
        rows = plan.rows("agents", "tools")
        yield self.name, {"tools": {name: _said(rows[name]) for name in sorted(rows)}}

    def _tool(self, name: str, part: Part, plan: Plan) -> None:
        new = name not in plan.rows("agents", "tools")
        entry = plan.row("agents", "tools", name, part)
        take(part, entry, KEYS)
        known(part, "mcp_server", entry["server"], plan.rows("agents", "servers"), _("server"))
        self._type(name, part, entry, new)
        if "parameters" in part:
            entry["parameters"] = [self._parameter(each) for each in part.listed("parameters")]
            part.take("args_schema", anything)
            part.take("requires", anything)
        else:
            self._arguments(part, entry, plan)
        if new and "schema" not in part:
            plan.later.append(lambda: entry.update(schema=schema(entry["parameters"])))

    def _type(self, name: str, part: Part, entry: dict[str, Any], new: bool) -> None:
        kind = part.take("tool_type", text)
        if kind is not None and kind != ACTION and kind not in READS:
            told = _(
                "Tool '%(name)s' has the type '%(type)s', which is not known: it is taken as one that acts."
            )
            given = {"name": name, "type": kind[:32]}
            part.plan.note("unknown", part.file, part.line_of("tool_type"), told % given)
        if kind is not None:
            entry["read_only"] = kind in READS
        elif new:
            told = _(
                "Tool '%s' does not say whether it only reads (tool_type: query): it is taken as one that acts."
            )
            part.plan.note("taken", part.file, part.line, told % name)

    def _parameter(self, part: Part) -> dict[str, Any]:
        entry = argument(part.need("name", text))
        take(part, entry, PARAMETER)
        part.rest()
        return entry

    def _arguments(self, part: Part, entry: dict[str, Any], plan: Plan) -> None:
        """In the format's own words: names with types, and which of them a call needs."""
        arguments = {each["name"]: each for each in entry["parameters"]}
        if (listed := part.inner("args_schema")) is not None:
            for position, (name, node) in enumerate(list(listed.nodes.items())):
                if name not in arguments:
                    arguments[name] = argument(name, _source(name, plan), required=position == 0)
                if isinstance(node, Block):
                    with plan.telling():
                        self._typed(arguments[name], Part(plan, part.file, node, f"{listed.path}.{name}"))
                else:
                    arguments[name]["type"] = _type(text(part.file, node))
        if "requires" in part:
            needed = part.take("requires", words) or []
            for name in needed:
                known(part, "requires", name, arguments, _("argument"))
            for each in arguments.values():
                each["required"] = each["name"] in needed
        entry["parameters"] = list(arguments.values())

    def _typed(self, entry: dict[str, Any], part: Part) -> None:
        take(part, entry, (Key("description", text), Key("default", anything), Key("required", flag)))
        entry["type"] = _type(part.take("type", text, "string") or "string")
        part.rest()


def argument(name: str, source: str = "free", *, required: bool = True) -> dict[str, Any]:
    """A new argument in a draft's words."""
    return {
        "name": name, "source": source, "key": "", "required": required, "type": "string", "description": "",
        "default": None,
    }  # fmt: skip


def schema(arguments: list[Mapping[str, Any]]) -> dict[str, Any]:
    """What a model is told of a tool's arguments until the server is asked."""
    return {
        "type": "object",
        "properties": {
            each["name"]: {"type": each["type"], "description": each["description"]} for each in arguments
        },
        "required": [each["name"] for each in arguments if each["required"]],
    }


def _source(name: str, plan: Plan) -> str:
    """Where an argument comes from whose file does not say: who writes is never read from what is typed."""
    if name in things(plan) or name in plan.rows("agents", "slots"):
        return str(ToolParameter.Sources.RESOURCE.value)
    return str(
        (ToolParameter.Sources.IDENTITY if name in persons(plan) else ToolParameter.Sources.FREE).value
    )


def _type(given: str) -> str:
    return TYPES.get(given.strip(" ?").lower(), given.strip(" ?").lower())[
        : MCPTool.name.field.max_length or 64
    ]


def _said(entry: Mapping[str, Any]) -> dict[str, Any]:
    parameters = [{"name": each["name"], **said(each, PARAMETER)} for each in entry["parameters"]]
    return {
        **said(entry, KEYS[:3]),
        "args_schema": {each["name"]: each["type"] for each in entry["parameters"]},
        "tool_type": QUERY if entry["read_only"] else ACTION,
        "requires": [each["name"] for each in entry["parameters"] if each["required"]],
        **said(entry, KEYS[3:]),
        "parameters": parameters,
    }
