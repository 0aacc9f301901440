"""Rows of `agent_handoffs` from the handoffs of a turn; written by its close."""

from collections.abc import Sequence

from conversations.models import Conversation
from conversations.turn import Handoff
from handoffs import counts, outcomes
from handoffs.models import AgentHandoff


def write(conversation: Conversation, turn_id: str, handoffs: Sequence[Handoff]) -> int:
    """Stores them with the time at which each happened; gives the number that count (`handoffs.counts`).

    What an earlier turn's giver gets back now had not helped: that row is marked.
    """
    if not handoffs:
        return 0
    _came_back(conversation, handoffs)
    rows = [
        AgentHandoff(
            tenant_id=conversation.tenant_id,
            conversation=conversation,
            turn_id=turn_id,
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
    AgentHandoff.unscoped.bulk_create(rows)
    return counts.number(handoffs)


def _came_back(conversation: Conversation, handoffs: Sequence[Handoff]) -> None:
    """Control goes back along the conversation's last handoff: that one came back."""
    first = next(filter(counts.counts, handoffs), None)
    if first is None:
        return
    earlier = AgentHandoff.objects.of(conversation.tenant_id).filter(conversation=conversation, **counts.ROWS)
    last = earlier.order_by("-timestamp").first()
    if (
        last is not None
        and (last.from_agent, last.to_agent) == (first.to_agent, first.from_agent)
        and last.outcome == outcomes.HELPED
    ):
        last.outcome = outcomes.CAME_BACK
        last.save(update_fields=["outcome"])


def erase(conversation: Conversation) -> None:
    """Removes what was said from a conversation's handoffs; who passed to whom stays counted."""
    AgentHandoff.objects.of(conversation.tenant_id).filter(conversation=conversation).update(
        reason="", context_summary=""
    )


def erase_of_turns(turns: list[str]) -> None:
    """The same for the handoffs of some turns."""
    AgentHandoff.unscoped.filter(turn_id__in=turns).update(reason="", context_summary="")
