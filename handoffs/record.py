"""Rows of `agent_handoffs` from the handoffs of a turn; written by its close."""

from collections.abc import Iterable

from conversations.models import Conversation, Turn
from conversations.turn import Handoff
from handoffs.models import AgentHandoff


def write(turn: Turn, handoffs: Iterable[Handoff]) -> int:
    """Stores them with the time at which each happened; gives the number that were not stopped."""
    rows = [
        AgentHandoff(
            tenant_id=turn.tenant_id,
            conversation_id=turn.conversation_id,
            turn=turn,
            from_agent=handoff.from_agent,
            to_agent=handoff.to_agent,
            reason=handoff.reason,
            context_summary=handoff.context_summary,
            kind=handoff.kind,
            category=handoff.category,
            outcome=handoff.outcome,
            blocked=handoff.blocked,
            timestamp=handoff.at,
        )
        for handoff in handoffs
    ]
    if rows:
        AgentHandoff.unscoped.bulk_create(rows)
    return sum(not row.blocked for row in rows)


def erase(conversation: Conversation) -> None:
    """Removes what was said from a conversation's handoffs; who passed to whom stays counted."""
    AgentHandoff.objects.of(conversation.tenant_id).filter(conversation=conversation).update(
        reason="", context_summary=""
    )
