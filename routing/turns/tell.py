"""Tells those who wait in this process how a turn ended elsewhere."""

import asyncio
import time

from django.conf import settings

from conversations.event_log import log
from conversations.visits import visit
from routing.turns.emitter import Emitter
from routing.turns.follow import LOOK_EVERY, recorded


async def when_recorded(turn_id: str) -> None:
    """Emits `answer` and `done` from the record once it has them; does nothing where nobody followed."""
    until = time.monotonic() + settings.TURN_DEADLINE + settings.LEASE_MARGIN
    while log.waits(turn_id) and time.monotonic() < until:
        answer = await visit(lambda: recorded(turn_id))
        if answer is not None:
            emitter = Emitter(turn_id, answer["metadata"].get("turn", 0))
            emitter.emit("answer", answer)
            emitter.emit("done", {"turn_id": turn_id, "status": answer["metadata"]["status"]})
            return
        await asyncio.sleep(LOOK_EVERY)
