"""How often a door may be used: by a credential, by its company, by strangers of one address.

Counted in this process, and over Redis where there is one: never in the database. A Redis that does not
answer costs the sharing, not the request, and gives nobody a new allowance.
"""

import asyncio
import logging
import math
import time
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext as _
from redis.exceptions import RedisError

from conversations import redis_client
from routing.api.problems import Refused
from tenancy import rates
from tenancy.rates import LARGEST, Counter, Rate, Wish, companies, hide

logger = logging.getLogger(__name__)
counter = Counter()
PATIENCE = 0.25  # seconds for Redis; after a failure it is left alone for REST
REST = 5.0
_rests_until = 0.0
_alone: set[str] = set()  # what this process counted while Redis did not answer, and has not told it yet

# KEYS: names; ARGV, for each: milliseconds of one and of all, and those until what this process counted alone
# is earned back. Gives the milliseconds to wait (0: taken), and for each those until all that was taken is
# earned back.
SCRIPT = """
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local wait, later, left = 0, {}, {}
for n, name in ipairs(KEYS) do
  local one, all, alone = tonumber(ARGV[3 * n - 2]), tonumber(ARGV[3 * n - 1]), tonumber(ARGV[3 * n])
  later[n] = math.max(tonumber(redis.call('GET', name) or now), now + alone)
  wait = math.max(wait, later[n] + one - now - all)
end
if wait <= 0.5 then wait = 0 end
for n, name in ipairs(KEYS) do
  if wait == 0 then later[n] = later[n] + tonumber(ARGV[3 * n - 2]) end
  left[n] = math.ceil(later[n] - now)
  if left[n] > 0 then redis.call('SET', name, string.format('%.3f', later[n]), 'PX', left[n] + 1) end
end
return {math.ceil(wait), unpack(left)}
"""


async def admit(request: HttpRequest) -> None:
    """Counts a request to a door. Raises `Refused` 429 with Retry-After when it is one too many."""
    wishes = _list_wishes(request)
    wait = await take(wishes)
    if wait:
        raise too_many(wait, wishes)


def _list_wishes(request: HttpRequest) -> list[Wish]:
    given = request.headers.get("authorization")
    company = companies.company(given) if given else None
    if given and company:
        return [
            (f"credential:{hide(given)}", Rate.read(settings.RATE_CREDENTIAL)),
            (f"company:{company}", rates.of_company(company)),
        ]
    return [(f"stranger:{rates.read_client_address(request)}", Rate.read(settings.RATE_STRANGER))]


async def take(wishes: Sequence[Wish]) -> float:
    """Takes one of each, or none; the seconds to wait, 0 when they were taken.

    What Redis says is kept: where it does not answer in time this process goes on from there, and Redis is
    told of what was counted meanwhile.
    """
    limited = [wish for wish in wishes if wish[1].count]
    shared = await _ask_shared(limited)
    if shared is not None:
        return shared
    if settings.REDIS_URL:
        if len(_alone) > LARGEST:
            _alone.clear()
        _alone.update(name for name, _rate in limited)
    return counter.take(limited)


async def _ask_shared(wishes: Sequence[Wish]) -> float | None:
    """What Redis says; None where there is none, or none that answers."""
    global _rests_until
    if not settings.REDIS_URL or not wishes or time.monotonic() <= _rests_until:
        return None
    try:
        async with asyncio.timeout(PATIENCE):
            wait, *left = await _ask(wishes)
    except (RedisError, OSError, TimeoutError) as error:
        now = time.monotonic()
        if now > _rests_until:  # else somebody who asked at the same time has said so
            logger.warning("Redis does not count; for %d s this process counts alone: %s", REST, error)
        _rests_until = now + REST
        return None
    for (name, _rate), seconds in zip(wishes, left, strict=True):
        counter.learn(name, seconds)
        _alone.discard(name)
    return wait


async def _ask(wishes: Sequence[Wish]) -> list[float]:
    times = [
        f"{1000 * seconds:.3f}"
        for name, rate in wishes
        for seconds in (rate.each, rate.seconds, counter.seconds_left(name) if name in _alone else 0.0)
    ]
    names = [f"rate:{name}" for name, _rate in wishes]
    replied: Any = redis_client.client().eval(SCRIPT, len(names), *names, *times)
    return [float(milliseconds) / 1000 for milliseconds in await replied]


def too_many(wait: float, wishes: Sequence[Wish]) -> Refused:
    """429, with when to come back."""
    seconds = max(1, math.ceil(wait))
    policy = ", ".join(f'"{name.split(":")[0]}";q={rate.count};w={rate.seconds}' for name, rate in wishes)
    return Refused(
        429,
        "too_many_requests",
        _("Too many requests"),
        _("Wait %(seconds)s seconds, then send it again.") % {"seconds": seconds},
        headers={
            "Retry-After": str(seconds),
            "RateLimit-Policy": policy,
            "RateLimit": f'"{wishes[0][0].split(":")[0]}";r=0;t={seconds}',
        },
    )
