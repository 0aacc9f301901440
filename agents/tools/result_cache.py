"""Results of tools that only read, used again for as long as the tool says (`ToolSpec.cache_seconds`).

A result belongs to whoever it was read for: the key holds the company, its release, the tool, the arguments
and the proven identity, and where nobody is proven the conversation, so that it never reaches somebody else.
It lives in Redis where there is one, else in this process. A store that is slow or away is passed by.

    found = await find(key_of(context, tool, arguments))
"""

import asyncio
import hashlib
import logging
import time
from collections.abc import Mapping
from fnmatch import fnmatchcase
from typing import Any, NamedTuple

import orjson
import redis as sync_redis
from django.conf import settings
from redis.exceptions import RedisError

from agents.specs import ToolSpec
from conversations import redis_client
from conversations.turn import Json, TurnContext
from outbound.last_used import LastUsed

logger = logging.getLogger(__name__)
PATIENCE = 0.25  # seconds for a look; a tool is asked rather than waited for
KEPT = 2048  # results in a process without Redis
LARGEST = 64 * 1024  # bytes of one result
LONGEST = 86_400  # seconds


class Cached(NamedTuple):
    """A result and when it was read (epoch seconds)."""

    value: Json
    at: float


_here: LastUsed[str, tuple[float, bytes]] = LastUsed(KEPT)  # key -> (until, what is kept)


def key_of(context: TurnContext, tool: ToolSpec, arguments: Mapping[str, Any]) -> str:
    """Under what a result is kept. Begins with company and tool, by which `purge` finds it."""
    request = context.request
    known = request.identity.known
    whose = {"user": request.identity.user_id, **known} if request.identity.user_id or known else {
        "conversation": request.conversation_key
    }  # fmt: skip
    about = [request.release, tool.server, dict(arguments), whose]
    whose_digest = _owner(request.identity.user_id) if request.identity.user_id else "-"
    digest = hashlib.sha256(orjson.dumps(about, option=orjson.OPT_SORT_KEYS)).hexdigest()
    return f"{_prefix(request.tenant_id, tool.name)}{whose_digest}:{digest}"


async def find(key: str) -> Cached | None:
    """What is kept under the key, while it may be used."""
    if not settings.REDIS_URL:
        until, kept = _here.find(key) or (0.0, b"")
        if until <= time.time():
            _here.pop(key, None)
            return None
        return _read(kept)
    try:
        async with asyncio.timeout(PATIENCE):
            found = await redis_client.client().get(key)
    except (RedisError, OSError, TimeoutError) as error:
        logger.debug("No result could be looked up: %s", error)
        return None
    return _read(found) if found else None


async def keep(key: str, value: Json, seconds: int) -> None:
    """Keeps a result; one that is too large to be worth it is not kept."""
    kept = orjson.dumps({"value": value, "at": time.time()}, default=str)
    if len(kept) > LARGEST:
        return
    if not settings.REDIS_URL:
        _here.keep(key, (time.time() + seconds, kept))
        return
    try:
        async with asyncio.timeout(PATIENCE):
            await redis_client.client().set(key, kept, ex=seconds)
    except (RedisError, OSError, TimeoutError) as error:
        logger.debug("A result could not be kept: %s", error)


def purge(tenant_id: str, tool: str) -> int:
    """Throws away all results of a company's tool; how many. From synchronous code.

    :raises redis.exceptions.RedisError: the store is away.
    """
    return _throw_away(f"{_prefix(tenant_id, tool)}*")


def forget(tenant_id: str, user_id: str) -> int:
    """Throws away all results that were read for an end user; how many, errors as `purge`."""
    return _throw_away(f"{_prefix(tenant_id, '*')}{_owner(user_id)}:*")


def renew(tenant_id: str) -> None:
    """Empties this process's own results of a company: where there is no Redis, nobody else can."""
    for key in [key for key in list(_here) if key.startswith(f"tool-result:{tenant_id}:")]:
        _here.pop(key, None)


def _throw_away(pattern: str) -> int:
    if not settings.REDIS_URL:
        gone = [key for key in list(_here) if fnmatchcase(key, pattern)]
        for key in gone:
            _here.pop(key, None)
        return len(gone)
    with sync_redis.Redis.from_url(settings.REDIS_URL, socket_timeout=5, socket_connect_timeout=1) as store:
        gone = list(store.scan_iter(match=pattern, count=1000))
        return int(store.unlink(*gone)) if gone else 0


def _owner(user_id: str) -> str:
    return hashlib.blake2b(user_id.encode(), digest_size=12).hexdigest()


def _prefix(tenant_id: str, tool: str) -> str:
    return f"tool-result:{tenant_id}:{tool}:"


def _read(kept: bytes | str) -> Cached:
    found = orjson.loads(kept)
    return Cached(found["value"], found["at"])
