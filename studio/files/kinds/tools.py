"""`tools.yaml`: tools, whether they change something, and where each argument comes from."""

from collections.abc import Mapping
from typing import Annotated, Any

from django.utils.translation import gettext as _
from pydantic import BeforeValidator

from agents.models import MCPTool, ToolParameter
from agents.tools.result_cache import LONGEST
from studio.files.entry import (
    Anything,
    Entry,
    Facts,
    Flag,
    Listed,
    Named,
    Text,
    Texts,
    Whole,
    Words,
    key,
    read_text,
    short,
)
from studio.files.kinds.base import NamedRows
from studio.files.kinds.identity import list_persons, list_things
from studio.files.plan import Plan

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


def _type(node: Any) -> str:
    given = read_text(node).strip(" ?").lower()
    return TYPES.get(given, given)[: MCPTool.name.field.max_length or 64]


LABEL = "How a question names it where it is no value to ask for, by language."


class LabelledEntry(Entry):
    """What has a label by language, which a draft's row without one does not hold."""

    label: Texts = key({}, LABEL, {"en": "the order's number"})

    def take(self, row: dict[str, Any]) -> None:
        """As any entry, and its label."""
        super().take(row)
        if self.says("label"):
            row.pop("label", None)
            row |= {"label": self.label} if self.label else {}


class ArgumentEntry(LabelledEntry):
    """An argument by its type; the type alone will do."""

    type: Annotated[str, BeforeValidator(_type)] = key(
        "string", "As JSON Schema or Python calls it.", "string"
    )
    description: Text = key("", "What the model is told of it.", "The order's number.")
    default: Anything = key(None, "A value that is always sent.", None)
    required: Flag = key(True, "Whether a call needs it.", True)


class ParameterEntry(LabelledEntry):
    """An argument with all that is known of it, as an export says it.

    Stands over args_schema and requires.
    """

    name: Text = key(..., "As the tool calls it.", "order_id")
    source: Text = key(
        "free",
        "identity, claimed (identity, else asked in the chat), resource, free (the model decides) or "
        "default.",
        "resource",
    )
    key_: Text = key(
        "", "The business key or value to ask for, when named otherwise.", "customer_key", alias="key"
    )
    required: Flag = key(True, "Whether a call needs it.", True)
    type: Text = key("string", "As JSON Schema calls it.", "string")
    description: Text = key("", "What the model is told of it.", "The order's number.")
    default: Anything = key(None, "A value that is always sent.", None)


class CacheEntry(Entry):
    """For how long a result may be used again for the same person."""

    enabled: Flag = key(True, "Whether it may.", True)
    ttl_seconds: Whole = key(300, "For how many seconds, at most 86400.", 300)

    @property
    def seconds(self) -> int:
        return self.ttl_seconds if self.enabled else 0


class ToolEntry(Entry):
    """A tool of a server, and where its arguments come from."""

    ROW = ("agents", "tools")
    NO_PLACE = ("execution_policy",)
    description: Text = key("", "What the model is told of it.", "Where an order is.")
    server: Text = key("", "Its server, from mcp_servers.yaml.", "shop", alias="mcp_server")
    enabled: Flag = key(True, "Whether it is used.", True)
    args_schema: Named[
        Annotated[ArgumentEntry, BeforeValidator(short("type"), json_schema_input_type=str | ArgumentEntry)]
    ] = key({}, "Its arguments with their types.", {"order_id": "string"})
    tool_type: Text = key("action", "query: it only reads. action: it changes something.", "query")
    requires: Words = key([], "Arguments that a call needs; not said: the first.", ["order_id"])
    confirm: Flag = key(False, "Whether the user must say yes first.", True, alias="confirmation_required")
    title: Texts = key(
        {},
        "What people read while it works, and before it where it has no question of its own, by language.",
        {"en": "looking for the order"},
    )
    confirm_text: Texts = key(
        {}, "The question before, by language.", {"en": "Shall I exchange order {order_id}?"}
    )
    permission: Text = key("", "A permission that is asked for once a conversation.", "live_data")
    say: Texts = key(
        {}, "How its result is said without a model, by language.", {"en": "It comes on {date}."}
    )
    next_state: Text = key("", "The state afterwards.", "WAITING_ORDER_CONFIRMATION")
    cache: CacheEntry | None = key(
        None, "Of one that only reads: how long its result stays good.", {"ttl_seconds": 300}
    )
    schema_: Facts = key(
        {}, "Its arguments as the server describes them.", {"type": "object"}, alias="schema"
    )
    listed: Listed[ParameterEntry] = key(
        [], "Its arguments in full.", [{"name": "order_id"}], alias="parameters"
    )


class ToolsFile(Entry):
    """Tools, whether they change something, and where each argument comes from."""

    tools: Named[ToolEntry] = key({}, "The tools by their names.", {"find_order": {"mcp_server": "shop"}})


