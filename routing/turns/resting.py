"""A turn that rests until its writer pauses, and then begins (strategy `debounce`).

Each message puts the end of the rest off in the turn's row, and its process sees to it that the turn begins
then. When that process dies, the sweeper of another one begins the turn.
"""

import asyncio
import time
from datetime import datetime

from conversations import order, wakes
from conversations.models import Turn
from conversations.visits import visit
from outbound import runtime
from routing.turns import registry, tell


def begin_after(turn_id: str, at: float) -> None:
    """Begins a queued turn at this moment (epoch seconds), unless a later message has put it off.

    It counts among what runs in this process, under a name of its own: a process that ends waits for it.
    """
    registry.start(f"{turn_id}{registry.RESTS}{at}", _rest(turn_id, at))


async def _rest(turn_id: str, at: float) -> None:
    while True:
        await asyncio.sleep(max(0.001, at - time.time()))
        found = await visit(lambda: order.begin(turn_id), patience=order.lease().total_seconds())
        if not isinstance(found, datetime):
            break
        if found.timestamp() > at:
            return  # the message that put it off sees to it
    if isinstance(found, Turn):
        registry.run_promoted(found.pk, found.process)
        return
    owner = await visit(lambda: list(Turn.unscoped.filter(pk=turn_id).values_list("process", flat=True)))
    if owner and owner[0] != wakes.process_name():
        # Another process runs it: those who wait here get what it stores.
        runtime.spawn(tell.when_recorded(turn_id))
