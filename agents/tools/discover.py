"""The kind of work "discover_tools": reads what a server offers into the tables people edit.

New tools are added, descriptions and schemas of known ones refreshed. What people authored (sources, titles,
questions, whether it only reads) stays, and nothing is deleted: a tool that is gone is reported.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy

from agents import argument_schemas
from agents.errors import ServerFailed
from agents.models import MCPServer, MCPTool, Slot, ToolParameter
from agents.operational import address_of, filter_unknown
from agents.tools import sessions
from agents.tools.discovered_tools import MOST_TOOLS, FoundTool, refusal
from outbound import runtime
from outbound.cleaning import clean, clean_text
from outbound.sentences import Sentence, fit_column
from outbound.sentences import Sentence as _
from tenancy.models import Tenant
from work.context import JobContext
from work.kinds import JobKind, Json, register
from work.models import Job

SECONDS = 20.0
WHY = 400  # letters of a sentence in a job's result
WORDS = frozenset({"title", "description", "default"})
LOOSE = WORDS | {"required"}  # compared on its own
NAMED = frozenset({"properties", "$defs"})  # their keys are names


@dataclass(slots=True)
class DiscoveryReport:
    """What discovering changed, by tool name.

    `clash` are names that another server of the tenant has, `refused` those that were left out, each with
    why.
    """

    added: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    clash: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)

    def as_json(self) -> Json:
        return {
            "added": self.added,
            "changed": self.changed,
            "gone": self.gone,
            "clash": self.clash,
            "refused": [fit_column(each, WHY) for each in self.refused],
        }


def run(context: JobContext) -> Json:
    """Payload: {server: name}. Result: {added, changed, gone, clash, refused}, lists of tool names."""
    name = str(context.payload.get("server", ""))
    server = MCPServer.objects.of(context.tenant_id).filter(name=name).first()
    if server is None:
        raise ServerFailed(name, _("There is no server '%s'.") % name)
    context.progress(10, server.name)
    return discover(server).as_json()


def discover(server: MCPServer) -> DiscoveryReport:
    """Asks the server and writes what is new; raises `ServerFailed` with the other side's words."""
    row = MCPServer.unscoped.filter(pk=server.pk)
    try:
        found = runtime.run(sessions.list_tools(address_of(server)), SECONDS)
    except ServerFailed as error:
        row.update(last_error=error.reason)
        raise
    with transaction.atomic():
        report = _write(server, found)
        row.update(last_error="", last_seen=timezone.now())
    return report


def _write(server: MCPServer, found: list[FoundTool]) -> DiscoveryReport:
    report = DiscoveryReport()
    known = {tool.name: tool for tool in MCPTool.objects.of(server.tenant_id).filter(server=server)}
    elsewhere = set(
        MCPTool.objects.of(server.tenant_id).exclude(server=server).values_list("name", flat=True)
    )
    taken: set[str] = set()
    for each in found[:MOST_TOOLS]:
        tool = known.get(each.name)
        why = refusal(each) if each.name not in taken else _("the server names it twice")
        if why:
            report.refused.append(
                Sentence("%(name)s: %(why)s") % {"name": clean_text(each.name)[:64], "why": why}
            )
            continue
        taken.add(each.name)
        if tool is not None:
            if _refresh(tool, each):
                report.changed.append(tool.name)
        elif each.name in elsewhere:
            report.clash.append(each.name)
        else:
            _add(server, each)
            report.added.append(each.name)
    if len(found) > MOST_TOOLS:  # what was not read may hold those that seem gone
        report.refused.append(_("what comes after the first %d tools") % MOST_TOOLS)
        return report
    names = {each.name for each in found}
    report.gone = sorted(name for name in known if name not in names)
    return report


def _add(server: MCPServer, found: FoundTool) -> None:
    title = {server.tenant.default_language: clean_text(found.title)} if found.title else {}
    tool = MCPTool.objects.of(server.tenant_id).create(
        tenant_id=server.tenant_id,
        server=server,
        name=found.name,
        title=title,
        description=clean_text(found.description),
        schema=clean(found.schema),
        read_only=found.read_only,
        undeclared=not found.declared,
        confirm=found.destructive or not found.declared,
    )
    _add_parameters(tool, tool.schema)


def _refresh(tool: MCPTool, found: FoundTool) -> bool:
    """Takes over a changed schema, with the arguments that are new in it, and descriptions nobody wrote."""
    schema = clean(found.schema)
    changed = differ(tool.schema, schema)
    _renew_descriptions(tool, schema)
    if changed:
        tool.schema = schema
    if found.description and not tool.description:
        tool.description, changed = clean_text(found.description), True
    changed = _declare(tool, found) or changed
    if changed:
        tool.save()
    return _add_parameters(tool, schema) > 0 or changed


def _declare(tool: MCPTool, found: FoundTool) -> bool:
    """What the server says of a tool of which nobody has said whether it changes something.

    One that destroys asks first, as all did of which nothing was known; one that reads needs no yes, unless
    somebody wrote its question. Intents of which nobody has said how they use it only offered it, as what
    changes something: one that reads is called at once.
    """
    if not (tool.undeclared and found.declared):
        return False
    tool.read_only, tool.undeclared = found.read_only, False
    tool.confirm = found.destructive or (tool.confirm and bool(tool.confirm_text or not found.read_only))
    for each in tool.intents.filter(use="offer", assumed=True) if found.read_only else ():
        each.use, each.assumed = "prefetch", False
        each.save()
    return True


