"""Close: the last visit of a turn writes all that happened, and lets the next one run."""

import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.utils import timezone

from conversations import idempotency, joining, order, state
from conversations.as_json import to_json
from conversations.models import Conversation, Message, Step, Turn, new_id
from conversations.turn import Arrival, ConversationState, Handoff, Status, ToolResult, TurnContext
from handoffs import counts, loop_guard, record
from outbound.redaction import redact, redacted
from routing.turns import outgoing, personal
from routing.turns.answer import answer
from routing.turns.open_questions import UNFINISHED, answers, question_after, without_lapsed
from tenancy.statements import Statement, find, insert, insert_plain, send, update

TITLE = 80
KEEPS = ("state", "clarification")  # decisions that leave a state as it is
CONTEXTS = 8  # specialists whose findings a conversation keeps


@dataclass(frozen=True, slots=True)
class ClosedTurn:
    """The stored answer, the process that opened the turn, and the turn that runs next: (id, process)."""

    answer: dict[str, Any]
    process: str
    next_turn: tuple[str, str] | None = None
    sends: bool = False  # something is in the outbox for it


def close_turn(
    context: TurnContext, keep_raw: bool = False, needs: personal.Needs = lambda _question: frozenset()
) -> ClosedTurn | None:
    """Writes the turn's end. `keep_raw`: the profile keeps the text as it was received; `needs` are the values that
    an open question may need.

    None when it belongs to another attempt by now, or its conversation is gone, and nothing was changed."""
    conversation = find(
        Conversation, {"tenant": context.tenant_id, "key": context.conversation_key}, lock=True
    )
    if conversation is None:
        return None
    arrival, now = context.arrival, timezone.now()
    context = replace(_redacted(context), status=_status(context), next_state=_next_state(context))
    took = (time.time() - context.started_at) * 1000
    answered = answer(context, conversation.session_id, arrival.message_id, took)
    metadata = answered["metadata"]
    metadata["conversation_id"] = conversation.pk
    metadata["handoff_count"] += conversation.handoff_count
    if not send(_end(context, metadata, now)):
        return None
    happened = record.write(conversation, context.turn_id, context.handoffs)
    said = context.utterance.raw if keep_raw else context.utterance.text
    _remember(conversation, context, said, happened, now, needs)
    outbox = outgoing.deliveries(context, answered, conversation)
    send(
        *_said(conversation, context, said, metadata),
        *([idempotency.answer(context.tenant_id, context.turn_id, answered)] if arrival.keyed else ()),
        *([insert(*outbox)] if outbox else ()),
        *_steps(context, metadata["steps"]),
        _kept(conversation),
    )
    promoted = order.promote(conversation, context.number)
    return ClosedTurn(
        answered, arrival.process, (promoted.pk, promoted.process) if promoted else None, bool(outbox)
    )


def _redacted(context: TurnContext) -> TurnContext:
    """The turn without the secrets that somebody's words about a failure may hold."""
    if not (context.error or context.fault or any(step.outcome != "ok" for step in context.steps)):
        return context
    return replace(
        context,
        error=redact(context.error),
        fault=redact(context.fault),
        tool_results=tuple(
            replace(each, error=redact(each.error)) if each.error else each for each in context.tool_results
        ),
        steps=tuple(
            replace(step, summary=redact(step.summary), detail=redacted(step.detail))
            for step in context.steps
        ),
    )


def _end(context: TurnContext, metadata: dict[str, Any], now: datetime) -> Statement:
    """The turn's end, if it is still this attempt's to end."""
    decision = context.decision
    return update(
        Turn,
        {"id": context.turn_id, "attempt": context.attempt, "finished_at": None},
        {
            "status": context.status,
            "received": "",
            "release": context.release,
            "mode": context.mode,
            "route": metadata["route"] or "",
            "agent": context.active_agent,
            "intent": decision.intent if decision else "",
            "method": decision.method if decision else "",
            "routed_with_model": any(step.detail.get("routes") for step in context.steps),
            "outcome": context.blocked_by
            or context.stopped
            or ("tool_error" if any(_went_wrong(r) for r in context.tool_results) else ""),
            "answer": context.answer,
            "result": metadata,
            "usage": to_json(context.usage) if context.usage.calls else {},
            "error": (context.fault or context.error)[:400],
            "lease_until": None,
            "finished_at": now,
        },
    )


