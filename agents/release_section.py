"""Authored rows of this room as JSON, and back: what a release keeps of them and restores.

Everything goes by name, never by a row's id. Secrets and addresses are not authored content: they are
not compiled, and restoring leaves them as they are.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from agents.knowledge.release_section import COLLECTIONS, compile_collections, drop_collections, take_back
from agents.models import (
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
from releases.authored_rows import (
    change,
    compile_children,
    compile_rows,
    describe_rows,
    label_of,
    prune_rows,
    put,
    restore_rows,
    values_of,
)
from releases.sections import AuthoredObject, Json, RowTable
from tenancy.models import Tenant
from tenancy.tenant_rows import TenantModel

PROMPT = ("role", "objective", "context")
PARAMETER = ("name", "source", "key", "required", "type", "description", "label", "default")
# In the order in which they are restored.
TABLES = (
    RowTable("slots", Slot),
    RowTable(
        "llms",
        LLMProfile,
        (
            "provider", "model", "temperature", "top_p", "max_tokens", "timeout_seconds", "reasoning_effort",
            "seed", "stop", "parallel_tool_calls", "can_force_tools", "reads_pictures", "reads_documents",
            "limit_name", "organization", "response_format", "extra_body",
        ),
        one=("fallback",),
    ),
    RowTable("policies", PromptPolicy),
    RowTable("servers", MCPServer, ("description", "transport", "enabled")),
    RowTable("judges", Judge),
    RowTable("plugins", Plugin, ("settings", "enabled")),
    RowTable("rails", Guardrail),
    RowTable(
        "tools",
        MCPTool,
        ("title", "description", "schema", "read_only", "confirm", "confirm_text", "permission", "say",
         "next_state", "enabled", "cache_seconds"),
        one=("server",),
        beside={"parameters": []},
    ),
    RowTable(
        "specialists",
        Specialist,
        one=("llm",),
        many={"targets": "targets", "tools": "tools"},
        beside={**dict.fromkeys(PROMPT, ""), "prompt_version": 0},
    ),
    COLLECTIONS,
)  # fmt: skip
# Every model that is compiled, each with a history.
ROWS: tuple[type[TenantModel], ...] = (*(each.model for each in TABLES), ToolParameter, SpecialistPrompt)


def compile_draft(tenant: Tenant) -> Json:
    """What the tenant's rows say now, in a constant number of queries."""
    points = LLMProfile.objects.of(tenant).exclude(point="").values_list("point", "name")
    also = {"tools": ("undeclared",)}
    found = {
        part.name: compile_rows(part, tenant, also.get(part.name, ()))
        for part in TABLES
        if part is not COLLECTIONS
    }
    tools, specialists = found["tools"], found["specialists"]
    parameters = _compile_parameters(tenant, tools)
    for name, tool in tools.items():
        tool["parameters"] = parameters[name]
        # Nobody has said that it only reads: it acts after a yes, also where its row is from before that.
        tool["confirm"] |= tool.pop("undeclared") and not tool["read_only"]
    fields = ("number", *PROMPT)
    prompts = compile_children(SpecialistPrompt, tenant, "specialist", fields, specialists, ("number",))
    for name, specialist in specialists.items():
        newest = {"number": 0, **dict.fromkeys(PROMPT, ""), **(prompts[name] or [{}])[-1]}
        specialist |= {"prompt_version": newest.pop("number"), **newest}
    return {**found, "collections": compile_collections(tenant), "points": dict(points)}


def _compile_parameters(tenant: Tenant, tools: Collection[str]) -> dict[str, list[dict[str, Json]]]:
    """The arguments of each tool; one that is called nothing says so no more than releases before labels."""
    found = compile_children(ToolParameter, tenant, "tool", PARAMETER, tools)
    for each in (parameter for parameters in found.values() for parameter in parameters):
        if not each["label"]:
            del each["label"]
    return found


def restore(tenant: Tenant, content: Json) -> None:
    """Creates and changes rows until they say what `content` says; surplus ones are left to `prune`."""
    points = {name: point for point, name in content.get("points", {}).items()}
    for llm in LLMProfile.objects.of(tenant).exclude(point=""):
        if points.get(llm.name, "") != llm.point:  # frees the point first: two models may swap theirs
            change(llm, {"point": ""})
    take_back(tenant, content)
    rows = {part.name: restore_rows(part, tenant, content) for part in TABLES}
    for name, point in points.items():
        put(LLMProfile, tenant, {"name": name}, {"point": point})
    parameters = _compile_parameters(tenant, rows["tools"])
    for name, tool in rows["tools"].items():
        if parameters[name] != (wanted := content["tools"][name]["parameters"]):
            _restore_parameters(tool, wanted)
    for name, specialist in rows["specialists"].items():
        _restore_prompt(specialist, content["specialists"][name])


def prune(tenant: Tenant, content: Json) -> None:
    """Removes the rows that `content` does not know; rooms above have let go of them by now."""
    drop_collections(tenant, content)
    for part in reversed(TABLES):
        prune_rows(part, tenant, content)


def _restore_parameters(tool: MCPTool, wanted: Sequence[Mapping[str, Json]]) -> None:
    for old in tool.parameters.all():  # all anew: their order is the order of their rows
        old.delete()
    for each in wanted:
        ToolParameter(tenant_id=tool.tenant_id, tool=tool, **each).save()


def _restore_prompt(specialist: Specialist, each: Mapping[str, Json]) -> None:
    number = each["prompt_version"]
    for later in specialist.prompts.filter(number__gt=number):  # the highest is in use; history keeps these
        later.delete()
    if number:
        values = values_of(SpecialistPrompt, each, PROMPT)
        put(SpecialistPrompt, specialist.tenant, {"specialist": specialist, "number": number}, values)


def describe_objects(content: Json) -> Iterator[AuthoredObject]:
    """What a diff of two releases says about this room, in the words of the Studio's pages."""
    points = {name: {"point": point} for point, name in content.get("points", {}).items()}
    llms = {name: {**each, **points.get(name, {})} for name, each in content.get("llms", {}).items()}
    labels = {
        "parameters": _("arguments"),
        "schema": _("arguments the server knows"),
        "prompt_version": _("prompt version"),
        **{name: str(_field(name).verbose_name) for name in PROMPT},
    }
    readers = {
        "parameters": lambda value: [_describe_parameter(each) for each in value],
        "schema": lambda value: sorted(value.get("properties", {})),
    }
    for each in describe_rows(TABLES, {**content, "llms": llms}, readers, labels):
        part, name = each.places[0]
        point = points.get(name, {}).get("point") if part == "llms" else None
        yield replace(each, places=(*each.places, ("points", point))) if point else each


def _field(name: str) -> Any:
    return SpecialistPrompt._meta.get_field(name)


def _describe_parameter(each: Mapping[str, Any]) -> str:
    """One argument in a line: `city (the model decides, required)`."""
    source = label_of(ToolParameter, "source", each["source"]) or each["source"]
    notes = [f"{source} {each['key']}".strip(), _("required") if each["required"] else _("optional")]
    if each["default"] not in (None, ""):
        notes.append(f"= {each['default']}")
    if each["type"] != "string":
        notes.append(each["type"])
    about = f": {each['description']}" if each["description"] else ""
    return f"{each['name']} ({', '.join(notes)}){about}"
