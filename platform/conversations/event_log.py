"""The events of a running turn: a ring in its process and, with `REDIS_URL`, a stream all can read.

Lives on the runtime loop. Upon the end of a turn its ring is kept for a minute, so that a client that lost
its line can read the rest with `Last-Event-ID`. Of another process's turn all who follow it here share one
ring, which the stream fills and the record ends where the stream does not (`endings`). One reader reads all
streams that somebody here follows, on one connection; it knows how far it has read each: what a broken line
or a Redis that was away held up is read afterwards, once.
"""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, cast
from weakref import WeakKeyDictionary

import orjson
import redis as sync_redis
from django.conf import settings
from redis.exceptions import RedisError

from conversations import endings, redis_client
from conversations.as_json import to_json
from conversations.turn import EventName, TurnEvent
from outbound import runtime

logger = logging.getLogger(__name__)
KEEP_SECONDS = 60.0
RING = 4096  # events a turn; a 300-chunk answer makes about 60
ASK_SECONDS = 1.0  # for what a stream has by now
BEHIND_SECONDS = 1.0  # that the stream may be behind the record when a turn ends
LAST = "done"
# A stream that somebody begins to follow meanwhile is looked at with the next read.
READ_MILLISECONDS = 100
AT_ONCE = 100  # entries of a stream in one read
GATHER_SECONDS = 0.01  # between two reads: each names all streams, and brings what came for any of them
AGAIN_SECONDS = 0.5  # after an error
Fields = Mapping[bytes, bytes]


# --- Redis streams of other processes' turns --------------------------------------------------------
@dataclass(slots=True)
class _WatchedStream:
    take: Callable[[Fields], None]
    position: bytes = b"0"


class _Reader:
    def __init__(self) -> None:
        self.watched: dict[str, _WatchedStream] = {}
        self.task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        if self.task is None or self.task.done():
            self.task = runtime.spawn(self._for_all())

    async def _for_all(self) -> None:
        while self.watched and not redis_client.is_cancelled():
            try:
                async with redis_client.line() as redis:
                    while self.watched and not redis_client.is_cancelled():
                        positions: dict[Any, Any] = {
                            name: each.position for name, each in self.watched.items()
                        }
                        self._hand_out(await redis.xread(positions, AT_ONCE, READ_MILLISECONDS))
                        await asyncio.sleep(GATHER_SECONDS)
            except (RedisError, OSError) as error:
                logger.warning("What other processes tell could not be read: %s", error)
                await asyncio.sleep(AGAIN_SECONDS)

    def _hand_out(self, found: Any) -> None:
        for name, entries in found or ():
            watched = self.watched.get(name.decode())
            if watched is None:
                continue
            for position, fields in entries:
                watched.position = position
                try:
                    watched.take(fields)
                except Exception:  # one that cannot be read costs none of the others
                    logger.exception("An entry of %s could not be read", name)


_readers: WeakKeyDictionary[asyncio.AbstractEventLoop, _Reader] = WeakKeyDictionary()


def watch_stream(name: str, take: Callable[[Fields], None]) -> None:
    """From now on `take` gets every entry of the stream, from the first one on."""
    reader = _readers.setdefault(asyncio.get_running_loop(), _Reader())
    reader.watched[name] = _WatchedStream(take)
    reader.begin()


def forget_stream(name: str) -> None:
    """Nobody here follows the stream any more."""
    reader = _readers.get(asyncio.get_running_loop())
    if reader is not None:
        reader.watched.pop(name, None)


# --- events by turn -----------------------------------------------------------------------------
@dataclass(slots=True)
class _Ring:
    events: list[TurnEvent] = field(default_factory=list)
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    closed_at: float = 0.0
    over: bool = False  # nothing more will be told here

    async def follow(self, after: int) -> AsyncIterator[TurnEvent]:
        """The events after number `after`, those to come too, until `done` or until it is over."""
        position = 0
        while True:
            while position < len(self.events):
                event = self.events[position]
                position += 1
                if event.number > after:
                    yield event
                if event.name == LAST:
                    return
            if self.over:
                return
            self.changed = self.changed if not self.changed.is_set() else asyncio.Event()
            await self.changed.wait()