def _remember(
    conversation: Conversation,
    context: TurnContext,
    said: str,
    happened: int,
    now: datetime,
    needs: personal.Needs,
) -> None:
    """What the conversation's row keeps of this turn; `happened` handoffs count."""
    kept = next_state(context, context.decision.intent if context.decision else None)
    kept = personal.cleared(kept, context, needs)
    conversation.seq += bool(context.answer)
    conversation.message_count += bool(context.answer)
    conversation.state = state.write(kept)
    conversation.active_agent = kept.active_agent or ""
    conversation.handoff_count += happened
    conversation.last_activity = now
    if not conversation.title and context.arrival.message_id:
        conversation.title = said.strip().split("\n")[0][:TITLE]


def _kept(conversation: Conversation) -> Statement:
    names = ("seq", "message_count", "state", "active_agent", "handoff_count", "last_activity", "title")
    return update(
        Conversation, {"id": conversation.pk}, {name: getattr(conversation, name) for name in names}
    )


def _said(
    conversation: Conversation, context: TurnContext, said: str, metadata: dict[str, Any]
) -> Iterator[Statement]:
    """The message as it is kept, and the answer where there is one."""
    for (message_id, channel_id), words in _messages(context.arrival, said):
        about = {"message_id": channel_id, "language": context.utterance.language}
        yield update(Message, {"id": message_id}, {"text": words, "metadata": about})
    if context.answer:
        yield insert(
            Message(
                pk=new_id(),
                tenant_id=context.tenant_id,
                conversation=conversation,
                turn_id=context.turn_id,
                seq=conversation.seq,
                role=Message.Roles.AGENT,
                agent=context.active_agent,
                text=context.answer,
                metadata=_message_metadata(metadata),
            )
        )


def _messages(arrival: Arrival, said: str) -> Iterable[tuple[tuple[str, str | None], str]]:
    """The turn's messages, each with its own words: (row, the channel's own id)."""
    if not arrival.said:
        return [((arrival.message_id, arrival.channel_message_id), said)] if arrival.message_id else []
    rows = [(each.message_id, each.channel_message_id) for each in arrival.said]
    return zip(rows, joining.apart(said, [each.lines for each in arrival.said]), strict=True)


def _steps(context: TurnContext, told: Iterable[Mapping[str, Any]]) -> Iterator[Statement]:
    """The steps' rows; `told` are the same steps as the answer tells them, whose details are JSON already."""
    rows = [
        {
            "tenant_id": context.tenant_id,
            "turn_id": context.turn_id,
            "position": position,
            "node": step.node[:64],
            "kind": step.kind,
            "agent": step.agent[:64],
            "outcome": step.outcome,
            "summary": step.summary[:400],
            "detail": line["detail"],
            "started_at": step.at,
            "milliseconds": step.ms,
        }
        for position, (step, line) in enumerate(zip(context.steps, told, strict=True), 1)
    ]
    if rows:
        yield insert_plain(Step, rows)


