"""What a turn tells the outside when it ends.

The answer to whoever waits for it on a channel, as a customer may see it, and events to the company's own
systems.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.conf import settings
from django.urls import reverse

from conversations.budget import SPENT, Allowance
from conversations.models import Conversation, new_id
from conversations.stored_request import StoredRequest
from conversations.turn import TurnContext
from delivery import listeners
from delivery.models import Delivery
from handoffs import to_person
from releases.freshness import PinnedRelease
from routing.turns.audience import REPLIED, filter_shape

EVENTS = {
    "answered": "turn.answered",
    "waiting": "turn.answered",
    "blocked": "turn.blocked",
    "failed": "turn.failed",
}
REPLY = "message.answered"
KEPT = (
    "turn_id",
    "turn",
    "status",
    "agent_id",
    "active_agent",
    "agents",
    "intent",
    "route",
    "question",
    "language",
)


def list_listening_channels(
    stored: StoredRequest, pinned: PinnedRelease, agent_id: str
) -> tuple[Mapping[str, Any], ...]:
    """The channels that will be told of a turn that opens now."""
    waiting = stored.deliver
    found = listeners.listeners_of(pinned.operational["delivery"], agent_id)
    return ((waiting, *found) if waiting else found) if found or waiting else ()


def make_deliveries(
    context: TurnContext,
    answered: Mapping[str, Any],
    conversation: Conversation,
    notices: Iterable[tuple[Allowance, int]] = (),
) -> list[Delivery]:
    """The rows for the outbox, to be stored with the turn's end; `notices` are budgets of which people are
    told."""
    if not context.request.arrival.tell:
        return []
    about, reached = _describe_turn(context, answered, conversation), tuple(notices)
    return [
        Delivery(
            pk=new_id(),
            tenant_id=context.request.tenant_id,
            channel_id=each["channel"],
            turn_id=context.request.turn_id,
            event=event,
            target=listeners.target_of(each, conversation.pk),
            payload=payload,
            traceparent=context.request.arrival.traceparent,
        )
        for each in context.request.arrival.tell
        for event, payload in (
            *_list_events(each, context, about),
            *_list_budgets(each, reached),
        )
    ]


def _list_budgets(
    each: Mapping[str, Any], notices: Iterable[tuple[Allowance, int]]
) -> Iterator[tuple[str, dict[str, Any]]]:
    for allowance, percent in notices:
        event = "budget.spent" if percent >= SPENT else "budget.warning"
        if event in each.get("events", ()):
            yield event, describe_budget(allowance, percent)


def describe_budget(allowance: Allowance, percent: int) -> dict[str, Any]:
    """The data of its event, without anybody's words or name."""
    return {
        "limit": allowance.name,
        "whose": allowance.subject,
        "percent": percent,
        "limit_usd": allowance.limit,
        "refuses": allowance.refuses,
        "link": settings.SITE_URL + reverse("admin:budgets_limit_changelist"),
    }


def _list_events(
    each: Mapping[str, Any], context: TurnContext, about: dict[str, Any]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """The events of this turn for one channel."""
    if "events" not in each:
        if about["text"]:
            visible = filter_shape(REPLIED, about, context.request.display_names)
            yield (
                REPLY,
                {**visible, **{name: each[name] for name in ("reply_to", "callback") if name in each}},
            )
        return
    for event, data in _list_agent_events(context, about):
        if event in each["events"]:
            yield event, data
    event = EVENTS.get(context.outcome.status, "")
    if event in each["events"]:
        yield event, about
    for handoff in context.work.handoffs:
        event = to_person.EVENTS.get(handoff.kind, "")
        if event in each["events"]:
            yield event, to_person.describe_event(about, handoff)
    if "handoff" in each["events"]:
        for handoff in context.work.handoffs:
            yield (
                "handoff",
                {
                    **{
                        name: about[name]
                        for name in ("conversation_id", "conversation_key", "turn_id", "user_id")
                    },
                    "from_agent": handoff.from_agent,
                    "to_agent": handoff.to_agent,
                    "reason": handoff.reason,
                    "kind": handoff.kind,
                    "blocked": handoff.blocked,
                },
            )


def _list_agent_events(
    context: TurnContext, about: Mapping[str, Any]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Who was chosen and why, each call of a tool, each specialist that worked; no words, no arguments."""
    common = {name: about.get(name) for name in to_person.ABOUT}
    route, work = context.decision.route, context.work
    if route is not None:
        chosen = {name: getattr(route, name) for name in ("route", "agent", "intent", "confidence", "method")}
        yield "route.selected", {**common, **chosen}
    for called in work.tool_results:
        named = {"agent": called.agent, "tool": called.tool_name, "server": called.server_name}
        yield "tool.called", {**common, **named, "ok": called.ok, "cached": called.cached, "ms": called.ms}
    for agent in work.agents:
        tools = [called.tool_name for called in work.tool_results if called.agent == agent]
        ended = {"agent": agent, "status": context.outcome.status, "tools": tools}
        yield "agent.completed", {**common, **ended}


def _describe_turn(
    context: TurnContext, answered: Mapping[str, Any], conversation: Conversation
) -> dict[str, Any]:
    metadata = answered["metadata"]
    return {
        "text": answered["text"],
        "conversation_id": conversation.pk,
        "conversation_key": conversation.key,
        "session_id": conversation.session_id,
        "user_id": conversation.user_id or None,
        "channel": context.request.channel,
        "message_id": context.request.arrival.channel_message_id,
        **{name: metadata.get(name) for name in KEPT},
    }
