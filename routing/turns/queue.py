"""Turns that wait here for those before them, which may run in other processes.

Who ends the one before wakes us (`wakes`). Over no Redis nobody can, and a wake can be lost: so this process
looks itself what has become of its own, all in one query, for as long as it has any.
"""

import asyncio
import logging

from django.conf import settings
from django.db import Error

from conversations import wakes
from conversations.endings import LOOK_SECONDS
from conversations.models import Turn
from conversations.visits import visit
from outbound import runtime
from routing.turns import registry, tell

logger = logging.getLogger(__name__)
UNLESS_WOKEN = 3.0  # seconds between looks where there are wake-ups
_waiting: set[str] = set()
_looking: "asyncio.Task[None] | None" = None


def look_after(turn_id: str) -> None:
    """Sees to it that a queued turn of this process is run here once it is its turn."""
    global _looking
    _waiting.add(turn_id)
    if _looking is None or _looking.done() or _looking.get_loop() is not runtime.loop():
        _looking = runtime.spawn(_look())


async def _look() -> None:
    while _waiting:
        await asyncio.sleep(UNLESS_WOKEN if settings.REDIS_URL else LOOK_SECONDS)
        try:
            found = await visit(_rows)
        except Error as error:
            logger.warning("What becomes of the turns that wait could not be read: %s", error)
            continue
        for turn_id in list(_waiting):
            _follow(turn_id, *found.get(turn_id, ("", "")))


def _rows() -> dict[str, tuple[str, str]]:
    rows = Turn.unscoped.filter(pk__in=list(_waiting))
    return {
        turn_id: (status, owner) for turn_id, status, owner in rows.values_list("pk", "status", "process")
    }


def _follow(turn_id: str, status: str, owner: str) -> None:
    """One that waits no longer: run where it is ours, told of where another process took it over."""
    ours = owner == wakes.process_name()
    if ours and status == Turn.Statuses.QUEUED:
        return
    _waiting.discard(turn_id)
    if ours and status == Turn.Statuses.RUNNING:
        registry.run_promoted(turn_id, owner)
    elif not ours:
        runtime.spawn(tell.when_recorded(turn_id))
