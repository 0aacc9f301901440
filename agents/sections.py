"""The release's section "agents": specialists, tools, servers, models, values, policies, rails, judges."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from agents import argument_schemas, checks, release_section
from agents.knowledge import tool_offers
from agents.memory import telling as remembering
from agents.models import LLMProfile, MCPServer, MCPTool
from agents.operational import address_of
from agents.specs import (
    AgentsSection,
    CollectionSpec,
    JudgeSpec,
    LLMSpec,
    ParameterSpec,
    PromptPolicySpec,
    RailSpec,
    ServerSpec,
    SlotSpec,
    SpecialistSpec,
    ToolSpec,
)
from egress import changing, places
from egress.models import AddressChange
from releases import sections
from releases.authored_rows import read_spec
from releases.errors import Problem
from releases.loaded_release import LoadedRelease, StoredArtifact
from releases.sections import Json
from tenancy.models import Tenant


def load(content: Json) -> AgentsSection:
    """The frozen words of a released section. Rails and judges that are switched off are left out."""

    def part(name: str) -> Mapping[str, Any]:
        found: Mapping[str, Any] = content.get(name, {})
        return found

    collections = {
        name: read_spec(CollectionSpec, each, name=name) for name, each in part("collections").items()
    }
    tools = {
        remembering.SAVE: remembering.spec(),
        **platform_tools(collections),
        **{name: read_tool(name, each) for name, each in part("tools").items()},
    }
    servers = {name: read_spec(ServerSpec, each, name=name) for name, each in part("servers").items()}
    return AgentsSection(
        collections=collections,
        specialists={
            name: _specialist(name, each, collections) for name, each in part("specialists").items()
        },
        tools=tools,
        servers={
            tool_offers.SERVER: ServerSpec(tool_offers.SERVER, "platform"),
            remembering.SERVER: ServerSpec(remembering.SERVER, "platform"),
            **servers,
        },
        llms={name: read_spec(LLMSpec, each, name=name) for name, each in part("llms").items()},
        points=dict(part("points")),
        slots={name: read_spec(SlotSpec, each, name=name) for name, each in part("slots").items()},
        policies={
            name: read_spec(PromptPolicySpec, each, name=name) for name, each in part("policies").items()
        },
        rails={key: _rail(key, each) for key, each in part("rails").items() if each["enabled"]},
        judges={
            name: read_spec(JudgeSpec, each, name=name)
            for name, each in part("judges").items()
            if each["enabled"]
        },
        plugins={name: each["settings"] for name, each in part("plugins").items() if each["enabled"]},
    )


def platform_tools(collections: Mapping[str, CollectionSpec]) -> dict[str, ToolSpec]:
    """The platform's own tools, where there is something to find with them."""
    question = ParameterSpec("query", description=tool_offers.QUESTION)
    return {
        name: ToolSpec(
            name,
            tool_offers.SERVER,
            tool_offers.titles(name),
            tool_offers.description(collections, name),
            parameters=(question,),
        )
        for name, kinds in tool_offers.KINDS.items()
        if any(each.kind in kinds and each.enabled for each in collections.values())
    }


def _specialist(
    name: str, each: Mapping[str, Any], collections: Mapping[str, CollectionSpec]
) -> SpecialistSpec:
    tools = dict.fromkeys((*each["tools"], *tool_offers.names(collections, name)))
    return read_spec(SpecialistSpec, each, name=name, tools=tuple(tools))


def read_tool(name: str, each: Mapping[str, Any]) -> ToolSpec:
    schema = argument_schemas.stand_alone(each["schema"])
    about = schema.get("properties", {})
    parameters = tuple(_parameter(one, about.get(one["name"], {})) for one in each["parameters"])
    return read_spec(ToolSpec, each, name=name, parameters=parameters, schema=schema)


def _parameter(each: Mapping[str, Any], about: Mapping[str, Any]) -> ParameterSpec:
    """What its server says it is stands before what its row does: the server is who reads it."""
    own = {"type": argument_schemas.type_of(about, each["type"]), "default": each.get("default")}
    return read_spec(ParameterSpec, each, **own)


def _rail(key: str, each: Mapping[str, Any]) -> RailSpec:
    code, phase = key.split(":", 1)
    settings = {name: each[name] for name in ("phrases", "prompt") if each.get(name)}
    return read_spec(RailSpec, each, code=code, phase=phase, settings=settings)


def ready(release: LoadedRelease, _parts: Mapping[str, StoredArtifact]) -> None:
    """Imports what the release's models are called with."""
    from agents.llm import choose  # with it come the models, for commands that ask none

    choose.prepare(release["agents"])


def look_around(tenant: Tenant) -> Iterable[Problem]:
    """Addresses that wait, servers that cannot be asked, tools that need somebody's word."""
    waiting = {(change.model, change.row) for change in changing.waiting(tenant)}
    for change in changing.waiting(tenant):
        place = places.place_named(change.model)
        kind = capfirst(place.model._meta.verbose_name) if place is not None else ""
        sentence = _("Its address %s waits for a second person (Studio > New addresses).") % change.after
        yield Problem("warning", f"{kind} '{change.name}'", f"{sentence} {_meanwhile(change)}")
    for server in MCPServer.objects.of(tenant).filter(enabled=True).select_related("sign_in"):
        problem = str(address_of(server).problem)
        if problem and (server._meta.label_lower, str(server.pk)) not in waiting:
            told = _("Its tools cannot be called: %s") % problem
            yield Problem("warning", _("Server '%s'") % server.name, told)
    for name in MCPTool.objects.of(tenant).filter(undeclared=True).values_list("name", flat=True):
        sentence = _("It needs your word: say on its page whether it only reads.")
        yield Problem("warning", _("Tool '%s'") % name, sentence)


def _meanwhile(change: AddressChange) -> str:
    """What goes on until somebody has agreed to an address."""
    if change.before:
        return _("Until then %s is used.") % change.before
    if change.model == MCPServer._meta.label_lower:
        return _("Until then its tools cannot be called.")
    if change.model == LLMProfile._meta.label_lower:
        return _("Until then this model is not asked: without another one the offline model answers.")
    return _("Until then nothing is sent to it.")


sections.register(
    sections.Section(
        "agents",
        release_section.compile_draft,
        load,
        release_section.restore,
        checks.check,
        release_section.describe_objects,
        prune=release_section.prune,
        rows=release_section.ROWS,
        tables=release_section.TABLES,
        ready=ready,
        around=look_around,
    )
)
