"""What doors and pages read of a conversation: plain JSON, each function inside one visit."""

from datetime import timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from conversations import feedback, ownership, state
from conversations.as_json import to_json
from conversations.budget import COUNTS, sum_known
from conversations.errors import TurnNotFound
from conversations.models import Conversation, Message, Step, Turn
from conversations.turn import ConversationState
from tenancy.principal import Principal

PAGE = 50
USAGE_DAYS = 30


def describe_session(conversation: Conversation) -> dict[str, Any]:
    """Who speaks, in which state, what is asked, what options hold."""
    kept = state.read(conversation.state)
    last = conversation.turns.order_by("-number").first()
    return {
        "session_id": conversation.key,
        "conversation_key": conversation.key,
        "conversation_id": conversation.pk,
        "tenant_id": conversation.tenant_id,
        "agent_id": conversation.agent_id,
        "original_session_id": conversation.session_id,
        "user_id": conversation.user_id or None,
        "channel": conversation.channel,
        "active_agent": kept.active_agent,
        "previous_agent": kept.previous_agent,
        "sub_conversation": _describe_sub_conversation(kept),
        "workflow_state": kept.workflow_state,
        "person": _describe_person(conversation, kept),
        "question": to_json(kept.question),
        "permissions": [
            {name: value for name, value in to_json(each).items() if name != "data"}
            for each in kept.permissions.values()
        ],
        "options": conversation.options,
        "language": kept.language,
        "status": last.status if last else None,
        "message_count": conversation.message_count,
        "handoff_count": conversation.handoff_count,
        "started_at": conversation.started_at.isoformat(),
        "last_activity": conversation.last_activity.isoformat(),
        "ended": conversation.ended_at is not None,
    }


def _describe_sub_conversation(kept: ConversationState) -> dict[str, Any] | None:
    """Who was called in and has the word, and since which turn."""
    begun = kept.sub_conversation
    if begun is None:
        return None
    return {"specialist": begun.specialist, "status": "active", "since_turn": begun.turn}


def _describe_person(conversation: Conversation, kept: ConversationState) -> dict[str, Any] | None:
    """The person that it waits for, since when and why."""
    since = conversation.person_since
    if kept.person is None or since is None:
        return None
    return {"since": since.isoformat(), "reason": kept.person.reason, "intent": kept.person.intent}


def list_messages(
    conversation: Conversation,
    limit: int = PAGE,
    reader: Principal | None = None,
    before: int | None = None,
) -> dict[str, Any]:
    """The last `limit` messages (1 to 200), oldest first; `before` a message's `seq`, those said earlier.

    With `reader`, answers carry what the reader thinks of them.
    """
    stored = Message.objects.of(conversation.tenant_id).filter(
        conversation=conversation, seq__gt=conversation.history_from
    )
    if before is not None:
        stored = stored.filter(seq__lt=before)
    limit = max(1, min(limit, 200))
    # Of a turn only what is shown: its whole result is as large as all its messages.
    turns = [f"turn__{name}" for name in ("number", "started_at", "finished_at")]
    columns = ("seq", "role", "text", "created_at", "agent", "metadata", *turns)
    rows = list(stored.select_related("turn").only(*columns).order_by("-seq")[: limit + 1])
    earlier, rows = len(rows) > limit, rows[:limit]
    thought = feedback.feedback_by_turn(reader, [row.turn_id for row in rows]) if reader else {}
    return {
        "session_id": conversation.key,
        "earlier": earlier,
        "messages": [
            {
                "seq": row.seq,
                "role": "assistant" if row.role == Message.Roles.AGENT else "user",
                "content": row.text,
                "created_at": row.created_at.isoformat(),
                "agent": row.agent or None,
                "turn_id": row.turn_id,
                "metadata": _add_time(row),
                "feedback": thought.get(row.turn_id) if row.role == Message.Roles.AGENT else None,
            }
            for row in sorted(rows, key=lambda row: (row.turn.number, row.seq))
        ],
    }


def _add_time(row: Message) -> dict[str, Any]:
    """An answer's metadata also say how long its turn took."""
    turn = row.turn
    if row.role != Message.Roles.AGENT or not (turn.started_at and turn.finished_at):
        return dict(row.metadata)
    ms = (turn.finished_at - turn.started_at).total_seconds() * 1000
    return {**row.metadata, "timings": {"total_ms": round(ms, 1)}}


def find_last_turn(conversation: Conversation) -> Turn | None:
    """The newest turn that ended."""
    return (
        Turn.objects.of(conversation.tenant_id)
        .filter(conversation=conversation, finished_at__isnull=False)
        .order_by("-number")
        .first()
    )


def _read_supervised(turn: Turn, text: str) -> dict[str, Any]:
    """The state of the supervised loop beside it, of a turn in which a supervisor decided; else nothing."""
    nodes = ("supervisor", "finalise")
    steps = Step.objects.of(turn.tenant_id).filter(turn=turn, node__in=nodes).order_by("position")
    details = [step.detail for step in steps if step.detail]
    decided = [detail for detail in details if "supervisor_decision" in detail]
    if not decided:
        return {}
    last, messages_ = decided[-1], [each for detail in details for each in detail.get("messages", ())]
    answers = [
        each["content"] for each in messages_ if each["role"] == "agent" and each["moment"] == "after_agent"
    ]
    return {
        "input": text,
        "next_agent": last["next_agent"],
        "tool_response": answers[-1] if answers else "",
        "final_output": turn.answer,
        "current_agent": last["current_agent"],
        "supervisor_decision": last["supervisor_decision"],
        "messages": messages_,
        "executed_agents": last["executed"],
    }