class ToolFiles(NamedRows):
    name = "tools.yaml"
    named_by = "tools_config_path"
    model = ToolsFile
    top_key, entry = "tools", ToolEntry

    def write_row(self, name: str, row: Mapping[str, Any], plan: Plan) -> dict[str, Any]:
        """Says nothing of its type where nobody has said it."""
        declared = {"tool_type": QUERY if row["read_only"] else ACTION}
        cache = {"cache": {"enabled": True, "ttl_seconds": row["cache_seconds"]}}
        return ToolEntry.from_row(
            row,
            args_schema={each["name"]: each["type"] for each in row["parameters"]},
            **({} if name in plan.outside.undeclared else declared),
            requires=[each["name"] for each in row["parameters"] if each["required"]],
            **(cache if row["cache_seconds"] else {}),
            listed=[ParameterEntry.from_row(each) for each in row["parameters"]],
        )

    def read_row(self, name: str, entry: ToolEntry, plan: Plan) -> None:
        new = name not in plan.rows("agents", "tools")
        row = plan.row(name, entry)
        entry.take(row)
        entry.require_known("server", row["server"], plan.rows("agents", "servers"), _("server"))
        self._type(name, entry, row, new, plan)
        self._cache(entry, row)
        if entry.says("listed"):
            row["parameters"] = [make_argument(each.name) for each in entry.listed]
            for each, about in zip(row["parameters"], entry.listed, strict=True):
                about.take(each)
        else:
            self._arguments(entry, row, plan)
        if new and not entry.says("schema_"):
            plan.later.append(lambda: row.update(schema=make_schema(row["parameters"])))

    def _type(self, name: str, entry: ToolEntry, row: dict[str, Any], new: bool, plan: Plan) -> None:
        kind = entry.tool_type
        if entry.says("tool_type") and kind != ACTION and kind not in READS:
            sentence = _(
                "Tool '%(name)s' has the type '%(type)s', which is not known: it is taken as one that acts."
            )
            given = {"name": name, "type": kind[:32]}
            plan.note("unknown", entry.file, entry.line_of("tool_type"), sentence % given)
        assumed = name in plan.outside.undeclared
        if entry.says("tool_type"):
            row["read_only"] = kind in READS
            plan.outside.undeclared.discard(name)
        elif new:
            plan.outside.undeclared.add(name)
        if name in plan.outside.undeclared:
            row["confirm"] = row["confirm"] or not row["read_only"]
            sentence = _(
                "Tool '%s' does not say whether it only reads (tool_type: query, or action): its server is "
                "asked, and until somebody says so it is called as one that changes something, after a yes."
            )
            plan.note("word", entry.file, entry.line, sentence % name)
        elif assumed and row["read_only"] and not (entry.says("confirm") or row["confirm_text"]):
            row["confirm"] = False  # what acts keeps its yes: nobody has taken it off

    def _cache(self, entry: ToolEntry, row: dict[str, Any]) -> None:
        if entry.cache is None:
            return
        if entry.cache.seconds and not row["read_only"]:
            raise entry.fault(
                "cache", _("A tool that changes something is asked each time; its cache is off")
            )
        if not 0 <= entry.cache.seconds <= LONGEST:
            raise entry.cache.fault("ttl_seconds", _("At most %s seconds.") % LONGEST)
        row["cache_seconds"] = entry.cache.seconds

    def _arguments(self, entry: ToolEntry, row: dict[str, Any], plan: Plan) -> None:
        """In the format's own words: names with types, and which of them a call needs."""
        arguments = {each["name"]: each for each in row["parameters"]}
        for position, (name, about) in enumerate(entry.args_schema.items()):
            if name not in arguments:
                arguments[name] = make_argument(name, _source(name, plan), required=position == 0)
            about.take(arguments[name])
        if entry.says("requires"):
            for name in entry.requires:
                if not arguments or not (entry.says("args_schema") or entry.says("parameters")):
                    arguments.setdefault(name, make_argument(name, _source(name, plan)))
                entry.require_known("requires", name, arguments, _("argument"))
            for each in arguments.values():
                each["required"] = each["name"] in entry.requires
        row["parameters"] = list(arguments.values())


def make_argument(name: str, source: str = "free", *, required: bool = True) -> dict[str, Any]:
    """A new argument in a draft's words."""
    return {
        "name": name, "source": source, "key": "", "required": required, "type": "string", "description": "",
        "default": None,
    }  # fmt: skip


def make_schema(arguments: list[Mapping[str, Any]]) -> dict[str, Any]:
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
    if name in list_things(plan) or name in plan.rows("agents", "slots"):
        return str(ToolParameter.Sources.RESOURCE.value)
    return str(
        (ToolParameter.Sources.IDENTITY if name in list_persons(plan) else ToolParameter.Sources.FREE).value
    )
