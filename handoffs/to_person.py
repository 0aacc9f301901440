"""A conversation passes to a person, and back to the agents.

The one way there, whoever asks for it: an intent, a model by its signal, a check that stops an answer.

    passed = ask(context, "billing_agent", "invoice", reason, summary)
    work = replace(work, person=passed.awaited, handoffs=(*work.handoffs, passed.handoff))

The row of `agent_handoffs` says why and what was said; the mark stays on the conversation until the user goes
on with the agents, or somebody of the company takes it off (`release_to_agents`): `give_back` both times. The
company is told both: why, what was said, and a link.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any

from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from conversations import state
from conversations.models import Conversation, Turn
from conversations.turn import AwaitedPerson, Handoff, TurnContext
from delivery import listeners
from delivery.models import Delivery
from handoffs import record
from handoffs.errors import NobodyAwaited
from handoffs.models import AgentHandoff
from tenancy.company_lock import hold

PERSON = "person"  # who has the conversation, where rows and answers name a specialist
TO_PERSON = AgentHandoff.Kinds.AGENT_TO_PERSON.value
TO_AGENT = AgentHandoff.Kinds.PERSON_TO_AGENT.value
REASON, SUMMARY = 300, 2000  # characters


@dataclass(frozen=True, slots=True)
class PassedToPerson:
    """What a turn keeps of it: the mark, and the line of the record."""

    awaited: AwaitedPerson
    handoff: Handoff


def ask(
    context: TurnContext,
    agent: str,
    intent: str | None,
    reason: str,
    summary: str,
    category: str = "",
    told: Mapping[str, str] = MappingProxyType({}),
    mark: str = "",
) -> PassedToPerson:
    """A person is to take up `agent`'s matter `intent` (None: nothing in particular); `told` is what its
    event says of the intent that asked for one. `mark` is the reason as the conversation keeps it: without
    the user's words, which end with their turn (empty: as it is)."""
    at = timezone.now()
    kept = (mark or reason)[:REASON]
    awaited = AwaitedPerson(agent, intent, kept, context.request.number, at.timestamp())
    handoff = Handoff(
        agent, PERSON, reason[:REASON], summary[:SUMMARY], at,
        kind=TO_PERSON, category=category, outcome="", context=dict(told),
    )  # fmt: skip
    return PassedToPerson(awaited, handoff)


def give_back(awaited: AwaitedPerson, reason: str, note: str) -> PassedToPerson:
    """The agents have it again: `reason` says who wants it so, `note` what came of it."""
    handoff = Handoff(
        PERSON, awaited.agent, reason[:REASON], note[:SUMMARY], timezone.now(), kind=TO_AGENT, outcome=""
    )
    return PassedToPerson(replace(awaited, ended=True), handoff)


def after(before: AwaitedPerson | None, changed: AwaitedPerson | None) -> AwaitedPerson | None:
    """The mark that a turn leaves.

    >>> after(AwaitedPerson("a"), AwaitedPerson("a", ended=True)) is None
    True
    """
    kept = changed or before
    return None if kept is None or kept.ended else kept


def since(awaited: AwaitedPerson | None) -> datetime | None:
    """Since when a conversation waits for a person, as its row keeps it."""
    return datetime.fromtimestamp(awaited.at, UTC) if awaited is not None else None


REQUESTED = "person.requested"
EVENTS = {TO_PERSON: REQUESTED, TO_AGENT: "person.released"}
ABOUT = (
    "conversation_id", "conversation_key", "session_id", "user_id", "channel", "turn_id", "agent_id",
    "language",
)  # fmt: skip


def describe_event(about: Mapping[str, Any], handoff: Handoff) -> dict[str, Any]:
    """The data of its event; `about` says which conversation and turn."""
    return {
        **{name: about.get(name) for name in ABOUT},
        "from_agent": handoff.from_agent,
        "to_agent": handoff.to_agent,
        "reason": handoff.reason,
        **{name: handoff.context.get(name) for name in ("intent", "title", "words")},
        "summary": handoff.context_summary,
        "at": handoff.at.isoformat(),
        "link": settings.SITE_URL + reverse("analytics-conversation", args=[about["conversation_id"]]),
    }


def about_conversation(conversation: Conversation, turn_id: str) -> dict[str, Any]:
    """Of a conversation that no turn is answering now."""
    return {
        "conversation_id": conversation.pk,
        "conversation_key": conversation.key,
        "session_id": conversation.session_id,
        "user_id": conversation.user_id or None,
        "channel": conversation.channel,
        "turn_id": turn_id,
        "agent_id": conversation.agent_id,
        "language": conversation.state.get("language"),
    }


def release_to_agents(conversation: Conversation, by: str, note: str = "") -> None:
    """Somebody of the company, or its system, has taken care of it. `by` is who, `note` what came of it.

    :raises NobodyAwaited: the conversation waits for no person.
    """
    with transaction.atomic():
        tenant = conversation.tenant_id
        hold(tenant)
        conversation.refresh_from_db(from_queryset=Conversation.objects.of(tenant).select_for_update())
        kept = state.read(conversation.state)
        awaited = kept.person
        if awaited is None or conversation.person_since is None:
            raise NobodyAwaited
        passed = give_back(awaited, by, note)
        turn = Turn.objects.of(tenant).filter(conversation=conversation).order_by("-number").first()
        assert turn is not None  # the one that asked
        record.write(conversation, turn.pk, [passed.handoff])
        asked = conversation.state.get("question") or {}
        question = None if asked.get("kind") == "person" else asked or None  # "rather go on with us?"
        conversation.state = {**conversation.state, "person": None, "question": question}
        conversation.person_since = None
        conversation.save(update_fields=["state", "person_since"])
        _tell_released(conversation, turn.pk, passed)


def _tell_released(conversation: Conversation, turn_id: str, passed: PassedToPerson) -> None:
    event = EVENTS[passed.handoff.kind]
    payload = describe_event(about_conversation(conversation, turn_id), passed.handoff)
    channels = listeners.listeners_of(listeners.load(conversation.tenant_id), conversation.agent_id)
    Delivery.unscoped.bulk_create(
        Delivery(
            tenant_id=conversation.tenant_id, channel_id=each["channel"], turn_id=turn_id, event=event,
            payload=payload,
            target=listeners.target_of(each, conversation.pk),
        )
        for each in channels
        if event in each["events"]
    )  # fmt: skip