def ask(context: JobContext) -> Json:
    """Payload: {server: name}.

    Asks a server about its tools that need somebody's word or of which no argument is known, and adds none.
    Result: {declared}, and as `gone` the tools of which the server knows nothing.
    """
    name = str(context.payload.get("server", ""))
    server = MCPServer.objects.of(context.tenant_id).filter(name=name).first()
    if server is None:
        raise ServerFailed(name, _("There is no server '%s'.") % name)
    found = {each.name: each for each in runtime.run(sessions.list_tools(address_of(server)), SECONDS)}
    declared = []
    with transaction.atomic():
        for tool in filter_unknown(MCPTool.objects.of(context.tenant_id).filter(server=server)):
            if tool.name not in found or refusal(found[tool.name]):
                continue
            if tool.undeclared and found[tool.name].declared:
                declared.append(tool.name)
            if not tool.parameters.exists():
                _refresh(tool, found[tool.name])
            elif _declare(tool, found[tool.name]):
                tool.save()
    known = MCPTool.objects.of(context.tenant_id).filter(server=server).order_by("name")
    gone = [tool for tool in known.values_list("name", flat=True) if tool not in found]
    return {"declared": declared, **({"gone": gone} if gone else {})}


def list_gone(tenant: Tenant | str) -> dict[str, str]:
    """The tools in use that their servers did not have when they were asked last, each with its server."""
    asked = Job.objects.of(tenant).filter(kind__in=("ask_tools", "discover_tools"), status="done")
    lists: dict[str, Any] = {}
    for payload, result in asked.order_by("finished_at", "pk").values_list("payload", "result"):
        lists[payload.get("server", "")] = (result or {}).get("gone", ())  # the newest wins
    rows = MCPTool.objects.of(tenant).filter(enabled=True).order_by("name")
    pairs = rows.values_list("name", "server__name")
    return {name: server for name, server in pairs if name in lists.get(server, ())}


def differ(known: Mapping[str, Any], found: Mapping[str, Any]) -> bool:
    """Whether a server asks for something else than the schema we know.

    Titles and defaults that its library writes by itself are no change, nor is an argument that people
    require although the server would do without, nor a description that only ours has.
    """
    if not set(_strings(found.get("required"))) <= set(_strings(known.get("required"))):
        return True
    if _essence(known, LOOSE) != _essence(found, LOOSE):
        return True
    ours, theirs = _arguments(known), _arguments(found)
    return any(
        about.get("description") and about["description"] != ours[name].get("description")
        for name, about in theirs.items()
    )


def _arguments(schema: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    properties = schema.get("properties")
    pairs = properties.items() if isinstance(properties, Mapping) else ()
    return {name: about if isinstance(about, Mapping) else {} for name, about in pairs}


def _strings(value: Any) -> list[str]:
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []


def _essence(value: Any, without: frozenset[str] = WORDS) -> Any:
    """A schema without what only describes it; an argument may be called "title" all the same."""
    if isinstance(value, list):
        return [_essence(each) for each in value]
    if not isinstance(value, Mapping):
        return value
    return {
        name: {key: _essence(each) for key, each in part.items()}
        if name in NAMED and isinstance(part, Mapping)
        else _essence(part)
        for name, part in value.items()
        if name not in without and not (name in NAMED and part == {})
    }


def _add_parameters(tool: MCPTool, schema: Mapping[str, Any]) -> int:
    """Adds the arguments of a clean schema that the table does not have yet.

    What is a value to ask for is asked for; the model decides the others until somebody says else.
    """
    properties = argument_schemas.stand_alone(schema).get("properties")
    required = schema.get("required")
    known = set(tool.parameters.values_list("name", flat=True))
    asked = set(Slot.objects.of(tool.tenant_id).values_list("name", flat=True))
    new = 0
    for name, about in (properties if isinstance(properties, Mapping) else {}).items():
        if name in known or len(name) > 64:
            continue
        about = about if isinstance(about, Mapping) else {}
        ToolParameter.objects.of(tool.tenant_id).create(
            tenant_id=tool.tenant_id,
            tool=tool,
            name=name,
            source=ToolParameter.Sources.RESOURCE if name in asked else ToolParameter.Sources.FREE,
            required=name in (required if isinstance(required, list) else []),
            type=argument_schemas.type_of(about),
            description=_describe(about),
            default=clean(about.get("default")),
        )
        new += 1
    return new


def _renew_descriptions(tool: MCPTool, schema: Mapping[str, Any]) -> None:
    """Arguments that say what the server said of them say what it says now."""
    before, now = _arguments(tool.schema), _arguments(schema)
    for row in tool.parameters.filter(name__in=before.keys() & now.keys()):
        old, new = _describe(before[row.name]), _describe(now[row.name])
        if old != new and row.description == old:
            row.description = new
            row.save()


def _describe(about: Mapping[str, Any]) -> str:
    return clean_text(str(about.get("description", "")))[:300]


register(JobKind("discover_tools", run, gettext_lazy("Discover tools")))
register(JobKind("ask_tools", ask, gettext_lazy("Ask what tools change")))
