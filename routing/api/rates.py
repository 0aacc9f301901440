"""How often a door may be used: by a credential, by its company, by strangers of one address.

Counted in this process, and over Redis where there is one: never in the database. A Redis that does not
answer costs the sharing, not the request.
"""

import asyncio
import logging
import math
import time
from collections.abc import Sequence

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext as _
from redis.exceptions import RedisError

from conversations import redis_client
from outbound import runtime
from routing.api.problems import Refused
from tenancy.rates import Counter, Rate, Wish, companies, hidden

logger = logging.getLogger(__name__)
counter = Counter()
PATIENCE = 0.25  # seconds for Redis; after a failure it is left alone for REST
REST = 5.0
_rests_until = 0.0

# KEYS: names; ARGV: 1 to take or 0 to give back, then milliseconds of one and of all for each name.
SCRIPT = """
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local wait, later = 0, {}
if ARGV[1] == '0' then
  for n, name in ipairs(KEYS) do
    local earned = tonumber(redis.call('GET', name) or now) - tonumber(ARGV[2 * n])
    if earned > now then
      redis.call('SET', name, string.format('%.3f', earned), 'PX', math.ceil(earned - now) + 1)
    else
      redis.call('DEL', name)
    end
  end
  return 0
end
for n, name in ipairs(KEYS) do
  local one, all = tonumber(ARGV[2 * n]), tonumber(ARGV[2 * n + 1])
  later[n] = math.max(tonumber(redis.call('GET', name) or now), now) + one
  wait = math.max(wait, later[n] - now - all)
end
if wait > 0.5 then return math.ceil(wait) end
for n, name in ipairs(KEYS) do
  redis.call('SET', name, string.format('%.3f', later[n]), 'PX', math.ceil(later[n] - now) + 1)
end
return 0
"""


async def admit(request: HttpRequest) -> None:
    """Counts a request to a door. Raises `Refused` 429 with Retry-After when it is one too many."""
    wishes = _of(request)
    wait = await take(wishes)
    if wait:
        raise too_many(wait, wishes)


def _of(request: HttpRequest) -> list[Wish]:
    given = request.headers.get("authorization")
    company = companies.company(given) if given else None
    if given and company:
        return [
            (f"credential:{hidden(given)}", Rate.read(settings.RATE_CREDENTIAL)),
            (f"company:{company}", Rate.read(settings.RATE_COMPANY)),
        ]
    return [(f"stranger:{address(request)}", Rate.read(settings.RATE_STRANGER))]


def address(request: HttpRequest) -> str:
    """Where a request comes from: what the proxy in front says, where there is one, and nobody else."""
    if settings.SECURE_PROXY_SSL_HEADER and (given := request.headers.get("x-forwarded-for")):
        return given.rsplit(",", 1)[-1].strip()[:64]
    return str(request.META.get("REMOTE_ADDR") or "")


async def take(wishes: Sequence[Wish]) -> float:
    """Takes one of each, or none; the seconds to wait, 0 when they were taken."""
    shared = await _shared(wishes, take=True)
    return counter.take(wishes) if shared is None else shared


async def give_back(wishes: Sequence[Wish]) -> None:
    """Gives one of each back: what was taken before its outcome was known, and turned out not to count."""
    if await _shared(wishes, take=False) is None:
        counter.give_back(wishes)


def take_now(wishes: Sequence[Wish]) -> float:
    """The same from synchronous code, for forms."""
    return runtime.run(take(wishes), 2.0) if settings.REDIS_URL else counter.take(wishes)


def give_back_now(wishes: Sequence[Wish]) -> None:
    """The same from synchronous code, for forms."""
    if settings.REDIS_URL:
        runtime.run(give_back(wishes), 2.0)
    else:
        counter.give_back(wishes)


async def _shared(wishes: Sequence[Wish], take: bool) -> float | None:
    """What Redis says; None where there is none, or none that answers."""
    global _rests_until
    wishes = [wish for wish in wishes if wish[1].count]
    if not settings.REDIS_URL or not wishes or time.monotonic() <= _rests_until:
        return None
    try:
        async with asyncio.timeout(PATIENCE):
            return await _asked(wishes, take)
    except (RedisError, OSError, TimeoutError) as error:
        _rests_until = time.monotonic() + REST
        logger.warning("Redis does not count; for %d s this process counts alone: %s", REST, error)
        return None


async def _asked(wishes: Sequence[Wish], take: bool) -> float:
    times = [
        str(part)
        for _name, rate in wishes
        for part in (1000 * rate.seconds / rate.count, 1000 * rate.seconds)
    ]
    names = [f"rate:{name}" for name, _rate in wishes]
    asked = redis_client.client().eval(SCRIPT, len(names), *names, "1" if take else "0", *times)
    return float(await asked) / 1000  # type: ignore[misc]


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
