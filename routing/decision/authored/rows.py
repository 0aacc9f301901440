"""Authored rows of this room as JSON, and back: what a release keeps of them and restores.

Everything goes by name, never by a row's id; rows of lower rooms (specialists, tools) are named only.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from simple_history.utils import bulk_create_with_history

from agents.authored_row import program_at_work
from agents.models import Collection, Guardrail, Judge, LLMProfile, MCPTool, PromptPolicy, Specialist
from audit.append import count
from releases.sections import Json, keep_only, put, values_of
from routing.decision.authored.business_keys import BusinessKey
from routing.decision.authored.intent_tool import IntentTool
from routing.decision.authored.models import AgentProfile, Example, Intent, Keyword
from routing.decision.authored.routing_case import RoutingCase
from routing.decision.authored.state_policy import StatePolicy
from tenancy.models import Tenant
from tenancy.tenant_rows import TenantModel

# Every model that is compiled, each with a history.
ROWS: tuple[type[TenantModel], ...] = (
    AgentProfile, Intent, Keyword, Example, IntentTool, StatePolicy, RoutingCase, BusinessKey,
)  # fmt: skip
# What is copied as it is, from row to release and back.
FIELDS: Mapping[type[TenantModel], tuple[str, ...]] = {
    AgentProfile: (
        "name", "description", "domain", "mode", "languages", "wished_precision", "confidence_threshold",
        "allow_handoff", "review",
        "keep_raw_text", "max_branches", "max_handoffs", "max_steps", "max_rounds", "share_memory",
        "history_messages", "history_tokens",
        "remembers",
        "documents_threshold",
        "synthesis_prompt", "plan_by_model", "quick_messages", "stickiness", "time_zone", "person_hours",
        "person_closed",
        "person_reply", "person_reply_closed", "enabled",
    ),
    Intent: (
        "description", "domain", "priority", "next_state", "state_question", "reply", "menu", "offer",
        "takes_text",
        "aside", "asks_for_person", "handover_backend", "cache_seconds", "out_of_scope", "enabled",
    ),
    StatePolicy: ("description", "terminal", "enabled"),
    BusinessKey: ("description", "sources", "required"),
}  # fmt: skip


# The rows that a profile names, each by where a restore finds it.
NAMED: Mapping[str, str] = {
    "fallback": "specialists", "single": "specialists", "coordinator": "specialists", "policy": "policies",
    "llm_router": "llms", "documents": "collections", "attachments": "collections",
}  # fmt: skip


def compile_draft(tenant: Tenant) -> Json:
    """What the tenant's rows say now, in a constant number of queries."""
    profiles = AgentProfile.objects.of(tenant).select_related(*NAMED)
    intents = Intent.objects.of(tenant).select_related("specialist", "collection")
    policies = StatePolicy.objects.of(tenant).select_related("specialist").prefetch_related("profiles")
    # By hand: rows of their own for thousands of texts would take three times as long.
    keywords = _by_intent(Keyword.objects.of(tenant).values_list("intent_id", "text"))
    examples = _by_intent(Example.objects.of(tenant).values_list("intent_id", "language", "text"))
    return {
        "language": tenant.default_language,
        "profiles": {
            row.agent_id: _profile(row)
            for row in profiles.prefetch_related("specialists", "guardrails", "judges")
        },
        "intents": {
            row.name: {
                **_intent(row),
                "keywords": sorted(text for (text,) in keywords[row.pk]),
                "examples": sorted(map(list, examples[row.pk])),
            }
            for row in intents.prefetch_related("tools__tool", "profiles")
        },
        "policies": {
            row.state: {**_fields(row), "specialist": row.specialist.name, "profiles": _profiles(row)}
            for row in policies
        },
        "business_keys": {row.name: _fields(row) for row in BusinessKey.objects.of(tenant)},
    }


def restore(tenant: Tenant, content: Json) -> None:
    """Creates and changes rows until they say what `content` says; surplus ones are left to `prune`."""
    lower = _Lower(tenant)
    for agent_id, each in content.get("profiles", {}).items():
        _restore_profile(tenant, lower, agent_id, each)
    profiles = {row.agent_id: row for row in AgentProfile.objects.of(tenant)}
    for name, each in content.get("intents", {}).items():
        _restore_intent(tenant, lower, profiles, name, each)
    for state, each in content.get("policies", {}).items():
        values = values_of(StatePolicy, each, FIELDS[StatePolicy])
        specialist = lower.specialists[each["specialist"]]
        row = put(StatePolicy, tenant, {"state": state}, {**values, "specialist": specialist})
        row.profiles.set([profiles[name] for name in each["profiles"]])
    for name, each in content.get("business_keys", {}).items():
        put(BusinessKey, tenant, {"name": name}, values_of(BusinessKey, each, FIELDS[BusinessKey]))


