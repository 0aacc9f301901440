"""Authored rows of this room as JSON, and back: what a release keeps of them and restores.

Everything goes by name, never by a row's id; rows of lower rooms (specialists, tools) are named only.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from simple_history.utils import bulk_create_with_history

from agents.authored_row import program_at_work
from agents.models import MCPTool
from audit.append import count
from releases.authored_rows import (
    change,
    compile_rows,
    prune_rows,
    put,
    restore_rows,
)
from releases.sections import Json, RowTable
from routing.decision.authored.business_keys import BusinessKey
from routing.decision.authored.intent_tool import IntentTool
from routing.decision.authored.models import AgentProfile, Example, Intent, Keyword
from routing.decision.authored.routing_case import RoutingCase
from routing.decision.authored.state_policy import StatePolicy
from tenancy.models import Tenant
from tenancy.tenant_rows import TenantModel

# In the order in which they are restored.
TABLES = (
    RowTable(
        "profiles",
        AgentProfile,
        one=("fallback", "single", "coordinator", "policy", "llm_router", "documents", "attachments"),
        many={"specialists": "specialists", "rails": "guardrails", "judges": "judges"},
        beside={"mode": ""},  # as the installation says
    ),
    RowTable(
        "intents",
        Intent,
        one=("specialist", "collection"),
        many={"profiles": "profiles"},
        beside={"keywords": [], "examples": [], "tools": []},
    ),
    RowTable("policies", StatePolicy, one=("specialist",), many={"profiles": "profiles"}),
    RowTable("business_keys", BusinessKey),
)
# Every model that is compiled, each with a history.
ROWS: tuple[type[TenantModel], ...] = (
    *(each.model for each in TABLES), Keyword, Example, IntentTool, RoutingCase,
)  # fmt: skip


def compile_draft(tenant: Tenant) -> Json:
    """What the tenant's rows say now, in a constant number of queries."""
    found = {part.name: compile_rows(part, tenant) for part in TABLES}
    keywords = _by_intent(Keyword.objects.of(tenant).values_list("intent__name", "text"))
    examples = _by_intent(Example.objects.of(tenant).values_list("intent__name", "language", "text"))
    listed = IntentTool.objects.of(tenant).order_by("position", "pk")
    tools = _by_intent(listed.values_list("intent__name", "tool__name", "use"))
    for name, intent in found["intents"].items():
        intent["keywords"] = sorted(text for (text,) in keywords[name])
        intent["examples"] = sorted(map(list, examples[name]))
        intent["tools"] = list(map(list, tools[name]))
    return {**found, **describe_company(tenant.default_language, tenant.time_zone)}


def describe_company(language: str, time_zone: str) -> dict[str, str]:
    """What profiles begin with that say nothing else; without a time zone it is as it was before there was
    one."""
    return {"language": language, **({"time_zone": time_zone} if time_zone else {})}


def _by_intent(rows: Iterable[tuple[Any, ...]]) -> Mapping[str, list[tuple[str, ...]]]:
    found: dict[str, list[tuple[str, ...]]] = defaultdict(list)
    for intent, *values in rows:
        found[intent].append(tuple(values))
    return found


def restore(tenant: Tenant, content: Json) -> None:
    """Creates and changes rows until they say what `content` says; surplus ones are left to `prune`."""
    rows = {part.name: restore_rows(part, tenant, content) for part in TABLES}
    tools = dict(MCPTool.objects.of(tenant).values_list("name", "pk"))
    for name, intent in rows["intents"].items():
        _restore_texts_and_tools(intent, content["intents"][name], tools)


def prune(tenant: Tenant, content: Json) -> None:
    """Removes the rows that `content` does not know, each with its line of history."""
    for part in reversed(TABLES):
        prune_rows(part, tenant, content)


def _restore_texts_and_tools(intent: Intent, each: Mapping[str, Json], tools: Mapping[str, Any]) -> None:
    _texts(Keyword, intent, {text: {} for text in each["keywords"]})
    _texts(Example, intent, {text: {"language": language} for language, text in each["examples"]})
    listed = [(tools[tool], use) for tool, use in each["tools"] if tool in tools]
    wanted = {tool: (position, use) for position, (tool, use) in enumerate(listed)}
    for old in intent.tools.all():
        if old.tool_id not in wanted:
            old.delete()
    for tool, (position, use) in wanted.items():
        key = {"intent": intent, "tool_id": tool}
        put(IntentTool, intent.tenant, key, {"use": use, "position": position})


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
        change(row, texts[row.text])
    new: list[Any] = [
        model(tenant_id=intent.tenant_id, intent=intent, text=text, **values)
        for text, values in texts.items()
        if text not in known
    ]
    if new:
        bulk_create_with_history(new, model, default_change_reason=program_at_work())
        count("add", model._meta.label, len(new))
