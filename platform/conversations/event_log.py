"""The events of a running turn: a ring in its process and, with `REDIS_URL`, a stream all can read.

Lives on the runtime loop. Upon the end of a turn its ring is kept for a minute, so that a client that
lost its line can read the rest with `Last-Event-ID`.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import orjson
from django.conf import settings

from conversations import redis_client
from conversations.as_json import to_json
from conversations.turn import TurnEvent

KEEP_SECONDS = 60.0
RING = 4096  # events a turn; a 300-chunk answer makes about 60
LAST = "done"


@dataclass(slots=True)
class _Ring:
    events: list[TurnEvent] = field(default_factory=list)
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    closed_at: float = 0.0


class EventLog:
    """Events by turn. One per process: `event_log.log`."""

    def __init__(self) -> None:
        self._rings: dict[str, _Ring] = {}
        self._ended: OrderedDict[str, float] = OrderedDict()  # the oldest first

    def knows(self, turn_id: str) -> bool:
        """Whether this process has the turn's events."""
        return turn_id in self._rings

    def waits(self, turn_id: str) -> bool:
        """Whether somebody here may wait for the turn's end: its ring is open."""
        ring = self._rings.get(turn_id)
        return ring is not None and not ring.closed_at

    def last_number(self, turn_id: str) -> int:
        """The number of the newest event that this process knows of the turn, else 0."""
        ring = self._rings.get(turn_id)
        return ring.events[-1].number if ring is not None and ring.events else 0

    async def told_all(self, turn_id: str, after: int) -> bool:
        """Whether `done` is no later than number `after`, as far as it is still known."""
        ring = self._rings.get(turn_id)
        last = ring.events[-1:] if ring is not None else await _last_of_stream(turn_id)
        return any(event.name == LAST and event.number <= after for event in last)

    async def so_far(self, turn_id: str) -> list[TurnEvent]:
        """The turn's events until now; none where this process cannot know them."""
        ring = self._rings.get(turn_id)
        return list(ring.events) if ring is not None else await _stream_so_far(turn_id)

    def open(self, turn_id: str) -> None:
        """Makes the ring before anybody follows."""
        self._forget_old()
        if turn_id not in self._rings:
            self._rings[turn_id] = _Ring()

    def publish(self, turn_id: str, event: TurnEvent) -> None:
        """Adds one event; wakes followers; mirrors it to Redis without waiting."""
        self.open(turn_id)
        ring = self._rings[turn_id]
        if len(ring.events) < RING or event.name in ("answer", "error", LAST):
            ring.events.append(event)
        if event.name == LAST:
            ring.closed_at = self._ended[turn_id] = time.monotonic()
            self._ended.move_to_end(turn_id)
        ring.changed.set()
        if settings.REDIS_URL:
            redis_client.later(_mirror, turn_id, event)

    async def follow(self, turn_id: str, after: int = 0) -> AsyncIterator[TurnEvent]:
        """The turn's events after number `after`, until `done`; waits for those to come."""
        ring = self._rings.get(turn_id)
        if ring is None:
            async for event in _follow_stream(turn_id, after):
                yield event
            return
        position = 0
        while True:
            while position < len(ring.events):
                event = ring.events[position]
                position += 1
                if event.number > after:
                    yield event
                if event.name == LAST:
                    return
            ring.changed = ring.changed if not ring.changed.is_set() else asyncio.Event()
            await ring.changed.wait()

    def _forget_old(self) -> None:
        until = time.monotonic() - KEEP_SECONDS
        while self._ended and next(iter(self._ended.values())) < until:
            self._rings.pop(self._ended.popitem(last=False)[0], None)


log = EventLog()


def _stream(turn_id: str) -> str:
    return f"sb:turn:{turn_id}"


async def _mirror(turn_id: str, event: TurnEvent) -> None:
    client = redis_client.client()
    body = orjson.dumps(
        {"name": event.name, "data": to_json(event.data), "number": event.number, "turn": event.turn}
    )
    await client.xadd(_stream(turn_id), {"e": body}, maxlen=RING, approximate=True)
    if event.number == 1 or event.name == LAST:
        await client.expire(_stream(turn_id), int(settings.TURN_DEADLINE + 10 * KEEP_SECONDS))


def _event(fields: Mapping[bytes, bytes]) -> TurnEvent:
    return TurnEvent(**orjson.loads(fields[b"e"]))


async def _last_of_stream(turn_id: str) -> list[TurnEvent]:
    if not settings.REDIS_URL:
        return []
    found: Any = await redis_client.client().xrevrange(_stream(turn_id), count=1)
    return [_event(fields) for _, fields in found]


async def _stream_so_far(turn_id: str) -> list[TurnEvent]:
    if not settings.REDIS_URL:
        return []
    found: Any = await redis_client.client().xrange(_stream(turn_id))  # which is cut at about RING
    return [_event(fields) for _, fields in found]


async def _follow_stream(turn_id: str, after: int) -> AsyncIterator[TurnEvent]:
    """Another process's turn, through Redis; ends quietly when nothing comes any more."""
    if not settings.REDIS_URL:
        return
    client, position = redis_client.client(), "0"
    silent_until = time.monotonic() + settings.TURN_DEADLINE
    while time.monotonic() < silent_until:
        found: Any = await client.xread({_stream(turn_id): position}, count=200, block=1000)
        for _, entries in found or ():
            for entry_id, fields in entries:
                position = entry_id
                event = _event(fields)
                if event.number > after:
                    yield event
                if event.name == LAST:
                    return
        if not found and position == "0" and not await client.exists(_stream(turn_id)):
            return
