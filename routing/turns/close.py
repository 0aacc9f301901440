"""Close: the last visit of a turn writes all that happened, and lets the next one run."""

import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.utils import timezone

from agents import turn_file
from agents.knowledge import citations
from agents.memory import learning
from conversations import idempotency, joining, memory, order, rail_results, state
from conversations.as_json import to_json
from conversations.client_tools import OUTCOME
from conversations.history import remember
from conversations.models import Conversation, Message, Step, Turn, new_id
from conversations.turn import Arrival, ConversationState, Handoff, Status, ToolResult, TurnContext
from conversations.turn_parts import Stretch
from handoffs import record, to_person
from outbound.redaction import redact, redact_json
from routing.answer_cache import keeping
from routing.decision.fallback import is_unserved
from routing.decision.profile_runtime import ProfileRuntime
from routing.turns import client_tools, message_files, outgoing, paying, personal
from routing.turns.answer import answer
from routing.turns.team import open_parts
from routing.turns.team.open_parts import UNFINISHED, answers, choose_question_after, without_lapsed
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
    context: TurnContext, published: ProfileRuntime, keep_raw: bool, beside: Mapping[str, Any]
) -> ClosedTurn | None:
    """Writes the turn's end.

    `keep_raw`: the text is kept as it was received. `beside`: what is kept of what came beside it.

    None when it belongs to another attempt by now, or its conversation is gone, and nothing was changed.
    """
    conversation = find(
        Conversation,
        {"tenant": context.request.tenant_id, "key": context.request.conversation_key},
        lock=True,
    )
    if conversation is None:
        send(*paying.count_usage(context))  # it was deleted, which makes nothing cheaper
        return None
    arrival, now = context.request.arrival, timezone.now()
    context = _redact(context)
    calls = None if context.outcome.status in UNFINISHED else context.outcome.calls
    ended = replace(context.outcome, status=_status(context), next_state=_next_state(context), calls=calls)
    context = replace(context, outcome=ended)
    took = (time.time() - context.request.started_at) * 1000
    answered = answer(context, conversation.session_id, arrival.message_id, took)
    metadata = answered["metadata"]
    metadata["conversation_id"] = conversation.pk
    metadata["handoff_count"] += conversation.handoff_count
    kept = {"request": {**arrival.stored, **beside}} if beside else {}
    if not send(_end(context, metadata, now, kept)):
        return None
    happened = record.write(conversation, context.request.turn_id, context.work.handoffs)
    words = context.request.utterance
    message = client_tools.write_said(context) or (words.raw if keep_raw else words.text)
    _remember(conversation, context, message, happened, now, published)
    _learn(context)
    keeping.close(context, conversation, metadata["citations"])
    notices = paying.take_notices(context)
    outbox = outgoing.deliveries(context, answered, conversation, notices)
    tenant, turn_id = context.request.tenant_id, context.request.turn_id
    send(
        *_store_messages(conversation, context, message, metadata),
        *([idempotency.answer(tenant, turn_id, answered)] if arrival.keyed else ()),
        *([insert(*outbox)] if outbox else ()),
        *_steps(context, metadata["steps"]),
        _keep(conversation),
        *paying.count_usage(context),
    )
    if context.request.files:
        turn_file.delete(context.request.turn_id)
    promoted = order.promote(conversation, context.request.number)
    return ClosedTurn(
        answered, arrival.process, (promoted.pk, promoted.process) if promoted else None, bool(outbox)
    )


def _redact(context: TurnContext) -> TurnContext:
    """The turn without the secrets that somebody's words about a failure may hold."""
    if not (
        context.outcome.error
        or context.outcome.fault
        or any(step.outcome != "ok" for step in context.work.steps)
    ):
        return context
    outcome, work = context.outcome, context.work
    results = tuple(
        replace(each, error=redact(each.error)) if each.error else each for each in work.tool_results
    )
    steps = tuple(
        replace(step, summary=redact(step.summary), detail=redact_json(step.detail)) for step in work.steps
    )
    return replace(
        context,
        work=replace(work, tool_results=results, steps=steps),
        outcome=replace(outcome, error=redact(outcome.error), fault=redact(outcome.fault)),
    )


def _learn(context: TurnContext) -> None:
    """Keeps and erases what the turn learnt of its user; nothing of one that failed or was blocked."""
    request = context.request
    user = request.identity.user_id
    if request.memory is None or user is None or context.outcome.status in UNFINISHED:
        return
    if context.work.forgotten:
        memory.forget(request.tenant_id, user, context.work.forgotten)
    memory.keep(request.tenant_id, user, learning.of_turn(context))