def describe_checkpoint(conversation: Conversation) -> dict[str, Any]:
    """The AgentState (agent gateway protocol) of the last turn, from the record."""
    turn = find_last_turn(conversation)
    if turn is None:
        return {"session_id": conversation.key, "checkpoint": None}
    kept, result = state.read(conversation.state), turn.result
    rows = Message.objects.of(turn.tenant_id).filter(turn=turn, role=Message.Roles.USER).order_by("seq")
    texts = list(rows.values_list("pk", "text"))
    text = "\n".join(words for _, words in texts)
    return {
        "session_id": conversation.key,
        "checkpoint": {
            "state": {
                "tenant_id": conversation.tenant_id,
                "agent_id": conversation.agent_id,
                "session_id": conversation.session_id,
                "conversation_key": conversation.key,
                "user_text": text,
                "sanitized_input": text,
                "route": turn.route,
                "intent": turn.intent,
                "route_decision": result.get("route_decision"),
                "domain": result.get("domain"),
                "mcp_tools": result.get("mcp_tools", []),
                "mcp_results": result.get("mcp_results", []),
                "answer": turn.answer,
                "final_answer": turn.answer,
                "history": list_messages(conversation, 20)["messages"],
                "context": result.get("business_context", {}),
                "guardrail_decisions": result.get("guardrails", []),
                "judge_results": result.get("judges", []),
                "next_state": kept.workflow_state,
                "supervisor_plan": result.get("plan"),
                "supervisor_results": result.get("parts", []) if result.get("plan") else [],
                "active_agent": kept.active_agent,
                "blocked": turn.status == Turn.Statuses.BLOCKED,
                "supervisor_action": None,
                "supervisor_guidance": None,
                "supervisor_attempt": 0,
                **_read_supervised(turn, text),
            },
            "message_id": texts[0][0] if texts else None,
            "steps": result.get("steps", []),
        },
    }


def describe_conversation(conversation: Conversation) -> dict[str, Any]:
    """One line of a user's own list."""
    return {
        "conversation_id": conversation.pk,
        "conversation_key": conversation.key,
        "agent_id": conversation.agent_id,
        "title": conversation.title,
        "started_at": conversation.started_at.isoformat(),
        "last_activity": conversation.last_activity.isoformat(),
        "message_count": conversation.message_count,
        "current_agent": conversation.active_agent or None,
    }


def list_conversations(principal: Principal) -> QuerySet[Conversation]:
    """A user's own conversations that did not end, newest first: of a named user only those with the name."""
    rows = ownership.mine(principal).filter(ended_at=None, message_count__gt=0)
    if principal.user_id:
        rows = rows.filter(user_id=principal.user_id)
    return rows.order_by("-last_activity")


def act_for_own_user(principal: Principal, turn_id: str) -> Principal:
    """The caller for the user of this turn, where the caller itself named that user and now names none."""
    if not principal.trusted or principal.user_id:
        return principal
    rows = Conversation.objects.of(principal.tenant_id)
    own = rows.filter(turns__pk=turn_id, owner=principal.credential).first()
    return principal.acting_for(own.user_id) if own else principal


def find_conversation(principal: Principal, turn_id: str) -> Conversation:
    """The conversation that a turn is of, to go on with it.

    :raises TurnNotFound: the turn is unknown or another's, or its conversation has ended.
    """
    found = ownership.mine(principal, writing=True).filter(turns__pk=turn_id, ended_at=None).first()
    if found is None:
        raise TurnNotFound(turn_id)
    return found


def describe_turn(principal: Principal, turn_id: str) -> dict[str, Any]:
    """One turn and, when it ended, its answer.

    :raises TurnNotFound: unknown or another's.
    """
    row = Turn.objects.of(principal.tenant_id).select_related("conversation").filter(pk=turn_id).first()
    if row is None or not ownership.mine(principal).filter(pk=row.conversation_id).exists():
        raise TurnNotFound(turn_id)
    thought = feedback.feedback_by_turn(principal, [row.pk])
    return {
        "turn_id": row.pk,
        "conversation_key": row.conversation.key,
        "number": row.number,
        "status": row.status,
        "text": row.answer,
        "metadata": row.result,
        "error": row.error or None,
        "feedback": thought.get(row.pk),
        "created_at": row.created_at.isoformat(),
        "finished_at": row.finished_at.isoformat() if row.finished_at else None,
    }


def sum_usage(tenant_id: str, session: str | None = None) -> dict[str, Any]:
    """What models cost: of one conversation (key or session id), else of the tenant's last 30 days."""
    rows = Turn.objects.of(tenant_id).exclude(usage={})
    if session:
        rows = rows.filter(conversation__key=session) | rows.filter(conversation__session_id=session)
    else:
        rows = rows.filter(created_at__gte=timezone.now() - timedelta(days=USAGE_DAYS))
    total, cost = dict.fromkeys(COUNTS, 0), 0.0
    by_model: dict[str, dict[str, float | None]] = {}
    for used in rows.values_list("usage", flat=True).iterator(chunk_size=1000):
        for name in total:
            total[name] += used.get(name, 0)
        cost += used.get("cost_usd") or 0.0
        for model, counts in used.get("by_model", {}).items():
            into = by_model.setdefault(model, {})
            for name, value in counts.items():
                if value is None or isinstance(value, int | float):
                    into[name] = sum_known(into.get(name), value)
    known = not total["calls"] or total["calls"] > total["unpriced_calls"]
    return {
        **total,
        "total_tokens": total["prompt_tokens"] + total["completion_tokens"],
        "cost_usd": round(cost, 6) if known else None,
        "cost_brl": None,
        "by_model": by_model,
        "days": None if session else USAGE_DAYS,
    }
