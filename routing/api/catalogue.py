"""What is published and switched on, as the agent gateway protocol has it: profiles, tools, settings."""

from os import environ
from typing import Any

from django.conf import settings

from agents.judges.run_judges import POINT
from agents.knowledge import attachments, uploads
from agents.llm.choose import model_for
from agents.resources import Resources
from agents.specs import AgentsSection, ToolSpec
from conversations.files import ENDINGS, FileKind, kind_of
from releases import freshness
from releases.freshness import PinnedRelease
from routing.api import installation_shapes as installation
from routing.api import serializers as shapes
from routing.api.door import VisitDoor
from routing.api.endpoint_schema import document
from routing.decision.specs import ProfileSpec, RoutingSection
from routing.planning.execute.sentences import offers
from routing.turns.audience import AGENTS, show
from routing.turns.mode import DEFAULT, MODES, list_names_where
from tenancy.models import Tenant
from tenancy.principal import Principal


def read_published(principal: Principal) -> tuple[Tenant, PinnedRelease]:
    """The tenant and what its turns run under now; inside a visit.

    :raises releases.errors.NothingPublished: there is no release yet.
    """
    tenant = Tenant.objects.get(pk=principal.tenant_id)
    return tenant, freshness.current(tenant)


def describe_agents(tenant: Tenant, pinned: PinnedRelease) -> dict[str, Any]:
    """`/agents`: the published profiles with their specialists and intents."""
    routing: RoutingSection = pinned.release["routing"]
    return {
        "default_agent_id": tenant.default_agent_id or None,
        "agents": [_describe_profile(profile, routing, pinned) for profile in routing.profiles.values()],
    }


def _describe_profile(profile: ProfileSpec, routing: RoutingSection, pinned: PinnedRelease) -> dict[str, Any]:
    section = pinned.release["agents"]
    policy = section.policies.get(profile.policy)
    known = (section.specialists.get(name) for name in profile.specialists)
    return {
        "agent_id": profile.agent_id,
        "name": profile.name,
        "description": profile.description,
        "mode": profile.mode or settings.ROUTING_MODE,
        "metadata": {
            "domain": profile.domain or None,
            "system_prefix": policy.system_prefix if policy else "",
        },
        "specialists": [
            {"name": one.name, "display_name": one.display_name or one.name, "purpose": one.purpose}
            for one in known
            if one is not None
        ],
        "intents": [name for name, intent in routing.intents.items() if intent.serves(profile.agent_id)],
        "suggestions": _list_suggestions(profile, routing, pinned),
        "attachments": _describe_attachments(profile, section),
        "message_files": _describe_message_files(profile, Resources.of(pinned)),
        "prompt_policy_path": None,
        "routing_config_path": None,
        "guardrails_config_path": None,
        "judges_config_path": None,
        "tools_config_path": None,
    }


def _describe_attachments(profile: ProfileSpec, section: AgentsSection) -> dict[str, Any] | None:
    """What its users may attach; None where that is nothing."""
    if attachments.find_collection(profile.attachments, section) is None:
        return None
    return {"endings": list(uploads.ENDINGS), "most_bytes": settings.ATTACHMENT_BYTES}


def _describe_message_files(profile: ProfileSpec, resources: Resources) -> dict[str, Any] | None:
    """What a message may bring because some model of its specialists reads it (ADR 93); None: nothing."""
    named = (*profile.specialists, profile.single_agent)
    known = [resources.section.specialists[name] for name in named if name in resources.section.specialists]
    kinds = frozenset[FileKind]().union(*(model_for(resources, one).reads for one in known))
    if not kinds:
        return None
    return {
        "media_types": [each for each in ENDINGS if kind_of(each) in kinds],
        "most_files": settings.MESSAGE_FILES,
        "most_bytes": settings.MESSAGE_FILE_BYTES,
    }


def _list_suggestions(
    profile: ProfileSpec, routing: RoutingSection, pinned: PinnedRelease
) -> list[dict[str, str]]:
    """What its team or its plans can be asked for, each by language."""
    if profile.mode in list_names_where(lambda mode: mode.plans):
        return offers(pinned.release["planning"])
    served = (intent for intent in routing.intents.values() if intent.serves(profile.agent_id))
    return [dict(intent.offer) for intent in served if intent.offer]


def describe_tools(resources: Resources) -> dict[str, Any]:
    """`/debug/mcp/tools`: every published tool with what it needs and whether it may be called now."""
    return {
        "enabled": resources.tools_on(),
        "tools": [_describe_tool(tool, resources) for tool in resources.section.tools.values()],
    }


