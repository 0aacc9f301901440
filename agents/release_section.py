"""Authored rows of this room as JSON, and back: what a release keeps of them and restores.

Everything goes by name, never by a row's id. Secrets and addresses are not authored content: they are
not compiled, and restoring leaves them as they are.
"""

from collections.abc import Mapping
from typing import Any

from agents.knowledge.release_section import FIELDS as COLLECTION_FIELDS
from agents.knowledge.release_section import compile_collections, restore_collection
from agents.knowledge.removing import remove_collection
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
    ToolParameter,
)
from releases.sections import Json, keep_only, put, values_of
from tenancy.models import Tenant
from tenancy.tenant_rows import TenantModel

# Every model that is compiled, each with a history.
ROWS: tuple[type[TenantModel], ...] = (
    Slot, LLMProfile, PromptPolicy, MCPServer, MCPTool, ToolParameter, Guardrail, Judge, Specialist,
    SpecialistPrompt,
    Collection, Plugin,
)  # fmt: skip
# What is copied as it is, from row to release and back.
FIELDS: Mapping[type[TenantModel], tuple[str, ...]] = {
    Slot: ("pattern", "label", "example"),
    LLMProfile: (
        "provider", "model", "temperature", "top_p", "max_tokens", "timeout_seconds", "reasoning_effort",
        "seed",
        "stop", "parallel_tool_calls", "can_force_tools", "reads_pictures",
        "reads_documents", "limit_name", "organization", "response_format",
        "extra_body",
    ),
    PromptPolicy: ("version", "system_prefix", "style", "forbidden_phrases", "preferred"),
    MCPServer: ("description", "transport", "enabled"),
    MCPTool: (
        "title", "description", "schema", "read_only", "confirm", "confirm_text", "permission", "say",
        "next_state", "enabled", "cache_seconds",
    ),
    ToolParameter: ("name", "source", "key", "required", "type", "description", "default"),
    Specialist: ("display_name", "purpose", "forward", "max_runs", "enabled"),
    SpecialistPrompt: ("role", "objective", "context"),
    Guardrail: (
        "action", "attempts", "phrases", "polite", "prompt", "threshold", "confirms", "seconds",
        "fail_closed", "enabled",
    ),
    Judge: ("threshold", "fail_closed", "person", "prompt", "scale", "share", "seconds", "enabled"),
    Plugin: ("settings", "enabled"),
    Collection: COLLECTION_FIELDS,
}  # fmt: skip
# The parts of the section that are rows with a name and plain fields, in the order they are restored.
PLAIN: Mapping[str, type[TenantModel]] = {
    "slots": Slot,
    "llms": LLMProfile,
    "policies": PromptPolicy,
    "servers": MCPServer,
    "judges": Judge,
    "plugins": Plugin,
}


def compile_draft(tenant: Tenant) -> Json:
    """What the tenant's rows say now, in a constant number of queries."""
    points = LLMProfile.objects.of(tenant).exclude(point="").values_list("point", "name")
    return {
        **{part: _plain(model, tenant) for part, model in PLAIN.items() if model is not LLMProfile},
        "llms": _llms(tenant),
        "points": dict(points),
        "tools": _tools(tenant),
        "specialists": _specialists(tenant),
        "collections": compile_collections(tenant),
        "rails": {f"{row.code}:{row.phase}": _fields(row) for row in Guardrail.objects.of(tenant)},
    }


def restore(tenant: Tenant, content: Json) -> None:
    """Creates and changes rows until they say what `content` says; surplus ones are left to `prune`."""
    points = {name: point for point, name in content.get("points", {}).items()}
    for llm in LLMProfile.objects.of(tenant).exclude(point=""):
        if points.get(llm.name, "") != llm.point:  # frees the point first: two models may swap theirs
            llm.point = ""
            llm.save()
    for part, model in PLAIN.items():
        for name, each in content.get(part, {}).items():
            put(model, tenant, {"name": name}, values_of(model, each, FIELDS[model]))
    _restore_fallbacks(tenant, content.get("llms", {}))
    for name, point in points.items():
        put(LLMProfile, tenant, {"name": name}, {"point": point})
    for key, each in content.get("rails", {}).items():
        code, phase = key.split(":", 1)
        put(Guardrail, tenant, {"code": code, "phase": phase}, each)
    for name, each in content.get("tools", {}).items():
        _restore_tool(tenant, name, each)
    for name, each in content.get("specialists", {}).items():
        _restore_specialist(tenant, name, each)
    for name, each in content.get("specialists", {}).items():
        _restore_targets(tenant, name, each["targets"])
    for name, each in content.get("collections", {}).items():
        restore_collection(tenant, name, each)


