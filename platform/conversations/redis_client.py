"""This process's Redis client on the runtime loop, and calls that nobody waits for, in order."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any
from weakref import WeakKeyDictionary

import redis.asyncio
from django.conf import settings
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError, RedisError, TimeoutError

from outbound import runtime

logger = logging.getLogger(__name__)
CONNECTIONS = 50  # whoever wants one more waits for a free one
ANSWER_SECONDS = 5.0  # for an answer, and for a free connection
QUEUE = 10_000
AWAY_SECONDS = 30.0  # for so long a call that nobody waits for is tried again
PAUSE = 0.25  # seconds between two tries
LAST_SECONDS = 2.0  # for what has not left yet when the process ends
Call = tuple[Callable[..., Awaitable[None]], tuple[Any, ...], float]
_clients: WeakKeyDictionary[asyncio.AbstractEventLoop, "redis.asyncio.Redis"] = WeakKeyDictionary()
_queues: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Queue[Call]] = WeakKeyDictionary()


def client() -> "redis.asyncio.Redis":
    """The client of the running loop, for what is answered at once.

    Nobody keeps one of its connections to wait.
    """
    key = asyncio.get_running_loop()
    if key not in _clients:
        _clients[key] = _client(CONNECTIONS)
    return _clients[key]


@asynccontextmanager
async def line() -> AsyncIterator["redis.asyncio.Redis"]:
    """A connection of one's own, for a reader that waits until something comes."""
    own = _client(1)
    try:
        yield own
    finally:
        with suppress(RedisError, OSError):
            await own.aclose()


def _client(connections: int) -> "redis.asyncio.Redis":
    pool = redis.asyncio.BlockingConnectionPool.from_url(
        settings.REDIS_URL,
        max_connections=connections,
        timeout=ANSWER_SECONDS,
        socket_connect_timeout=1,
        socket_timeout=ANSWER_SECONDS,
        # A connection may have died while nobody used it: once more. Who is silent is not asked again at
        # once.
        retry=Retry(NoBackoff(), 1, supported_errors=(ConnectionError,)),
    )
    return redis.asyncio.Redis.from_pool(pool)


def later(call: Callable[..., Awaitable[None]], *arguments: Any) -> None:
    """Does `await call(*arguments)` soon and in order, also after a Redis that was away.

    It may be done twice.

    One that is away for long costs the mirror, never the turn.
    """
    key = asyncio.get_running_loop()
    if key not in _queues:
        _queues[key] = asyncio.Queue(QUEUE)
        runtime.spawn(_work_off(_queues[key]))
    try:
        _queues[key].put_nowait((call, arguments, time.monotonic() + AWAY_SECONDS))
    except asyncio.QueueFull:
        logger.warning("Redis is too slow: an event was not mirrored")


async def _work_off(queue: asyncio.Queue[Call]) -> None:
    while not is_cancelled():
        call, arguments, until = await queue.get()
        await _carry_out(call, arguments, until)
        queue.task_done()


async def _carry_out(call: Callable[..., Awaitable[None]], arguments: tuple[Any, ...], until: float) -> None:
    """Calls it, again and again while Redis is away, until it is too late for anybody."""
    failed: Exception | None = None
    while failed is None or time.monotonic() < until:
        try:
            await call(*arguments)
            return
        except (RedisError, OSError) as error:
            if is_cancelled() or not isinstance(error, (ConnectionError, TimeoutError, OSError)):
                logger.warning("Redis did not take an event: %s", error)
                return
            failed = error
        await asyncio.sleep(PAUSE)
    logger.warning("Redis is away for long: an event was not mirrored: %s", failed)


def is_cancelled() -> bool:
    """Whether the running task was told to end: a client may turn that into an error of its own."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


async def close() -> None:
    """Closes the running loop's client, once what nobody waits for has left."""
    key = asyncio.get_running_loop()
    queue = _queues.pop(key, None)
    if queue is not None:
        with suppress(asyncio.TimeoutError):
            async with asyncio.timeout(LAST_SECONDS):
                await queue.join()
    found = _clients.pop(key, None)  # what was still queued used it
    if found is not None:
        await found.aclose()
