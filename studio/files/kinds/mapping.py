"""`mcp_parameter_mapping.yaml`: which argument of a tool is which business key, and what is read from a
message.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from routing.decision.specs import BUSINESS_KEYS
from studio.files.entry import Anything, Entry, Facts, Named, Text, Texts, Words, key
from studio.files.kinds.base import Written
from studio.files.kinds.identity import list_things
from studio.files.kinds.tools import make_argument
from studio.files.plan import Plan

RESOURCE = "resource_key"


class Extract(Entry):
    """An argument that the model reads from the message."""

    read_from: Anything = key("message", "Always the message.", "message", alias="from")
    type: Text = key("string", "Of the argument.", "string")
    strategy: Anything = key("llm", "Always the model.", "llm")
    description: Text = key("", "What the model is told of it.", "The month of the invoice.")


class ToolMapping(Entry):
    """Where the arguments of one tool come from."""

    map: Texts = key({}, "Which argument is which business key.", {"customer_key": "customer_id"})
    defaults: Facts = key({}, "Values that are always sent.", {"channel": "chat"})
    required: Words = key([], "Arguments that a call needs.", ["customer_id"])
    extract: Named[Extract] = key(
        {}, "Arguments that are read from the message.", {"month": {"type": "string"}}
    )


class MappingBody(Entry):
    """Where the arguments of tools come from."""

    defaults: Facts = key({}, "Values for every tool that has such an argument.", {"channel": "chat"})
    tools: Named[ToolMapping] = key(
        {}, "One a tool, by its name.", {"find_order": {"map": {"customer_key": "id"}}}
    )


class MappingFile(Entry):
    """Where the arguments of tools come from."""

    mcp_parameter_mapping: MappingBody | None = key(None, "All of it.", {"defaults": {}})


class Mappings:
    name = "mcp_parameter_mapping.yaml"
    named_by = "mcp_parameter_mapping_path"
    model = MappingFile

    def read(self, root: MappingFile, plan: Plan) -> None:
        if (body := root.mcp_parameter_mapping) is None:
            return
        tools = plan.rows("agents", "tools")
        for name, value in body.defaults.items():
            of = [each for tool in tools.values() for each in tool["parameters"] if each["name"] == name]
            for each in of:
                each["default"] = value
            if not of:
                sentence = (
                    _("'%s' is for every tool, and no tool has this argument: it is not taken.") % name[:64]
                )
                plan.note("left", body.file, body.line_of("defaults"), sentence)
        for name, entry in body.tools.items():
            if name not in tools:
                sentence = _("There is no tool '%s': its mapping is not taken.") % name[:64]
                plan.note("left", entry.file, entry.line, sentence)
                continue
            with plan.telling():
                self._tool(tools[name], entry, plan)

    def write(self, plan: Plan) -> Iterator[Written]:
        rows, names = plan.rows("agents", "tools"), list_things(plan)
        tools = {name: _write(rows[name], names) for name in sorted(rows)}
        yield self.name, {"mcp_parameter_mapping": {"tools": tools}}

    def _tool(self, tool: dict[str, Any], entry: ToolMapping, plan: Plan) -> None:
        arguments = {each["name"]: each for each in tool["parameters"]}
        for business_key, name in entry.map.items():
            each = arguments.setdefault(name, make_argument(name, required=False))
            if name in list_things(plan) or each["source"] == "resource":
                each["source"] = "resource"
                if business_key != RESOURCE:
                    sentence = _("'%(name)s' names a thing and is taken as %(resource)s, not as %(key)s.")
                    given = {"name": name[:64], "resource": RESOURCE, "key": business_key[:64]}
                    plan.note("taken", entry.file, entry.line_of("map"), sentence % given)
                continue
            if business_key not in BUSINESS_KEYS:
                sentence = _(
                    "No business key is named '%s': only what a trusted caller sends under this name is "
                    "taken."
                )
                plan.note("unknown", entry.file, entry.line_of("map"), sentence % business_key[:64])
            each["source"], each["key"] = "identity", business_key
        for name, value in entry.defaults.items():
            arguments.setdefault(name, make_argument(name, "default", required=False))["default"] = value
        self._extract(arguments, entry, plan)
        for name in entry.required:
            arguments[entry.require_known("required", name, arguments, _("argument"))]["required"] = True
        tool["parameters"] = list(arguments.values())

    def _extract(self, arguments: dict[str, dict[str, Any]], entry: ToolMapping, plan: Plan) -> None:
        for name, about in entry.extract.items():
            each = arguments.setdefault(name, make_argument(name, required=False))
            if each["source"] not in ("resource", "default"):
                each["source"], each["key"] = "free", ""
            about.take(each)
            for field, here in (("read_from", "message"), ("strategy", "llm")):
                if getattr(about, field) != here:
                    sentence = _("'%(key)s' is always '%(here)s' here: the model reads it from the message.")
                    given = {"key": about.place_of(field), "here": here}
                    plan.note("left", about.file, about.line_of(field), sentence % given)


def _write(tool: Mapping[str, Any], names: frozenset[str]) -> dict[str, Any]:
    arguments = tool["parameters"]
    found = {
        each["key"]: each["name"]
        for each in arguments
        if each["source"] == "identity" and each["key"] in BUSINESS_KEYS
    }
    for each in arguments:
        if each["source"] == "resource" and each["name"] in names:
            found.setdefault(RESOURCE, each["name"])
    free = [each for each in arguments if each["source"] == "free"]
    return ToolMapping.from_row(
        {},
        map=found,
        defaults={each["name"]: each["default"] for each in arguments if each["default"] is not None},
        required=[each["name"] for each in arguments if each["required"]],
        extract={each["name"]: Extract.from_row(each, read_from="message", strategy="llm") for each in free},
    )
