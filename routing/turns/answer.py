"""The answer of a turn as the agent gateway protocol has it: {channel, session_id, text, metadata}."""

from collections import Counter
from typing import Any

from agents.guardrails.verdicts import one_each
from agents.knowledge import citations
from conversations.as_json import to_json
from conversations.client_tools import arguments_of
from conversations.models import Turn
from conversations.stored_request import StoredRequest
from conversations.turn import TurnContext
from handoffs import record, to_person
from routing.decision import business, planning
from routing.decision.input import describe_verdicts
from routing.texts import text
from routing.turns.mode import find_mode
from routing.turns.team import open_parts


def make_answer(context: TurnContext, session_id: str, message_id: str, ms: float) -> dict[str, Any]:
    """What the gateway answers and the record keeps; every field is plain JSON."""
    return {
        "channel": context.request.channel,
        "session_id": context.request.conversation_key,
        "text": context.outcome.answer,
        "metadata": {
            **_describe_request(context, session_id, message_id),
            **_describe_work(context),
            **_describe_outcome(context, session_id),
            **_describe_cost(context, ms),
            **context.outcome.passed_on,
        },
    }


def _describe_request(context: TurnContext, session_id: str, message_id: str) -> dict[str, Any]:
    """Which message it is, and who was decided on."""
    decision = context.decision.route
    return {
        "channel_id": context.request.channel,
        "tenant_id": context.request.tenant_id,
        "agent_id": context.request.agent_id,
        "original_session_id": session_id,
        "conversation_key": context.request.conversation_key,
        "message_id": message_id,
        "message_ids": [each.message_id for each in context.request.arrival.said] or [message_id],
        "turn_id": context.request.turn_id,
        "turn": context.request.number,
        "status": context.outcome.status,
        "route": "blocked" if context.outcome.blocked_by else (decision.route if decision else None),
        "intent": decision.intent if decision else None,
        "route_decision": to_json(decision),
        "routing_decision": "skipped" if find_mode(context.request.mode).alone else "decided",
        "tiers": describe_verdicts(context.decision.verdicts),
        "domain": decision.domain if decision else None,
        "mode": context.request.mode,
        "mode_source": context.request.mode_source,
        "flag": to_json(context.request.flag) or None,
    }


def _describe_work(context: TurnContext) -> dict[str, Any]:
    """Who worked, and what was called and found."""
    decision = context.decision.route
    return {
        "agents": list(context.work.agents),
        "active_agent": context.work.active_agent or None,
        "previous_agent": context.request.state.active_agent,
        "display_names": _list_display_names(context),
        "mcp_tools": list(decision.mcp_tools) if decision else [],
        "mcp_results": [_describe_result(result) for result in context.work.tool_results],
        "tool_calls": _list_calls(context),
        "citations": _list_citations(context),
        "cached": context.outcome.served is not None,
        "cached_answer": context.outcome.served.id if context.outcome.served else None,
        "similarity": context.outcome.served.similarity if context.outcome.served else None,
        "agent_step_counts": dict(
            Counter(s.agent for s in context.work.steps if s.kind == "model" and s.agent)
        ),
        "stopped": context.outcome.stopped or None,
        "acted": any(result.metadata.get("side_effect") for result in context.work.tool_results),
        "handoffs": [to_json(handoff) for handoff in context.work.handoffs],
        "handoff_count": record.count_changes(context.work.handoffs),
        "client_calls": _list_client_calls(context),
    }


def _describe_outcome(context: TurnContext, session_id: str) -> dict[str, Any]:
    """What is open after the turn, and what checks said of it."""
    question = _describe_question(context)
    return {
        "question": question,
        "clarification": {"question": question["text"], "options": question["options"]}
        if question and question["kind"] == "clarification"
        else None,
        "plan": planning.describe_plan(context.decision.plan),
        "rounds": len(context.work.loop.sent) if context.work.loop else 0,
        "execution": to_json(context.work.execution) or None,
        **_describe_asked(context),
        "pending": _list_open_parts(context),
        "sub_conversation": _describe_sub_conversation(context),
        "permission": _describe_permission(context),
        "person": _describe_person(context),
        "requires_user_input": question is not None and question["kind"] not in ("clarification", "person"),
        "missing_fields": question["fields"] if question else [],
        "workflow_state": context.outcome.next_state,
        "business_context": business.document(context.request.identity, session_id),
        "identity_missing": list(context.work.identity_missing),
        "guardrails": [to_json(rail) for rail in one_each(context.outcome.rails, context.outcome.answer)],
        "judges": [to_json(judge) for judge in context.outcome.judges],
    }


def _describe_cost(context: TurnContext, ms: float) -> dict[str, Any]:
    """Its steps, and what they took."""
    used = to_json(context.work.usage)
    return {
        "release": context.request.release,
        "language": context.request.utterance.language,
        "steps": [
            {
                "name": s.node,
                "node": s.node,
                "kind": s.kind,
                "agent": s.agent or None,
                "outcome": s.outcome,
                "summary": s.summary,
                "reason": s.summary,
                "ms": round(s.ms, 1),
                "detail": to_json(s.detail),
            }
            for s in context.work.steps
        ],
        "timings": {
            "total_ms": round(ms, 1),
            "model_ms": round(sum(s.ms for s in context.work.steps if s.kind == "model"), 1),
            "tools_ms": round(sum(r.ms for r in context.work.tool_results), 1),
        },
        "usage": {**used, "total_tokens": context.work.usage.total_tokens, **_count_credits(context)},
        "budget": _describe_budget(context),
        "error": context.outcome.error or None,
        "failure": (context.outcome.failure or None) if context.outcome.status == "failed" else None,
        "parts": [{"agent": agent, "text": text} for agent, text in context.work.parts],
    }


