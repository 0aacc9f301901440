"""`mcp_parameter_mapping.yaml`: which argument of a tool is which business key, and what is read from a message."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from routing.decision.specs import BUSINESS_KEYS
from studio.files.kinds.base import Written, known
from studio.files.kinds.identity import things
from studio.files.kinds.tools import argument
from studio.files.part import Part, anything, mapping, text, texts, words
from studio.files.plan import Plan

RESOURCE = "resource_key"


class Mappings:
    name = "mcp_parameter_mapping.yaml"
    named_by = "mcp_parameter_mapping_path"

    def read(self, root: Part, plan: Plan) -> None:
        if (whole := root.inner("mcp_parameter_mapping")) is None:
            return
        everywhere = whole.take("defaults", mapping) or {}
        tools = plan.rows("agents", "tools")
        for name, value in everywhere.items():
            of = [each for tool in tools.values() for each in tool["parameters"] if each["name"] == name]
            for each in of:
                each["default"] = value
            if not of:
                told = (
                    _("'%s' is for every tool, and no tool has this argument: it is not taken.") % name[:64]
                )
                plan.note("left", whole.file, whole.line_of("defaults"), told)
        for name, part in whole.named("tools"):
            with plan.telling():
                if name in tools:
                    self._tool(tools[name], part)
                else:
                    told = _("There is no tool '%s': its mapping is not taken.") % name[:64]
                    plan.note("left", part.file, part.line, told)
                    continue
            part.rest()
        whole.rest()

    def write(self, plan: Plan) -> Iterator[Written]:
        rows, named = plan.rows("agents", "tools"), things(plan)
        tools = {name: _said(rows[name], named) for name in sorted(rows)}
        yield self.name, {"mcp_parameter_mapping": {"tools": tools}}

    def _tool(self, tool: dict[str, Any], part: Part) -> None:
        arguments = {each["name"]: each for each in tool["parameters"]}
        for key, name in (part.take("map", texts) or {}).items():
            each = arguments.setdefault(name, argument(name, required=False))
            if name in things(part.plan) or each["source"] == "resource":
                each["source"] = "resource"
                if key != RESOURCE:
                    told = _("'%(name)s' names a thing and is taken as %(resource)s, not as %(key)s.")
                    given = {"name": name[:64], "resource": RESOURCE, "key": key[:64]}
                    part.plan.note("taken", part.file, part.line_of("map"), told % given)
                continue
            if key not in BUSINESS_KEYS:
                told = _(
                    "No business key is named '%s': only what a trusted caller sends under this name is taken."
                )
                part.plan.note("unknown", part.file, part.line_of("map"), told % key[:64])
            each["source"], each["key"] = "identity", key
        for name, value in (part.take("defaults", mapping) or {}).items():
            each = arguments.setdefault(name, argument(name, "default", required=False))
            each["default"] = value
        self._extract(arguments, part)
        if "required" in part:
            needed = part.take("required", words) or []
            for name in needed:
                arguments[known(part, "required", name, arguments, _("argument"))]["required"] = True
        tool["parameters"] = list(arguments.values())

    def _extract(self, arguments: dict[str, dict[str, Any]], part: Part) -> None:
        for name, about in part.named("extract"):
            with part.plan.telling():
                each = arguments.setdefault(name, argument(name, required=False))
                if each["source"] not in ("resource", "default"):
                    each["source"], each["key"] = "free", ""
                each["type"] = about.take("type", text, each["type"])
                each["description"] = about.take("description", text, each["description"])
                for key, here in (("from", "message"), ("strategy", "llm")):
                    if about.take(key, anything, here) != here:
                        told = _("'%(key)s' is always '%(here)s' here: the model reads it from the message.")
                        given = {"key": f"{about.path}.{key}", "here": here}
                        part.plan.note("left", part.file, about.line_of(key), told % given)
            about.rest()


def _said(tool: Mapping[str, Any], named: frozenset[str]) -> dict[str, Any]:
    arguments = tool["parameters"]
    found = {
        each["key"]: each["name"]
        for each in arguments
        if each["source"] == "identity" and each["key"] in BUSINESS_KEYS
    }
    for each in arguments:
        if each["source"] == "resource" and each["name"] in named:
            found.setdefault(RESOURCE, each["name"])
    return {
        "map": found,
        "defaults": {each["name"]: each["default"] for each in arguments if each["default"] is not None},
        "required": [each["name"] for each in arguments if each["required"]],
        "extract": {
            each["name"]: {
                "from": "message", "type": each["type"], "strategy": "llm", "description": each["description"],
            }
            for each in arguments
            if each["source"] == "free"
        },
    }  # fmt: skip