def _describe_tool(tool: ToolSpec, resources: Resources) -> dict[str, Any]:
    return {
        "name": tool.name,
        "description": tool.description,
        "server": tool.server,
        "args_schema": tool.schema or _make_schema(tool),
        "tool_type": "query" if tool.read_only else "action",
        "requires": [
            parameter.name
            for parameter in tool.parameters
            if parameter.required and parameter.source != "default"
        ],
        "confirmation_required": tool.confirm,
        "execution_policy": "auto" if not tool.confirm else "confirm",
        "cache": {"enabled": bool(tool.cache_seconds), "ttl_seconds": tool.cache_seconds or None},
        "enabled": resources.tool_on(tool),
        "sources": {parameter.name: parameter.source for parameter in tool.parameters},
    }


def _make_schema(tool: ToolSpec) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {
            parameter.name: {"type": parameter.type, "description": parameter.description}
            for parameter in tool.parameters
        },
        "required": [parameter.name for parameter in tool.parameters if parameter.required],
    }


def describe_health(tenant: Tenant, pinned: PinnedRelease | None) -> dict[str, Any]:
    """`/health`, whole. Without a release there are no profiles yet."""
    store = "sqlite" if settings.SQLITE else "postgresql"
    model = model_for(Resources.of(pinned), None) if pinned else None
    routing: RoutingSection | None = pinned.release["routing"] if pinned else None
    return {
        "status": "ok" if pinned else "nothing_published",
        "routing_mode": settings.ROUTING_MODE,
        "agents": list(routing.profiles) if routing else [],
        "default_agent_id": tenant.default_agent_id or None,
        "session_repository": store,
        "memory_repository": store,
        "checkpoint_repository": store,
        "usage_repository": store,
        "llm_provider": model.provider if model else None,
        "llm_class": type(model).__name__ if model else None,
        "langfuse_enabled": settings.ENABLE_LANGFUSE,
        "sse_enabled": True,
        "version": settings.VERSION,
        "release": pinned.release.number if pinned else None,
    }


def describe_environment(pinned: PinnedRelease) -> dict[str, Any]:
    """`/debug/env`: what this installation runs with and who said so; never a secret."""
    resources = Resources.of(pinned)
    model = model_for(resources, None)
    profiles = pinned.release["routing"].profiles.values()
    store = "sqlite" if settings.SQLITE else "postgresql"
    database = ("DATABASE_URL", store)
    values: dict[str, tuple[str | None, Any]] = {
        "SESSION_REPOSITORY_PROVIDER": database,
        "MEMORY_REPOSITORY_PROVIDER": database,
        "CHECKPOINT_REPOSITORY_PROVIDER": database,
        "ROUTING_MODE": (
            "ROUTING_MODE",
            settings.ROUTING_MODE if settings.ROUTING_MODE in MODES else DEFAULT,
        ),
        "APP_ENV": ("APP_ENV", settings.APP_ENV),
        "LLM_PROVIDER": (None, model.provider),
        "ENABLE_LLM_ROUTER": (None, any(profile.llm_router for profile in profiles)),
        "ENABLE_MCP_TOOLS": ("ENABLE_MCP_TOOLS", resources.tools_on()),
        "ENABLE_LANGFUSE": ("LANGFUSE_PUBLIC_KEY", settings.ENABLE_LANGFUSE),
        "LANGFUSE_HOST": ("LANGFUSE_HOST", settings.LANGFUSE_HOST if settings.ENABLE_LANGFUSE else None),
        "TELEMETRY_ENABLED": ("OTEL_EXPORTER_OTLP_ENDPOINT", settings.TELEMETRY_ENABLED),
    }
    sources = {name: _find_source(variable) for name, (variable, _value) in values.items()}
    checked = _describe_checks(resources.section)
    sources |= dict.fromkeys(checked, "release")
    sources["ENABLE_LLM_ROUTER"] = "release"
    sources["LLM_PROVIDER"] = "release" if model.name in resources.section.llms else "environment or default"
    if settings.ENABLE_MCP_TOOLS and not resources.tools_on():
        sources["ENABLE_MCP_TOOLS"] = "kill switch"
    return {**{name: value for name, (_variable, value) in values.items()}, **checked, "source": sources}


def _describe_checks(section: AgentsSection) -> dict[str, Any]:
    """What a release says of answers that are held or made anew, and of the model that judges."""
    return {
        "JUDGES_FAIL_CLOSED": any(judge.fail_closed for judge in section.judges.values()),
        "GUARDRAILS_RETRY": any(rail.asks_again for rail in section.rails.values()),
        "JUDGE_LLM_PROFILE": section.points.get(POINT),
    }


def _find_source(variable: str | None) -> str:
    return "environment" if variable and environ.get(variable) else "default"


class AgentsDoor(VisitDoor):
    scope = "chat"

    @document(
        "Agents", "listAgents", None, installation.PublishedProfiles, query=shapes.TenantQuery, refuses=(409,)
    )
    def get(self, who: Principal) -> Any:
        """The published profiles with their specialists and intents."""
        return show(who, AGENTS, describe_agents(*read_published(who)))