def prune(tenant: Tenant, content: Json) -> None:
    """Removes the rows that `content` does not know; rooms above have let go of them by now."""
    for collection in Collection.objects.of(tenant).exclude(name__in=list(content.get("collections", {}))):
        remove_collection(collection)
    keep_only(Specialist, tenant, "name", content.get("specialists", {}))
    keep_only(MCPTool, tenant, "name", content.get("tools", {}))
    for part, model in PLAIN.items():
        keep_only(model, tenant, "name", content.get(part, {}))
    for rail in Guardrail.objects.of(tenant):
        if f"{rail.code}:{rail.phase}" not in content.get("rails", {}):
            rail.delete()


def _fields(row: TenantModel) -> dict[str, Json]:
    return {name: getattr(row, name) for name in FIELDS[type(row)]}


def _plain(model: type[TenantModel], tenant: Tenant) -> dict[str, Json]:
    rows: Any = model.objects.of(tenant).values("name", *FIELDS[model])
    return {row.pop("name"): row for row in rows}


def _llms(tenant: Tenant) -> dict[str, Json]:
    rows = LLMProfile.objects.of(tenant).select_related("fallback")
    return {row.name: {**_fields(row), "fallback": row.fallback.name if row.fallback else ""} for row in rows}


def _restore_fallbacks(tenant: Tenant, llms: Mapping[str, Mapping[str, Json]]) -> None:
    """Who answers when a model fails, once all of them are there."""
    rows = {row.name: row for row in LLMProfile.objects.of(tenant).select_related("fallback")}
    for name, each in llms.items():
        wanted = rows.get(each.get("fallback", ""))
        if rows[name].fallback != wanted:
            rows[name].fallback = wanted
            rows[name].save()


def _tools(tenant: Tenant) -> dict[str, Json]:
    rows = MCPTool.objects.of(tenant).select_related("server").prefetch_related("parameters")
    return {
        row.name: {**_fields(row), "server": row.server.name, "parameters": _parameters(row)} for row in rows
    }


def _parameters(tool: MCPTool) -> list[Json]:
    return [_fields(each) for each in sorted(tool.parameters.all(), key=lambda each: each.pk)]


def _specialists(tenant: Tenant) -> dict[str, Json]:
    rows = Specialist.objects.of(tenant).select_related("llm").prefetch_related("targets", "tools", "prompts")
    return {row.name: _specialist(row) for row in rows}


def _specialist(row: Specialist) -> Json:
    prompt = max(row.prompts.all(), key=lambda each: each.number, default=None)
    return {
        **_fields(row),
        **_fields(prompt or SpecialistPrompt(role="")),
        "prompt_version": prompt.number if prompt else 0,
        "llm": row.llm.name if row.llm else "",
        "targets": sorted(target.name for target in row.targets.all()),
        "tools": sorted(tool.name for tool in row.tools.all()),
    }


def _restore_tool(tenant: Tenant, name: str, each: Mapping[str, Json]) -> None:
    values = values_of(MCPTool, each, FIELDS[MCPTool])
    server = MCPServer.objects.of(tenant).get(name=each["server"])
    tool = put(MCPTool, tenant, {"name": name}, {**values, "server": server})
    if _parameters(tool) == each["parameters"]:
        return
    for old in tool.parameters.all():  # all anew: their order is the order of their rows
        old.delete()
    for parameter in each["parameters"]:
        ToolParameter(tenant=tenant, tool=tool, **parameter).save()


def _restore_specialist(tenant: Tenant, name: str, each: Mapping[str, Json]) -> None:
    values = values_of(Specialist, each, FIELDS[Specialist])
    llm = LLMProfile.objects.of(tenant).filter(name=each["llm"]).first()
    row = put(Specialist, tenant, {"name": name}, {**values, "llm": llm})
    _set(row.tools, MCPTool.objects.of(tenant).filter(name__in=each["tools"]))
    number = each["prompt_version"]
    for later in row.prompts.filter(number__gt=number):  # the highest is the one in use; history keeps these
        later.delete()
    if number:
        prompt = values_of(SpecialistPrompt, each, FIELDS[SpecialistPrompt])
        put(SpecialistPrompt, tenant, {"specialist": row, "number": number}, prompt)


def _restore_targets(tenant: Tenant, name: str, targets: list[str]) -> None:
    row = Specialist.objects.of(tenant).get(name=name)
    _set(row.targets, Specialist.objects.of(tenant).filter(name__in=targets))


def _set(relation: Any, rows: Any) -> None:
    relation.set(list(rows))
