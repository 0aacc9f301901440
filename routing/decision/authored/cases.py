"""Messages that must be routed right: what a release keeps of them, how it is brought back, when they go.

A release never holds their texts: it is immutable, and a text may be a customer's. It keeps, by the case's
key, what follows from the text: the keywords that mislead on it. The text stays with the row and its history,
and leaves both when the conversation is erased that it was taken from.

>>> compiled(tenant, section)["3f2a9c10d0b1"]["misled"]
[['conta', 'billing_invoice_explanation']]
"""

from collections.abc import Iterable, Mapping
from typing import Any

from agents.specs import AgentsSection
from conversations.models import Conversation
from language.automaton import Automaton
from language.normalise import compose
from releases.authored_rows import (
    prune_rows,
    put,
)
from releases.sections import Json, RowTable
from routing.decision.authored.models import AgentProfile, Intent
from routing.decision.authored.routing_case import RoutingCase
from routing.decision.learning.samples import OUT_OF_SCOPE
from routing.decision.learning.trained_model import TrainedProfile
from routing.decision.profile_runtime import ProfileRuntime
from routing.decision.specs import CaseSpec, IntentSpec, ProfileSpec, RoutingSection
from tenancy.models import Tenant

MOST = 2000  # of a company: each is read whenever a draft is compiled, at some 0.1 ms
CASES = RowTable("cases", RoutingCase, ("state", "source"), one=("profile", "intent"))


def compile_cases(tenant: Tenant, section: RoutingSection) -> dict[str, Json]:
    """The tenant's cases by key; `section` are its other rows, as they would be published. One query."""
    rows = RoutingCase.objects.of(tenant).select_related("profile", "intent").order_by("key")
    readers: dict[str, ProfileRuntime | None] = {}
    found: dict[str, Json] = {}
    for row in rows[:MOST]:
        agent_id = row.profile.agent_id
        if agent_id not in readers:
            readers[agent_id] = _reader(section, agent_id)
        intent = intent_of(row)
        found[row.key] = {
            **{name: getattr(row, name) for name in CASES.fields},
            "profile": agent_id,
            "intent": intent,
            "misled": []
            if row.state
            else [list(each) for each in _find_misleading(readers[agent_id], row.text, intent)],
        }
    return found


def intent_of(row: RoutingCase) -> str:
    """The name of the intent that a case belongs to; empty: nobody serves it."""
    return "" if row.intent is None or row.intent.out_of_scope else row.intent.name


def right(row: RoutingCase) -> tuple[str, ...]:
    """What a decision on it may be, as in a file of messages: where it replies to a state, that state too."""
    name = intent_of(row)
    if name and row.state and row.intent is not None and row.intent.next_state == row.state:
        return name, f"state:{row.state}"
    return (name or OUT_OF_SCOPE,)


def load(content: Mapping[str, Mapping[str, Json]]) -> tuple[CaseSpec, ...]:
    """The frozen words of what `compiled` made."""
    return tuple(
        CaseSpec(
            key, each["profile"], each["intent"], each["state"], each["source"],
            tuple((keyword, intent) for keyword, intent in each["misled"]),
        )
        for key, each in content.items()
    )  # fmt: skip


def restore(tenant: Tenant, content: Mapping[str, Mapping[str, Json]]) -> None:
    """Makes the cases just those of a release.

    One that was deleted since comes back with the text that its history kept; one that was erased stays away.
    """
    prune_rows(CASES, tenant, {CASES.name: content})
    profiles = dict(AgentProfile.objects.of(tenant).values_list("agent_id", "pk"))
    intents = dict(Intent.objects.of(tenant).values_list("name", "pk"))
    there = set(RoutingCase.objects.of(tenant).values_list("key", flat=True))
    kept = _find_kept(tenant, [key for key in content if key not in there])
    for key, each in content.items():
        values: dict[str, Any] = {name: each[name] for name in CASES.fields}
        values |= {"profile_id": profiles.get(each["profile"]), "intent_id": intents.get(each["intent"])}
        if values["profile_id"] is None or (key not in there and key not in kept):
            continue
        put(RoutingCase, tenant, {"key": key}, values | kept.get(key, {}))


def erase(conversation: Conversation) -> None:
    """Removes the cases that were taken from a conversation, and their texts from the history of what was
    edited.
    """
    mine = {"conversation_id": conversation.pk}
    for row in RoutingCase.objects.of(conversation.tenant_id).filter(**mine):
        row.delete()
    versions = RoutingCase.history.model.objects.filter(tenant_id=conversation.tenant_id, **mine)
    versions.update(text="")


def _find_kept(tenant: Tenant, keys: Iterable[str]) -> dict[str, dict[str, Any]]:
    """What the history knows of cases that are gone, but for those that were erased."""
    versions = RoutingCase.history.model.objects.filter(tenant_id=tenant.pk, key__in=list(keys))
    names = ("text", "conversation_id", "turn_id", "author", "created_at")
    rows = versions.exclude(text="").order_by("history_id").values("key", *names)
    return {row["key"]: {name: row[name] for name in names} for row in rows}


def _reader(section: RoutingSection, agent_id: str) -> ProfileRuntime | None:
    """What reads a profile's messages for their keywords; None for a profile that is not in use."""
    profile = section.profiles.get(agent_id)
    if profile is None:
        return None
    served = [intent for intent in section.intents.values() if _serves(profile, intent)]
    return ProfileRuntime(
        profile=profile,
        agents=AgentsSection(),
        specialists={},
        intents={intent.name: intent for intent in served},
        policies={},
        keywords=Automaton((keyword, intent) for intent in served for keyword in intent.keywords),
        learnt=TrainedProfile(),
    )


def _serves(profile: ProfileSpec, intent: IntentSpec) -> bool:
    """Whether a profile serves an intent, as far as this room's rows tell.

    Its specialist may be out of use.
    """
    team = {*profile.specialists, profile.fallback_agent, profile.single_agent, profile.coordinator}
    return intent.serves(profile.agent_id) and (
        not intent.agent or not profile.specialists or intent.agent in team
    )


def _find_misleading(reader: ProfileRuntime | None, text: str, intent: str) -> Iterable[tuple[str, str]]:
    """The keywords that come before the first one of the right intent, each with its own intent."""
    found: dict[tuple[str, str], None] = {}
    for hit in reader.find_named(compose(text)) if reader is not None else ():
        if hit.payload.name == intent:
            break
        found[hit.text, hit.payload.name] = None
    return found
