"""What became of a handoff: it helped, came back, was stopped by the guard, or its receiver gave up."""

from collections.abc import Iterable
from dataclasses import replace

from conversations.turn import Handoff
from handoffs.models import AgentHandoff

HELPED = AgentHandoff.Outcomes.HELPED.value
CAME_BACK = AgentHandoff.Outcomes.CAME_BACK.value
STOPPED = AgentHandoff.Outcomes.STOPPED.value
OUT_OF_SCOPE = AgentHandoff.Outcomes.OUT_OF_SCOPE.value
ABANDONED = AgentHandoff.Outcomes.ABANDONED.value


def mark_returned(handoffs: list[Handoff], from_agent: str, to_agent: str) -> None:
    """Marks what `to_agent` gave to `from_agent` earlier in this turn.

    Now it is given back, or was tried to.
    """
    _mark(handoffs, to_agent, from_agent, CAME_BACK)


def mark_given_up(handoffs: list[Handoff], receiver: str) -> None:
    """Marks the handoff to a specialist that failed."""
    giver = next((h.from_agent for h in reversed(handoffs) if h.to_agent == receiver and not h.blocked), "")
    _mark(handoffs, giver, receiver, ABANDONED)


def mark_delegated(handoffs: list[Handoff], receiver: str, outcome: str) -> None:
    """Marks the beginning of a sub-conversation that ended in the same turn without an answer."""
    giver = next((h.from_agent for h in reversed(handoffs) if h.to_agent == receiver), "")
    _mark(handoffs, giver, receiver, outcome)


def of_end(status: str) -> str:
    """What the end of a sub-conversation says of it.

    >>> of_end("completed"), of_end("out_of_scope"), of_end("failed")
    ('helped', 'out_of_scope', 'abandoned')
    """
    return {"out_of_scope": OUT_OF_SCOPE, "failed": ABANDONED}.get(status, HELPED)


def end_cut_short(handoffs: Iterable[Handoff]) -> tuple[Handoff, ...]:
    """The handoffs of a turn that ended while the last receiver was at work."""
    made = list(handoffs)
    if made and not made[-1].blocked:
        made[-1] = replace(made[-1], outcome=ABANDONED)
    return tuple(made)


def _mark(handoffs: list[Handoff], giver: str, receiver: str, outcome: str) -> None:
    for n in range(len(handoffs) - 1, -1, -1):
        each = handoffs[n]
        if (each.from_agent, each.to_agent, each.blocked) == (giver, receiver, False):
            handoffs[n] = replace(each, outcome=outcome)
            return
