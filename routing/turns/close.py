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
from agents.specialists import masked_values
from conversations import idempotency, memory, order, rail_results, state
from conversations.as_json import to_json
from conversations.client_tools import OUTCOME
from conversations.history import remember
from conversations.models import Conversation, Message, Step, Turn, new_id
from conversations.turn import Arrival, ConversationState, ToolResult, TurnContext
from conversations.turn_parts import Stretch
from handoffs import record, to_person
from language import marks
from outbound.redaction import redact, redact_json
from routing.answer_cache import keeping
from routing.decision.method_column import name_method
from routing.decision.profile_runtime import ProfileRuntime
from routing.turns import client_tools, lapsing, message_files, outgoing, paying
from routing.turns.answer import make_answer
from routing.turns.state_after import drop_personal_data, make_state_after
from routing.turns.team.open_parts import UNFINISHED
from tenancy.statements import Statement, find, insert, insert_plain, send, update

TITLE = 80


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
    context = _settle(_redact(context))
    answered = _answer(context, conversation)
    masks = masked_values.merge_masks(context)
    metadata, hidden = answered["metadata"], masked_values.hide_answer(masks, answered)
    kept = {"request": {**arrival.stored, **beside}} if beside else {}
    # Whoever has not had the answer yet reads it from here, and nobody says yes to stars.
    shown = hidden if context.outcome.question is None else answered
    if not send(_end(context, shown, now, kept)):
        return None
    happened = record.write(conversation, context.request.turn_id, context.work.handoffs)
    words = context.request.utterance
    message = client_tools.write_said(context) or (words.raw if keep_raw else words.text)
    _remember(conversation, context, message, happened, now, published)
    _learn(context)
    keeping.close(context, conversation, metadata["citations"])
    notices = paying.take_notices(context)
    outbox = outgoing.make_deliveries(context, answered, conversation, notices)
    tenant, turn_id = context.request.tenant_id, context.request.turn_id
    send(
        *_store_messages(conversation, context, message, hidden),
        *_hide_last(conversation, context),
        *([idempotency.answer(tenant, turn_id, answered)] if arrival.keyed else ()),
        *([insert(*outbox)] if outbox else ()),
        *_insert_steps(context, hidden["metadata"]["steps"]),
        _keep(conversation),
        *paying.count_usage(context),
    )
    if context.request.files:
        turn_file.delete(context.request.turn_id)
    promoted = order.promote(conversation, context.request.number)
    return ClosedTurn(
        answered, arrival.process, (promoted.pk, promoted.process) if promoted else None, bool(outbox)
    )


def _settle(context: TurnContext) -> TurnContext:
    """The turn with how it ends: answered, unless it was found otherwise; without marks where its channel
    shows none.

    One that was not finished leaves the workflow where it was, and no calls open.
    """
    outcome, unfinished = context.outcome, context.outcome.status in UNFINISHED
    ended = replace(
        outcome,
        answer=marks.plain(outcome.answer) if context.request.markup == "plain" else outcome.answer,
        status="answered" if outcome.status == "running" else outcome.status,
        next_state=context.request.state.workflow_state if unfinished else outcome.next_state,
        calls=None if unfinished else outcome.calls,
    )
    return replace(context, outcome=ended)


def _answer(context: TurnContext, conversation: Conversation) -> dict[str, Any]:
    """The answer with what the conversation's row says of it."""
    took = (time.time() - context.request.started_at) * 1000
    answered = make_answer(context, conversation.session_id, context.request.arrival.message_id, took)
    answered["metadata"]["conversation_id"] = conversation.pk
    answered["metadata"]["handoff_count"] += conversation.handoff_count
    return answered


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


def _hide_last(conversation: Conversation, context: TurnContext) -> Iterator[Statement]:
    """The turn before without what it showed as the user wrote it: its question is behind us."""
    if not context.request.state.masked:
        return
    ended = Turn.objects.of(context.request.tenant_id).filter(
        conversation=conversation, number__lt=context.request.number, finished_at__isnull=False
    )
    last = ended.order_by("-number").values("id", "answer", "result").first()
    if last is not None and last["result"]:
        masks = masked_values.merge_masks(context)
        hidden = masked_values.hide_answer(masks, {"text": last["answer"], "metadata": last["result"]})
        yield update(Turn, {"id": last["id"]}, {"answer": hidden["text"], "result": hidden["metadata"]})


