"""Control passes from one specialist to the next, or is stopped.

Every attempt leaves its line in the record.
"""

from collections.abc import Mapping

from django.utils import timezone

from agents.specialists.task import HandoffRequest
from agents.tools.signals import REASON, SUMMARY
from conversations.turn import Handoff, Json, TurnContext
from handoffs import record
from routing.turns.runtime import TurnRuntime


class Passing:
    """The handoffs of one turn. `handed` are those that happened: (agent, its display name, summary);
    `stopped` says whether the guard stopped one."""

    def __init__(self, context: TurnContext, runtime: TurnRuntime) -> None:
        self._context, self._stage = context, runtime
        self.handed: list[tuple[str, str, str]] = []
        self.stopped = False

    @property
    def handoffs(self) -> list[Handoff]:
        """All of the turn, also those of a node before; a turn that is cut short finds them on its stage."""
        return self._stage.moved

    def on(self, agent: str, wish: HandoffRequest, left: Mapping[str, Json]) -> str | None:
        """Who goes on, or None where the guard stops it; `left` is what the giver leaves."""
        context, published = self._context, self._stage.published
        # Being called in is no step of a circle.
        this_turn = [(h.from_agent, h.to_agent) for h in self.handoffs if record.counts_of(h)]
        most = published.profile.max_handoffs
        stop = record.check_loop(this_turn, context.request.state.path, agent, wish.target, most)
        if stop == "to_itself":
            return None
        if stop == "back_again":
            record.mark_returned(self.handoffs, agent, wish.target)
        self.handoffs.append(
            Handoff(
                from_agent=agent,
                to_agent=wish.target,
                reason=wish.reason[:REASON],
                context_summary=wish.summary[:SUMMARY],
                at=timezone.now(),
                category=context.decision.route.domain or "" if context.decision.route else "",
                outcome=record.STOPPED if stop else record.HELPED,
                blocked=stop is not None,
                context=left,
            )
        )
        self._stage.emit(
            "handoff",
            {
                "from": agent,
                "to": wish.target,
                "to_display_name": published.display_name(wish.target),
                "reason": wish.reason[:400],
                "blocked": stop is not None,
                "stop": stop,
            },
        )
        if stop is not None:
            self.stopped = True
            return None
        self.handed.append((agent, published.display_name(agent), wish.summary[:SUMMARY]))
        return wish.target