def _end(context: TurnContext, metadata: dict[str, Any], now: datetime, kept: Mapping[str, Any]) -> Statement:
    """The turn's end, if it is still this attempt's to end; `kept` are further columns."""
    decision = context.decision.route
    return update(
        Turn,
        {"id": context.request.turn_id, "attempt": context.request.attempt, "finished_at": None},
        {
            "status": context.outcome.status,
            "received": "",
            **kept,
            "release": context.request.release,
            "mode": context.request.mode,
            "route": metadata["route"] or "",
            "agent": context.work.active_agent,
            "intent": decision.intent if decision else "",
            "method": decision.method if decision else "",
            "routed_with_model": any(step.detail.get("routes") for step in context.work.steps),
            "outcome": context.outcome.blocked_by
            or context.outcome.stopped
            or (OUTCOME if context.outcome.calls else "")
            or ("cached" if context.outcome.served else "")
            or ("tool_error" if any(_went_wrong(r) for r in context.work.tool_results) else "")
            or citations.find_outcome(
                context.work.tool_results,
                context.outcome.answer if context.work.usage.total_tokens else "",
            ),
            "answer": context.outcome.answer,
            "rails": rail_results.write(
                rail_results.collect(
                    context.outcome.rails, context.work.active_agent, context.work.person is not None
                )
            ),
            "result": metadata,
            "usage": to_json(context.work.usage) if context.work.usage.calls else {},
            "model_calls": context.work.usage.calls if context.work.usage.total_tokens else 0,
            "cost": context.work.usage.cost_usd if context.work.usage.total_tokens else None,
            "error": (context.outcome.fault or context.outcome.error)[:400],
            "lease_until": None,
            "finished_at": now,
        },
    )


def _remember(
    conversation: Conversation,
    context: TurnContext,
    message: str,
    happened: int,
    now: datetime,
    published: ProfileRuntime,
) -> None:
    """What the conversation's row keeps of this turn; `happened` handoffs count."""
    kept = next_state(context, context.decision.route.intent if context.decision.route else None)
    kept = personal.clear(kept, context, published)
    if conversation.person_since is None and context.work.person is None:
        kept = replace(kept, person=None)  # somebody took the mark off while this turn ran
    conversation.seq += bool(context.outcome.answer)
    kept = replace(kept, earlier=_earlier(kept, context, conversation.seq))
    conversation.message_count += bool(context.outcome.answer)
    conversation.state = state.write(kept)
    conversation.active_agent = kept.active_agent or ""
    conversation.person_since = to_person.since(kept.person)
    conversation.handoff_count += happened
    conversation.last_activity = now
    if not conversation.title and context.request.arrival.message_id:
        conversation.title = message.strip().split("\n")[0][:TITLE]


def _earlier(kept: ConversationState, context: TurnContext, seq: int) -> tuple[Stretch, ...]:
    """The summary of what the conversation was about, with this turn if somebody answered.

    Nobody's personal data.
    """
    if context.outcome.status != "answered" or not context.work.active_agent:
        return kept.earlier
    named = personal.unpersonal(context.decision.values, context.request.utterance.language)
    turn, intent = context.request.number, context.decision.route.intent if context.decision.route else ""
    return remember(kept.earlier, Stretch(turn, turn, seq, context.work.active_agent, intent or "", named))


def _keep(conversation: Conversation) -> Statement:
    names = (
        "seq", "message_count", "state", "active_agent", "person_since", "handoff_count", "last_activity",
        "title",
    )  # fmt: skip
    return update(
        Conversation, {"id": conversation.pk}, {name: getattr(conversation, name) for name in names}
    )


def _store_messages(
    conversation: Conversation, context: TurnContext, message: str, metadata: dict[str, Any]
) -> Iterator[Statement]:
    """The message as it is kept, and the answer where there is one."""
    files = {"attachments": message_files.describe(context)} if context.request.files else {}
    for (message_id, channel_id), words in _messages(context.request.arrival, message):
        about = {"message_id": channel_id, "language": context.request.utterance.language, **files}
        yield update(Message, {"id": message_id}, {"text": words, "metadata": about})
    if context.outcome.answer:
        yield insert(
            Message(
                pk=new_id(),
                tenant_id=context.request.tenant_id,
                conversation=conversation,
                turn_id=context.request.turn_id,
                seq=conversation.seq,
                role=Message.Roles.AGENT,
                agent=context.work.active_agent,
                text=context.outcome.answer,
                metadata=_message_metadata(metadata),
            )
        )


def _messages(arrival: Arrival, message: str) -> Iterable[tuple[tuple[str, str | None], str]]:
    """The turn's messages, each with its own words: (row, the channel's own id)."""
    if not arrival.said:
        return [((arrival.message_id, arrival.channel_message_id), message)] if arrival.message_id else []
    rows = [(each.message_id, each.channel_message_id) for each in arrival.said]
    return zip(rows, joining.apart(message, [each.lines for each in arrival.said]), strict=True)