def _describe_budget(context: TurnContext) -> dict[str, Any] | None:
    """The budget whose end changed the turn's way."""
    spent = context.request.budget.spent
    return (
        {"limit": spent.name, "used_usd": round(spent.used, 6), "limit_usd": spent.limit} if spent else None
    )


def _count_credits(context: TurnContext) -> dict[str, float]:
    """What a user may know of their own budget; nothing of the company's."""
    left = context.request.budget.left_of("user")
    if left is None:
        return {}
    cost = context.work.usage.cost_usd or 0.0
    return {"credits_used": round(cost, 6), "credits_remaining": round(max(left - cost, 0.0), 6)}


def read_stored(turn: Turn) -> dict[str, Any]:
    """The same, read back from the record of a turn that ended."""
    return {
        "channel": StoredRequest.from_json(turn.request).channel or turn.conversation.channel,
        "session_id": turn.conversation.key,
        "text": turn.answer,
        "metadata": {"status": turn.status, "turn_id": turn.pk, **turn.result},
    }


def _list_display_names(context: TurnContext) -> dict[str, str]:
    """How people see the specialists that the answer names: who reads it later may know no release."""
    named = {context.work.active_agent, context.request.state.active_agent, *context.work.agents}
    named |= {agent for handoff in context.work.handoffs for agent in (handoff.from_agent, handoff.to_agent)}
    named |= {context.outcome.question.agent} if context.outcome.question else set()
    shown = {
        **context.request.display_names,
        to_person.PERSON: text("a_person", context.request.utterance.language),
    }
    return {name: each for name, each in shown.items() if name in named}


def _list_open_parts(context: TurnContext) -> list[dict[str, Any]]:
    """What is still open after this turn.

    Beside the question that it asked; where the mode names all that is not done, also what waits for an
    answer.
    """
    parts = context.request.state.pending if context.outcome.pending is None else context.outcome.pending
    lists = find_mode(context.request.mode).lists_questions
    question = open_parts.choose_question_after(context) if lists else None
    if question is not None and question.kind != "clarification":
        parts = (open_parts.make_waiting(question), *parts)
    return [
        {"agent": part.agent, "intent": part.intent, "text": part.text, "why": part.why, "turn": part.turn,
         "question": part.question.describe() if part.question else None}
        for part in parts
    ]  # fmt: skip


def _describe_asked(context: TurnContext) -> dict[str, Any]:
    """Mode planner: why a plan asks the user, in the domain protocol's words; nothing elsewhere."""
    output = context.work.execution.get("domain_output") if context.work.execution else None
    about = output["metadata"] if output and output["status"] == "clarification" else {}
    names = ("missing_required_params", "resolution")
    return {name: about[name] for name in names if name in about}


def _describe_sub_conversation(context: TurnContext) -> dict[str, Any] | None:
    """The one that goes on after this turn, else the one that ended in it; null without any."""
    if not find_mode(context.request.mode).one_voice:
        return None
    active, ended = context.request.state.sub_conversation, None
    if context.work.subs is not None and context.outcome.status not in ("failed", "blocked", "cancelled"):
        active, ended = context.work.subs.active, context.work.subs.ended
    if active is not None:
        return {"specialist": active.specialist, "status": "active"}
    return {"specialist": ended[0], "status": ended[1]} if ended else None


def _list_client_calls(context: TurnContext) -> list[dict[str, str]]:
    """The calls of the caller's own tools whose results are waited for; arguments are JSON in a text."""
    waits = context.outcome.calls
    return [
        {"id": call.id, "name": call.name, "arguments": arguments_of(call)}
        for call in (waits.calls if waits else ())
    ]


def _describe_question(context: TurnContext) -> dict[str, Any] | None:
    if context.outcome.question is None:
        return None
    question = context.outcome.question
    return {**question.describe(), "agent": question.agent, "state": question.state}


def _list_calls(context: TurnContext) -> list[dict[str, Any]]:
    """What each specialist called, its signals after its tools."""
    made = [
        {"agent": r.agent, "tool": r.tool_name, "ok": r.ok}
        for r in context.work.tool_results
        if not r.metadata.get("skipped") or r.cached
    ]
    made += [{"agent": agent, "tool": name, "ok": ok} for agent, name, ok in context.work.signals]
    order = {agent: place for place, agent in enumerate(context.work.agents)}
    return sorted(made, key=lambda call: order.get(call["agent"], len(order)))


def _describe_permission(context: TurnContext) -> dict[str, Any] | None:
    """The permission that this turn changed last: asked for, granted, refused or revoked."""
    last = max(context.work.permissions.values(), key=lambda each: each.at, default=None)
    return {"tool": last.tool, "state": last.state} if last else None


def _list_citations(context: TurnContext) -> list[dict[str, Any]]:
    """The passages that the answer names."""
    answer, served = context.outcome.answer, context.outcome.served
    if served is not None:
        return [dict(each) for each in served.citations]
    return citations.find_cited(answer, context.work.tool_results) if "[" in answer else []


def _describe_person(context: TurnContext) -> dict[str, Any] | None:
    """The person that the conversation waits for after this turn, and since when.

    Null where it waits for none.
    """
    waits = to_person.after(context.request.state.person, context.work.person)
    since = to_person.since(waits)
    return (
        {"since": since.isoformat(), "reason": waits.reason, "intent": waits.intent}
        if waits and since
        else None
    )


def _describe_result(result: Any) -> dict[str, Any]:
    kept: dict[str, Any] = to_json(result)
    return {
        name: kept[name]
        for name in ("tool_name", "server_name", "ok", "result", "error", "metadata", "cached", "agent", "ms")
    }
