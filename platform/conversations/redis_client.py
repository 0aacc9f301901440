"""This process's Redis client on the runtime loop, and calls that nobody waits for, in order."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any
from weakref import WeakKeyDictionary

import redis.asyncio
from django.conf import settings
from redis.exceptions import RedisError

from outbound import runtime

logger = logging.getLogger(__name__)
QUEUE = 10_000
Call = tuple[Callable[..., Awaitable[None]], tuple[Any, ...]]
_clients: WeakKeyDictionary[asyncio.AbstractEventLoop, "redis.asyncio.Redis"] = WeakKeyDictionary()
_queues: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Queue[Call]] = WeakKeyDictionary()


def client() -> "redis.asyncio.Redis":
    """The client of the running loop. Time limits: 1 s to connect, 5 s an answer."""
    key = asyncio.get_running_loop()
    if key not in _clients:
        _clients[key] = redis.asyncio.Redis.from_url(
            settings.REDIS_URL, socket_connect_timeout=1, socket_timeout=5, max_connections=200
        )
    return _clients[key]


def later(call: Callable[..., Awaitable[None]], *arguments: Any) -> None:
    """Does `await call(*arguments)` soon and in order; a broken Redis costs the mirror, never the turn."""
    key = asyncio.get_running_loop()
    if key not in _queues:
        _queues[key] = asyncio.Queue(QUEUE)
        runtime.spawn(_work_off(_queues[key]))
    try:
        _queues[key].put_nowait((call, arguments))
    except asyncio.QueueFull:
        logger.warning("Redis is too slow: an event was not mirrored")


async def _work_off(queue: asyncio.Queue[Call]) -> None:
    while not cancelled():
        call, arguments = await queue.get()
        try:
            await call(*arguments)
        except (RedisError, OSError) as error:
            logger.warning("Redis did not take an event: %s", error)


def cancelled() -> bool:
    """Whether the running task was told to end: a client may turn that into an error of its own."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


async def close() -> None:
    """Closes the running loop's client."""
    key = asyncio.get_running_loop()
    _queues.pop(key, None)
    found = _clients.pop(key, None)
    if found is not None:
        await found.aclose()
