"""Wake-ups between processes: "your queued turn runs now", "stop that turn", "it ended here", and what
branches of a turn tell it: "I have ended", "I am at this".

Nothing else travels here.

Each process has a stream of its own. A wake that is lost all the same costs time, never a turn: the sweeper
finds promoted turns by their lease.
"""

import asyncio
import logging
import os
import uuid
from collections.abc import Callable
from typing import Any, Literal

import orjson
from django.conf import settings
from redis.exceptions import RedisError

from conversations import redis_client

logger = logging.getLogger(__name__)
KEPT, KEPT_SECONDS = 10_000, 120  # wake-ups of a process that does not read
LOOK_MILLISECONDS = 2000
Kind = Literal["run", "stop", "ended", "branch", "branch_step"]
_handlers: dict[str, Callable[[str, Any], None]] = {}
_name = ""
_owner = 0


def process_name() -> str:
    """This process's name in leases and wake-ups, new after a fork."""
    global _name, _owner
    if _owner != os.getpid():
        _name, _owner = f"{os.getpid()}-{uuid.uuid4().hex[:12]}", os.getpid()
    return _name


def on(kind: Kind, handler: Callable[[str, Any], None]) -> None:
    """An upper room takes the wake-ups of one kind: it gets the turn's id and what came with it."""
    _handlers[kind] = handler


def send(process: str, kind: Kind, turn_id: str, about: Any = None) -> None:
    """Wakes another process about one turn, without waiting; `about` is a little JSON."""
    if settings.REDIS_URL and process:
        redis_client.later(_push, process, [kind, turn_id] if about is None else [kind, turn_id, about])


async def _push(process: str, wake: list[Any]) -> None:
    name = _stream(process)
    pipeline = redis_client.client().pipeline(transaction=False)
    pipeline.xadd(name, {"w": orjson.dumps(wake)}, maxlen=KEPT, approximate=True)
    pipeline.expire(name, KEPT_SECONDS)
    await pipeline.execute()


def _stream(process: str) -> str:
    return f"sb:wakes:{process}"


async def listen(handle: Callable[[Kind, str], None]) -> None:
    """Hands every wake-up of this process to who takes its kind, else to `handle`, for ever.

    It reads on from where it was: a line that broke, or a Redis that went away and came back, loses none.
    """
    name, position = _stream(process_name()), "0"
    while not redis_client.is_cancelled():
        try:
            async with redis_client.line() as redis:
                while not redis_client.is_cancelled():
                    found: Any = await redis.xread({name: position}, count=100, block=LOOK_MILLISECONDS)
                    for _name, entries in found or ():
                        position = entries[-1][0]
                        for _position, fields in entries:
                            _hand(fields[b"w"], handle)
        except (RedisError, OSError):
            await asyncio.sleep(1)


def _hand(wake: Any, handle: Callable[[Kind, str], None]) -> None:
    """One wake-up to who takes it; one that cannot be read or served costs none of the others."""
    try:
        kind, turn_id, *about = orjson.loads(wake)
        if kind in _handlers:
            _handlers[kind](turn_id, *about)
        else:
            handle(kind, turn_id)
    except Exception:
        logger.exception("A wake-up could not be served")
