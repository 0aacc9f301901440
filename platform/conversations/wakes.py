"""Wake-ups between processes: "your queued turn runs now", "stop that turn", "it ended here".

Nothing else travels here.

A wake that is lost costs time, never a turn: the sweeper finds promoted turns by their lease.
"""

import asyncio
import os
import uuid
from collections.abc import Callable
from typing import Literal

import orjson
from django.conf import settings
from redis.exceptions import RedisError

from conversations import redis_client

Kind = Literal["run", "stop", "ended"]
_name = ""
_owner = 0


def process_name() -> str:
    """This process's name in leases and wake-ups, new after a fork."""
    global _name, _owner
    if _owner != os.getpid():
        _name, _owner = f"{os.getpid()}-{uuid.uuid4().hex[:12]}", os.getpid()
    return _name


def send(process: str, kind: Kind, turn_id: str) -> None:
    """Wakes another process about one turn, without waiting."""
    if settings.REDIS_URL and process:
        redis_client.later(_push, process, kind, turn_id)


async def _push(process: str, kind: Kind, turn_id: str) -> None:
    client, name = redis_client.client(), f"sb:wake:{process}"
    await client.rpush(name, orjson.dumps([kind, turn_id]))  # type: ignore[misc]
    await client.expire(name, 120)


async def listen(handle: Callable[[Kind, str], None]) -> None:
    """Hands every wake-up of this process to `handle`, for ever; survives a Redis that goes away."""
    name = f"sb:wake:{process_name()}"
    while not redis_client.cancelled():
        try:
            found = await redis_client.client().blpop([name], timeout=2)  # type: ignore[misc]
            if found:
                kind, turn_id = orjson.loads(found[1])
                handle(kind, turn_id)
        except (RedisError, OSError):
            await asyncio.sleep(1)