@dataclass(slots=True)
class _Elsewhere:
    """Another process's turn, and how many follow it here."""

    turn_id: str
    ring: _Ring = field(default_factory=_Ring)
    followers: int = 0
    newest: bytes = b""
    ending: "asyncio.Task[None] | None" = None

    def begin(self) -> None:
        watch_stream(_stream(self.turn_id), self.take)
        self.ending = runtime.spawn(self._end())

    def take(self, fields: Fields) -> None:
        if fields[b"e"] != self.newest:  # it is written twice where nobody knew whether it had been written
            self.newest = fields[b"e"]
            self.ring.events.append(_event(fields))
            self.ring.changed.set()

    def leave(self) -> None:
        forget_stream(_stream(self.turn_id))
        if self.ending is not None:
            self.ending.cancel()

    async def _end(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(settings.TURN_DEADLINE + settings.WAIT_LIMIT):
                await endings.of(self.turn_id)
                await asyncio.sleep(BEHIND_SECONDS)
        self.ring.over = True
        self.ring.changed.set()


class EventLog:
    """Events by turn. One per process: `event_log.log`."""

    def __init__(self) -> None:
        self._rings: dict[str, _Ring] = {}
        self._ended: OrderedDict[str, float] = OrderedDict()  # the oldest first
        self._elsewhere: dict[str, _Elsewhere] = {}

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

    async def newest_event(self, turn_id: str) -> TurnEvent | None:
        """The newest event of the turn that is still known; None where all have expired."""
        ring = self._rings.get(turn_id)
        if ring is not None:
            return ring.events[-1] if ring.events else None
        found = await _ask(lambda redis: redis.xrevrange(_stream(turn_id), count=1))
        return found[0] if found else None

    async def so_far(self, turn_id: str) -> list[TurnEvent]:
        """The turn's events until now; none where this process cannot know them."""
        ring = self._rings.get(turn_id)
        if ring is not None:
            return list(ring.events)
        return await _ask(lambda redis: redis.xrange(_stream(turn_id)))  # which is cut at about RING

    def open(self, turn_id: str) -> None:
        """Makes the ring before anybody follows; old ones go."""
        until = time.monotonic() - KEEP_SECONDS
        while self._ended and next(iter(self._ended.values())) < until:
            self._rings.pop(self._ended.popitem(last=False)[0], None)
        if turn_id not in self._rings:
            self._rings[turn_id] = _Ring()

    def publish(self, turn_id: str, event: TurnEvent, mirrors: bool = True) -> None:
        """Adds one event; wakes followers; mirrors it to Redis without waiting.

        Not so what another process told there itself (`mirrors`).
        """
        self.open(turn_id)
        ring = self._rings[turn_id]
        if len(ring.events) < RING or event.name in ("answer", "error", LAST):
            ring.events.append(event)
        if event.name == LAST:
            ring.closed_at = self._ended[turn_id] = time.monotonic()
            self._ended.move_to_end(turn_id)
        ring.changed.set()
        if settings.REDIS_URL and mirrors:
            redis_client.later(_mirror, turn_id, event)

    async def follow(self, turn_id: str, after: int = 0) -> AsyncIterator[TurnEvent]:
        """The turn's events after number `after`, until `done`; waits for those to come."""
        ring = self._rings.get(turn_id)
        if ring is not None:
            async for event in ring.follow(after):
                yield event
        elif settings.REDIS_URL:
            async for event in self._follow_elsewhere(turn_id, after):
                yield event

    async def _follow_elsewhere(self, turn_id: str, after: int) -> AsyncIterator[TurnEvent]:
        """Another process's turn; ends quietly when its end is in the record and in no stream."""
        found = self._elsewhere.get(turn_id)
        if found is None:
            found = self._elsewhere[turn_id] = _Elsewhere(turn_id)
            found.begin()
        found.followers += 1
        try:
            async for event in found.ring.follow(after):
                yield event
        finally:
            found.followers -= 1
            if not found.followers and self._elsewhere.get(turn_id) is found:
                del self._elsewhere[turn_id]
                found.leave()

    def drop(self, turn_id: str) -> None:
        """Throws away what this process has of a turn that is over."""
        ring = self._rings.get(turn_id)
        if ring is not None and ring.closed_at:
            del self._rings[turn_id]


log = EventLog()


def remove(turns: Iterable[str]) -> int:
    """Removes the events of turns from Redis and from this process; how many streams there were.

    From synchronous code.

    Another process keeps its own ring of a turn for a minute after the end. :raises RedisError: Redis is
    away.
    """
    gone = list(turns)
    for turn_id in gone:
        log.drop(turn_id)
    if not settings.REDIS_URL or not gone:
        return 0
    with sync_redis.Redis.from_url(settings.REDIS_URL, socket_timeout=5, socket_connect_timeout=1) as store:
        return int(store.unlink(*map(_stream, gone)))


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


def _event(fields: Fields) -> TurnEvent:
    return TurnEvent(**orjson.loads(fields[b"e"]))


async def _ask(read: Callable[[Any], Any]) -> list[TurnEvent]:
    """What Redis knows; nothing where there is none, or none that answers.

    The record knows too, in the end.
    """
    if not settings.REDIS_URL:
        return []
    try:
        async with asyncio.timeout(ASK_SECONDS):
            return [_event(fields) for _, fields in await read(redis_client.client())]
    except (RedisError, OSError) as error:
        logger.warning("The events of a turn could not be read: %s", error)
        return []


ATTEMPT = 10_000  # a second attempt's numbers come after all of the first


def number_from_record(attempt: int) -> tuple[int, int]:
    """The numbers of `answer` and `done` where the record tells them, for the attempt's events are gone.

    The last ones of the attempt: no event of it had them, and each time they are the same.

    >>> number_from_record(1)
    (9999, 10000)
    """
    return attempt * ATTEMPT - 1, attempt * ATTEMPT


class Emitter:
    """The events of one attempt: `{turn}.{n}` with n growing over attempts and processes."""

    def __init__(self, turn_id: str, turn: int, attempt: int = 1) -> None:
        self.turn_id, self.turn = turn_id, turn
        self.number = max((attempt - 1) * ATTEMPT, log.last_number(turn_id))

    def emit(self, name: str, data: dict[str, Any]) -> None:
        """One event, at once visible to all who follow."""
        self.number += 1
        log.publish(self.turn_id, TurnEvent(cast(EventName, name), data, self.number, self.turn))