def next_state(context: TurnContext, intent: str | None) -> ConversationState:
    """What the conversation remembers after this turn.

    A new question replaces the open one; a reply, a cancel or a new topic that was served ends it; a
    question about the matter leaves it open. A failed, blocked or cancelled turn leaves question and
    state as they were, but for a permission just answered; what was said in it (language, values,
    permissions, pending parts) is kept.
    """
    before, question = without_lapsed(context.state, time.time()), question_after(context)
    path = (*before.path, *_path(context.handoffs))[-loop_guard.REMEMBERED :]
    values = {**before.values, **context.values}
    identity = dict(context.identity.business)
    base = replace(
        before,
        language=context.utterance.language,
        identity=identity,
        source_fields=dict(context.identity.source_fields),
        path=path,
        values=values,
        pending=before.pending if context.pending is None else context.pending,
    )
    if context.status in UNFINISHED:
        return _as_said(replace(base, question=question), context)
    workflow = before.workflow_state
    if answers(context, before.question) or context.clear_state or context.withdrawn:
        workflow = None
    elif context.reply is None and before.question is None and _is_new(context) and not context.aside:
        workflow = None  # a new topic ends a state that nobody asked about
    asked = context.question
    unclear = asked if asked is not None and "original" in asked.data else None
    if asked is None and context.aside:
        unclear = before.clarification
    if context.next_state:
        workflow = context.next_state
    contexts = {**before.contexts, **context.contexts}
    base = replace(base, permissions={**before.permissions, **context.permissions})
    if context.subs is not None:
        base = replace(base, sub_conversation=context.subs.active, notes=context.subs.notes)
    return replace(
        base,
        workflow_state=workflow,
        state_since=time.time() if workflow != before.workflow_state else before.state_since,
        question=question,
        clarification=unclear,
        active_agent=(before.active_agent if context.aside else None)
        or context.active_agent
        or before.active_agent,
        previous_agent=before.active_agent,
        active_intent=_intent_kept(context, intent) or before.active_intent,
        contexts=dict(sorted(contexts.items(), key=lambda item: item[1].get("last_active", 0))[-CONTEXTS:]),
    )


def _is_new(context: TurnContext) -> bool:
    return context.decision is not None and context.decision.method not in KEEPS


def _went_wrong(result: ToolResult) -> bool:
    """Whether a call failed; one that was left out (switched off, not allowed, repeated) was not tried."""
    return not result.ok and (
        not result.metadata.get("skipped") or result.metadata.get("reason") == "server_down"
    )


def _as_said(base: ConversationState, context: TurnContext) -> ConversationState:
    """What the user allowed or forbade holds whatever became of the turn."""
    said = {name: each for name, each in context.permissions.items() if each.state != "asked"}
    return replace(base, permissions={**base.permissions, **said})


def _intent_kept(context: TurnContext, intent: str | None) -> str | None:
    """The intent that a short follow-up goes on with: of several, the one of whoever is active now; None: as before."""
    decided = context.decision
    if context.aside or (decided is not None and decided.method == "clarification"):
        return None
    if context.loop is not None:
        done = [each.intent for each in context.loop.done if each.agent == context.active_agent]
        intent = done[-1] if done else intent
    if context.plan is None:
        follows = decided.metadata.get("follows") if decided is not None else None
        # What nobody understood ends no matter: the next short word goes on with what it went on with.
        return follows or (None if decided is not None and decided.intent == "fallback" else intent)
    return next((each.intent for each in context.plan.branches if each.agent == context.active_agent), None)


def _next_state(context: TurnContext) -> str | None:
    if context.status in UNFINISHED:
        return context.state.workflow_state
    return context.next_state


def _status(context: TurnContext) -> Status:
    return "answered" if context.status == "running" else context.status


def _path(handoffs: tuple[Handoff, ...]) -> tuple[tuple[str, str], ...]:
    # A coordinator calls the same specialist in as often as it is needed: that is no handoff.
    return tuple((h.from_agent, h.to_agent) for h in handoffs if counts.counts(h))


def _message_metadata(metadata: dict[str, Any]) -> dict[str, Any]:
    names = ("message_id", "turn_id", "route", "intent", "route_decision", "judges", "business_context", "question",
             "agents", "mode", "handoffs", "tool_calls", "status", "sub_conversation")  # fmt: skip
    return {name: metadata[name] for name in names}