def _steps(context: TurnContext, described: Iterable[Mapping[str, Any]]) -> Iterator[Statement]:
    """The steps' rows; `described` are the same steps as the answer has them, with details as JSON."""
    rows = [
        {
            "tenant_id": context.request.tenant_id,
            "turn_id": context.request.turn_id,
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
        for position, (step, line) in enumerate(zip(context.work.steps, described, strict=True), 1)
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
    before, question = without_lapsed(context.request.state, time.time()), choose_question_after(context)
    path = (*before.path, *_path(context.work.handoffs))[-record.REMEMBERED :]
    values = {**before.values, **context.decision.values}
    identity = dict(context.request.identity.business)
    base = replace(
        before,
        language=context.request.utterance.language,
        identity=identity,
        source_fields=dict(context.request.identity.source_fields),
        path=path,
        values=values,
        person=to_person.after(before.person, context.work.person),
        pending=before.pending if context.outcome.pending is None else context.outcome.pending,
        parts=open_parts.list_named(context) or before.parts,
    )
    if context.outcome.status in UNFINISHED:
        return _as_said(replace(base, question=question), context)
    workflow = _workflow_after(before, context)
    opened = context.outcome.question
    unclear = opened if opened is not None and "original" in opened.data else None
    if opened is None and context.outcome.aside:
        unclear = before.clarification
    contexts = {**before.contexts, **context.work.contexts}
    base = replace(base, permissions={**before.permissions, **context.work.permissions})
    passed = context.work.person
    if passed is not None and not passed.ended:  # what is said next, and says nothing else, belongs to it
        base = replace(base, active_agent=passed.agent, active_intent=passed.intent)
    if context.work.subs is not None:
        base = replace(base, sub_conversation=context.work.subs.active, notes=context.work.subs.notes)
    goes_on = context.outcome.aside or is_unserved(context.decision.route)
    spoke = (base.active_agent if goes_on else None) or context.work.active_agent
    return replace(
        base,
        workflow_state=workflow,
        state_since=time.time() if workflow != before.workflow_state else before.state_since,
        question=question,
        calls=context.outcome.calls,  # any message ends those of before
        clarification=unclear,
        active_agent=spoke or before.active_agent,
        previous_agent=before.active_agent,
        active_intent=_intent_kept(context, intent) or base.active_intent,
        contexts=dict(sorted(contexts.items(), key=lambda item: item[1].get("last_active", 0))[-CONTEXTS:]),
    )


def _workflow_after(before: ConversationState, context: TurnContext) -> str | None:
    """The state of the conversation's workflow: the turn's own, else the one before while it lasts."""
    if context.outcome.next_state:
        return context.outcome.next_state
    if answers(context, before.question) or context.decision.clear_state or context.decision.withdrawn:
        return None
    nobody_asked = context.decision.reply is None and before.question is None
    if nobody_asked and _is_new(context) and not context.outcome.aside:
        return None  # a new topic ends a state that nobody asked about
    return before.workflow_state


def _is_new(context: TurnContext) -> bool:
    return context.decision.route is not None and context.decision.route.method not in KEEPS


def _went_wrong(result: ToolResult) -> bool:
    """Whether a call failed; one that was left out (switched off, not allowed, repeated) was not tried."""
    return not result.ok and (
        not result.metadata.get("skipped") or result.metadata.get("reason") == "server_down"
    )


def _as_said(base: ConversationState, context: TurnContext) -> ConversationState:
    """What the user allowed or forbade holds whatever became of the turn."""
    answered = {name: each for name, each in context.work.permissions.items() if each.state != "asked"}
    return replace(base, permissions={**base.permissions, **answered})


def _intent_kept(context: TurnContext, intent: str | None) -> str | None:
    """The intent that a short follow-up goes on with: of several, the one of whoever is active now.

    None: as before.
    """
    decided = context.decision.route
    if context.outcome.aside or (decided is not None and decided.method == "clarification"):
        return None
    if context.work.loop is not None:
        done = [each.intent for each in context.work.loop.done if each.agent == context.work.active_agent]
        intent = done[-1] if done else intent
    branches = context.decision.plan.branches if context.decision.plan else context.decision.parts
    if not branches:
        follows = decided.follows if decided is not None else None
        # What nobody understood ends no matter: the next short word goes on with what it went on with.
        return follows or (None if decided is not None and decided.intent == "fallback" else intent)
    return next((each.intent for each in branches if each.agent == context.work.active_agent), None)


def _next_state(context: TurnContext) -> str | None:
    if context.outcome.status in UNFINISHED:
        return context.request.state.workflow_state
    return context.outcome.next_state


def _status(context: TurnContext) -> Status:
    return "answered" if context.outcome.status == "running" else context.outcome.status


def _path(handoffs: tuple[Handoff, ...]) -> tuple[tuple[str, str], ...]:
    # A coordinator calls the same specialist in as often as it is needed: that is no handoff.
    return tuple((h.from_agent, h.to_agent) for h in handoffs if record.counts_of(h))


def _message_metadata(metadata: dict[str, Any]) -> dict[str, Any]:
    names = ("message_id", "turn_id", "route", "intent", "route_decision", "judges", "business_context",
             "question",
             "agents", "mode", "handoffs", "tool_calls", "status", "sub_conversation")  # fmt: skip
    cited = {"citations": metadata["citations"]} if metadata["citations"] else {}
    return {**{name: metadata[name] for name in names}, **cited}
