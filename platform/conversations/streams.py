"""One reader a process for all Redis streams that somebody here follows, however many they are, on one
connection.

    streams.watch("sb:turn:0190...", take)      # `take` gets every entry, from the first one on
    streams.forget("sb:turn:0190...")

It knows how far it has read each: what a broken line or a Redis that was away held up is read afterwards,
once.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from redis.exceptions import RedisError

from conversations import redis_client
from outbound import runtime

logger = logging.getLogger(__name__)
Fields = Mapping[bytes, bytes]
# A stream that somebody begins to follow meanwhile is looked at with the next read.
READ_MILLISECONDS = 100
AT_ONCE = 100  # entries of a stream in one read
GATHER_SECONDS = 0.01  # between two reads: each names all streams, and brings what came for any of them
AGAIN_SECONDS = 0.5  # after an error


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


def watch(name: str, take: Callable[[Fields], None]) -> None:
    """From now on `take` gets every entry of the stream, from the first one on."""
    reader = _readers.setdefault(asyncio.get_running_loop(), _Reader())
    reader.watched[name] = _WatchedStream(take)
    reader.begin()


def forget(name: str) -> None:
    """Nobody here follows the stream any more."""
    reader = _readers.get(asyncio.get_running_loop())
    if reader is not None:
        reader.watched.pop(name, None)
