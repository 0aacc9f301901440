"""Stopping a turn: at once in its process, by a wake-up in another."""

from typing import Any

from conversations import ownership, wakes
from conversations.errors import TurnNotFound
from conversations.models import Turn
from conversations.visits import visit
from routing.turns import conduct, registry
from tenancy.authenticate import RawCredentials, authenticate


async def stop(credentials: RawCredentials, turn_id: str, user_id: str | None = None) -> dict[str, Any]:
    """Stops a running or queued turn; the text released so far is kept. A turn that ended stays as it is.

    One that waits in the queue ends at once, and is answered to whoever waits for it. `user_id` is whom a
    trusted caller acts for.

    Gives {turn_id, status, stopped}. :raises TurnNotFound: unknown or another's.
    """
    status, process, waiting = await visit(lambda: _mark(credentials, turn_id, user_id))
    if status == Turn.Statuses.QUEUED:
        await conduct.end_waiting(turn_id)
        status = Turn.Statuses.CANCELLED
    elif status == Turn.Statuses.RUNNING and not registry.stop(turn_id):
        wakes.send(process, "stop", turn_id)
    return {"turn_id": turn_id, "status": status, "stopped": waiting}


def _mark(credentials: RawCredentials, turn_id: str, user_id: str | None) -> tuple[str, str, bool]:
    principal = authenticate(credentials).acting_for(user_id)
    principal.require("chat")
    turn = Turn.objects.of(principal.tenant_id).select_for_update().filter(pk=turn_id).first()
    if turn is None or not ownership.mine(principal).filter(pk=turn.conversation_id).exists():
        raise TurnNotFound(turn_id)
    if turn.status not in Turn.OPEN:
        return turn.status, turn.process, False
    turn.stop_requested = True
    turn.save(update_fields=["stop_requested"])
    return turn.status, turn.process, True
