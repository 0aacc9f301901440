"""Rows of `agent_handoffs` from the handoffs of a turn, written by its close: what became of each, which of
them count, and when passing control has become a circle.

What counts, wherever handoffs are counted, is control that went from one specialist to another. One that the
loop guard stopped is none. A sub-conversation is none either: calling in, and its end, are rows of
`agent_handoffs` with kinds of their own and are counted by themselves.

The guard's numbers are the design's. Within a turn A -> B -> A stops, and so does one handoff more than the
profile allows (`HANDOFFS_A_TURN` where it says nothing); over turns a path A -> B that is already twice among
the conversation's last five is stopped the third time; to oneself is ignored.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Literal, Protocol

from django.conf import settings

from conversations.models import Conversation
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


KIND = AgentHandoff.Kinds.AGENT_TO_AGENT.value
ROWS = {"kind": KIND, "blocked": False}  # of `agent_handoffs`
LISTED = {"kind__exact": KIND, "blocked__exact": 0}  # the same, as a list of the Studio is asked for them


class Moved(Protocol):
    """A row of `agent_handoffs`, or the frozen word that becomes one."""

    @property
    def kind(self) -> str: ...

    @property
    def blocked(self) -> bool: ...


def counts_of(moved: Moved) -> bool:
    """Whether it is a handoff that happened.

    >>> counts(AgentHandoff(kind="agent_to_agent")), counts(AgentHandoff(kind="delegation"))
    (True, False)
    """
    return moved.kind == KIND and not moved.blocked


def count_changes(moved: Iterable[Moved]) -> int:
    """How many of them count."""
    return sum(map(counts_of, moved))


def write(conversation: Conversation, turn_id: str, handoffs: Sequence[Handoff]) -> int:
    """Stores them with the time at which each happened; gives the number that count (`handoffs.record`).

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
    return count_changes(handoffs)


def _came_back(conversation: Conversation, handoffs: Sequence[Handoff]) -> None:
    """Control goes back along the conversation's last handoff: that one came back."""
    first = next(filter(counts_of, handoffs), None)
    if first is None:
        return
    earlier = AgentHandoff.objects.of(conversation.tenant_id).filter(conversation=conversation, **ROWS)
    last = earlier.order_by("-timestamp").first()
    if (
        last is not None
        and (last.from_agent, last.to_agent) == (first.to_agent, first.from_agent)
        and last.outcome == HELPED
    ):
        last.outcome = CAME_BACK
        last.save(update_fields=["outcome"])


def erase(conversation: Conversation) -> None:
    """Removes what was said from a conversation's handoffs; who passed to whom stays counted."""
    AgentHandoff.objects.of(conversation.tenant_id).filter(conversation=conversation).update(
        reason="", context_summary=""
    )


def erase_of_turns(turns: list[str]) -> None:
    """The same for the handoffs of some turns."""
    AgentHandoff.unscoped.filter(turn_id__in=turns).update(reason="", context_summary="")


Path = Sequence[tuple[str, str]]
Stop = Literal["to_itself", "back_again", "too_many", "path_repeated"]
REMEMBERED = 5  # the conversation's last handoffs that count
REPEATS = 2


def check_loop(
    this_turn: Path, before: Path, from_agent: str, to_agent: str, most: int | None = None
) -> Stop | None:
    """Why this handoff is stopped, or None when it may happen; `most` is the profile's limit for a turn.

    >>> check([("a", "b")], [], "b", "a")
    'back_again'
    """
    if from_agent == to_agent:
        return "to_itself"
    if len(this_turn) >= (settings.HANDOFFS_A_TURN if most is None else most):
        return "too_many"
    if to_agent in {agent for pair in this_turn for agent in pair}:
        return "back_again"
    recent = [*before, *this_turn][-REMEMBERED:]
    if recent.count((from_agent, to_agent)) >= REPEATS:
        return "path_repeated"
    return None