def prune(tenant: Tenant, content: Json) -> None:
    """Removes the rows that `content` does not know, each with its line of history."""
    for model, key, part in (
        (StatePolicy, "state", "policies"), (Intent, "name", "intents"),
        (AgentProfile, "agent_id", "profiles"),
        (BusinessKey, "name", "business_keys"),
    ):  # fmt: skip
        keep_only(model, tenant, key, content.get(part, {}))


class _Lower:
    """The rows of the room below that a restored row may point to, by name: read once a restore."""

    def __init__(self, tenant: Tenant) -> None:
        self.specialists = {row.name: row for row in Specialist.objects.of(tenant)}
        self.collections = {row.name: row for row in Collection.objects.of(tenant)}
        self.tools = {row.name: row for row in MCPTool.objects.of(tenant)}
        self.llms = {row.name: row for row in LLMProfile.objects.of(tenant)}
        self.policies = {row.name: row for row in PromptPolicy.objects.of(tenant)}
        self.judges = {row.name: row for row in Judge.objects.of(tenant)}
        self.rails = {f"{row.code}:{row.phase}": row for row in Guardrail.objects.of(tenant)}


def _fields(row: TenantModel) -> dict[str, Json]:
    return {name: getattr(row, name) for name in FIELDS[type(row)]}


def _profiles(row: Intent | StatePolicy) -> list[str]:
    return sorted(profile.agent_id for profile in row.profiles.all())


def _profile(row: AgentProfile) -> Json:
    return {
        **_fields(row),
        **{name: _name(getattr(row, name)) for name in NAMED},
        "specialists": sorted(each.name for each in row.specialists.all()),
        "rails": sorted(f"{each.code}:{each.phase}" for each in row.guardrails.all()),
        "judges": sorted(each.name for each in row.judges.all()),
    }


def _name(row: Any) -> str:
    return str(row.name) if row else ""


def _by_intent(rows: Iterable[tuple[Any, ...]]) -> Mapping[int, list[tuple[str, ...]]]:
    found: dict[int, list[tuple[str, ...]]] = defaultdict(list)
    for intent, *values in rows:
        found[intent].append(tuple(values))
    return found


def _intent(row: Intent) -> Json:
    tools = sorted(row.tools.all(), key=lambda each: (each.position, each.pk))
    return {
        **_fields(row),
        "specialist": _name(row.specialist),
        "collection": _name(row.collection),
        "profiles": _profiles(row),
        "tools": [[each.tool.name, each.use] for each in tools],
    }


def _restore_profile(tenant: Tenant, lower: _Lower, agent_id: str, each: Mapping[str, Json]) -> None:
    values = values_of(AgentProfile, each, FIELDS[AgentProfile])
    values |= {name: getattr(lower, rows).get(each.get(name, "")) for name, rows in NAMED.items()}
    row = put(AgentProfile, tenant, {"agent_id": agent_id}, values)
    row.specialists.set(_pick_named(lower.specialists, each["specialists"]))
    row.guardrails.set(_pick_named(lower.rails, each["rails"]))
    row.judges.set(_pick_named(lower.judges, each["judges"]))


def _restore_intent(
    tenant: Tenant, lower: _Lower, profiles: Mapping[str, AgentProfile], name: str, each: Mapping[str, Json]
) -> None:
    values = values_of(Intent, each, FIELDS[Intent])
    values |= {
        "specialist": lower.specialists.get(each["specialist"]),
        "collection": lower.collections.get(each.get("collection", "")),
    }
    row = put(Intent, tenant, {"name": name}, values)
    row.profiles.set(_pick_named(profiles, each["profiles"]))
    _texts(Keyword, row, {text: {} for text in each["keywords"]})
    _texts(Example, row, {text: {"language": language} for language, text in each["examples"]})
    wanted = {lower.tools[tool].pk: (position, use) for position, (tool, use) in enumerate(each["tools"])}
    for old in row.tools.all():
        if old.tool_id not in wanted:
            old.delete()
    for tool, (position, use) in wanted.items():
        put(IntentTool, tenant, {"intent": row, "tool_id": tool}, {"use": use, "position": position})


def _texts(
    model: type[Keyword] | type[Example], intent: Intent, texts: Mapping[str, Mapping[str, str]]
) -> None:
    """Makes an intent's texts just these.

    New ones come together, each with its line of history: one by one, those of a whole company took five
    seconds, in which nobody else could write.
    """
    known = {}
    for row in model.objects.of(intent.tenant_id).filter(intent=intent):
        if row.text not in texts:
            row.delete()
            continue
        known[row.text] = row
        changed = {name: value for name, value in texts[row.text].items() if getattr(row, name) != value}
        for name, value in changed.items():
            setattr(row, name, value)
        if changed:
            row.save()
    new: list[Any] = [
        model(tenant_id=intent.tenant_id, intent=intent, text=text, **values)
        for text, values in texts.items()
        if text not in known
    ]
    if new:
        bulk_create_with_history(new, model, default_change_reason=program_at_work())
        count("add", model._meta.label, len(new))


def _pick_named(rows: Mapping[str, Any], names: Sequence[str]) -> list[Any]:
    return [rows[name] for name in names]