def _end(context: TurnContext, shown: Mapping[str, Any], now: datetime, kept: Mapping[str, Any]) -> Statement:
    """The turn's end, if it is still this attempt's to end; `kept` are further columns."""
    decision, metadata = context.decision.route, shown["metadata"]
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
            "method": name_method(context),
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
            "answer": shown["text"],
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
    kept = make_state_after(context, published)
    if conversation.person_since is None and context.work.person is None:
        kept = replace(kept, person=None)  # somebody took the mark off while this turn ran
    conversation.seq += bool(context.outcome.answer)
    kept = replace(kept, earlier=_add_stretch(kept, context, conversation.seq))
    conversation.message_count += bool(context.outcome.answer)
    conversation.state, conversation.masked_until = state.write(kept), lapsing.until(kept, now)
    conversation.active_agent = kept.active_agent or ""
    conversation.person_since = to_person.since(kept.person)
    conversation.handoff_count += happened
    conversation.last_activity = now
    if not conversation.title and context.request.arrival.message_id:
        conversation.title = message.strip().split("\n")[0][:TITLE]


def _add_stretch(kept: ConversationState, context: TurnContext, seq: int) -> tuple[Stretch, ...]:
    """The summary of what the conversation was about, with this turn if somebody answered.

    Nobody's personal data.
    """
    if context.outcome.status != "answered" or not context.work.active_agent:
        return kept.earlier
    named = drop_personal_data(context.decision.values, context.request.utterance.language)
    turn, intent = context.request.number, context.decision.route.intent if context.decision.route else ""
    return remember(kept.earlier, Stretch(turn, turn, seq, context.work.active_agent, intent or "", named))


def _keep(conversation: Conversation) -> Statement:
    names = (
        "seq", "message_count", "state", "active_agent", "person_since", "handoff_count", "last_activity",
        "title", "masked_until",
    )  # fmt: skip
    return update(
        Conversation, {"id": conversation.pk}, {name: getattr(conversation, name) for name in names}
    )


def _store_messages(
    conversation: Conversation, context: TurnContext, message: str, hidden: Mapping[str, Any]
) -> Iterator[Statement]:
    """The message as it is kept, and the answer where there is one, masked as the message is."""
    files = {"attachments": message_files.describe(context)} if context.request.files else {}
    for (message_id, channel_id), words in _list_messages(context.request.arrival, message):
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
                text=hidden["text"],
                metadata=_make_message_metadata(hidden["metadata"]),
            )
        )


def _list_messages(arrival: Arrival, message: str) -> Iterable[tuple[tuple[str, str | None], str]]:
    """The turn's messages, each with its own words: (row, the channel's own id)."""
    if not arrival.said:
        return [((arrival.message_id, arrival.channel_message_id), message)] if arrival.message_id else []
    rows = [(each.message_id, each.channel_message_id) for each in arrival.said]
    return zip(rows, order.split_into_messages(message, [each.lines for each in arrival.said]), strict=True)


def _insert_steps(context: TurnContext, described: Iterable[Mapping[str, Any]]) -> Iterator[Statement]:
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
            "summary": line["summary"][:400],
            "detail": line["detail"],
            "started_at": step.at,
            "milliseconds": step.ms,
        }
        for position, (step, line) in enumerate(zip(context.work.steps, described, strict=True), 1)
    ]
    if rows:
        yield insert_plain(Step, rows)


def _went_wrong(result: ToolResult) -> bool:
    """Whether a call failed; one that was left out (switched off, not allowed, repeated) was not tried."""
    return not result.ok and (
        not result.metadata.get("skipped") or result.metadata.get("reason") == "server_down"
    )


def _make_message_metadata(metadata: dict[str, Any]) -> dict[str, Any]:
    names = ("message_id", "turn_id", "route", "intent", "route_decision", "judges", "business_context",
             "question",
             "agents", "mode", "handoffs", "tool_calls", "status", "sub_conversation")  # fmt: skip
    cited = {"citations": metadata["citations"]} if metadata["citations"] else {}
    return {**{name: metadata[name] for name in names}, **cited}
