"""Tells those who wait in this process how a turn ended elsewhere."""

import asyncio

from django.conf import settings

from conversations import endings
from conversations.event_log import log
from conversations.visits import visit
from routing.turns.emitter import Emitter
from routing.turns.follow import read_recorded


async def when_recorded(turn_id: str) -> None:
    """Emits `answer` and `done` from the record once it has them; does nothing where nobody followed."""
    if not log.waits(turn_id):
        return
    try:
        async with asyncio.timeout(settings.TURN_DEADLINE + settings.LEASE_MARGIN):
            await endings.of(turn_id)
    except TimeoutError:
        return
    answer = await visit(lambda: read_recorded(turn_id), patience=settings.LEASE_MARGIN)
    if answer is not None and log.waits(turn_id):
        emitter = Emitter(turn_id, answer["metadata"].get("turn", 0))
        emitter.emit("answer", answer)
        emitter.emit("done", {"turn_id": turn_id, "status": answer["metadata"]["status"]})
