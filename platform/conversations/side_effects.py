"""A call that changes the world commits its intention before and its result after.

Kept on the turn's row, so that whoever finds the turn after a crash knows what was done.
"""

from typing import Any

from django.utils import timezone

from conversations.models import Turn, new_id
from conversations.visits import visit


class TurnLost(Exception):
    """The turn belongs to another attempt by now: nothing may be done in its name."""


async def begin(turn_id: str, attempt: int, tool: str, arguments: dict[str, Any]) -> str:
    """Commits that `tool` is about to be called; gives the intention's id.

    :raises TurnLost: the attempt is over; the call must not be made.
    """
    effect_id = new_id()

    def write() -> str:
        turn = _locked(turn_id, attempt)
        turn.side_effects.append(
            {
                "id": effect_id,
                "tool": tool,
                "arguments": arguments,
                "attempt": attempt,
                "begun_at": timezone.now().isoformat(),
                "ok": None,
            }
        )
        turn.save(update_fields=["side_effects"])
        return effect_id

    def landed() -> str | None:
        turn = Turn.unscoped.filter(pk=turn_id).first()
        known = turn is not None and any(e["id"] == effect_id for e in turn.side_effects)
        return effect_id if known else None

    return await visit(write, landed)


async def finish(effect_id: str, turn_id: str, attempt: int, ok: bool | None, words: str) -> None:
    """Commits how it ended: `ok` None means that nobody knows."""

    def write() -> None:
        turn = Turn.unscoped.select_for_update().filter(pk=turn_id).first()
        if turn is None:
            return
        for effect in turn.side_effects:
            if effect["id"] == effect_id:
                effect.update(ok=ok, words=words[:400], ended_at=timezone.now().isoformat())
        turn.save(update_fields=["side_effects"])

    await visit(write)


def _locked(turn_id: str, attempt: int) -> Turn:
    turn = (
        Turn.unscoped.select_for_update()
        .filter(pk=turn_id, attempt=attempt, status=Turn.Statuses.RUNNING, stop_requested=False)
        .first()
    )
    if turn is None:
        raise TurnLost(turn_id)
    return turn
