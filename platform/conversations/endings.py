"""Which turns have ended, by the record: asked in one query for all that somebody here waits for.

await endings.of(turn_id)         # returns once the record has the turn's end
"""

import asyncio
import logging
from contextlib import suppress
from weakref import WeakKeyDictionary

from django.db import DatabaseError

from conversations.models import Turn
from conversations.visits import visit
from outbound import runtime

logger = logging.getLogger(__name__)
LOOK_SECONDS = 0.3
GATHER_SECONDS = 0.02  # a crowd that comes at once is looked at together
AT_ONCE = 1_000  # turns in one query


class _Looker:
    def __init__(self) -> None:
        self.waiting: dict[str, set[asyncio.Future[None]]] = {}
        self.task: asyncio.Task[None] | None = None
        self.somebody_new = asyncio.Event()

    def begin(self) -> None:
        self.somebody_new.set()
        if self.task is None or self.task.done():
            self.task = runtime.spawn(self._look())

    async def _look(self) -> None:
        while self.waiting:
            self.somebody_new.clear()
            ids = list(self.waiting)
            for first in range(0, len(ids), AT_ONCE):
                await self._look_at(ids[first : first + AT_ONCE])
            await asyncio.sleep(GATHER_SECONDS)
            with suppress(TimeoutError):
                await asyncio.wait_for(self.somebody_new.wait(), LOOK_SECONDS)

    async def _look_at(self, ids: list[str]) -> None:
        try:
            ended = await visit(lambda: _find_ended(ids))
        except DatabaseError as error:
            logger.warning("Which turns have ended could not be read: %s", error)
            await asyncio.sleep(LOOK_SECONDS)
            return
        for turn_id in ended:
            for future in self.waiting.get(turn_id, ()):
                if not future.done():
                    future.set_result(None)


_lookers: WeakKeyDictionary[asyncio.AbstractEventLoop, _Looker] = WeakKeyDictionary()


async def of(turn_id: str) -> None:
    """Returns once the record has the turn's end."""
    looker = _lookers.setdefault(asyncio.get_running_loop(), _Looker())
    future = asyncio.get_running_loop().create_future()
    looker.waiting.setdefault(turn_id, set()).add(future)
    looker.begin()
    try:
        await future
    finally:
        looker.waiting[turn_id].discard(future)
        if not looker.waiting[turn_id]:
            del looker.waiting[turn_id]


def _find_ended(ids: list[str]) -> list[str]:
    rows = Turn.unscoped.filter(pk__in=ids, finished_at__isnull=False)
    return list(rows.values_list("pk", flat=True))
