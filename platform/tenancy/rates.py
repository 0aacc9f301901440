"""How often something may happen: so many in a time, all at once if need be, then evenly.

>>> counter = Counter()
>>> [counter.take([("login:ana", Rate.read("2/m"))], now=0.0) for _ in range(3)]
[0.0, 0.0, 30.0]

It is counted as one number a name: the time at which all that was taken will have been earned back (GCRA).

Where a request comes from, the proxies in front say, as far as this installation has any: each appends to
X-Forwarded-For the address that it was called from. With `PROXY_HOPS` of them the entry so many from the end
is written by the outermost of ours; what stands before it is anybody's word.

>>> read_client_address(request)     # PROXY_HOPS=1, X-Forwarded-For: 9.9.9.9, 203.0.113.7
'203.0.113.7'
"""

import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from ipaddress import IPv6Address, IPv6Network, ip_address
from threading import Lock
from typing import Self

from django.conf import settings
from django.http import HttpRequest

logger = logging.getLogger(__name__)
SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86_400}
LARGEST = 50_000  # names kept; what has been earned back is forgotten first
NETWORK_BITS = 64  # what one customer of a provider gets of IPv6: the rest is theirs to choose
_said = False


@dataclass(frozen=True, slots=True)
class Rate:
    """`count` in `seconds`; a count of 0 is no limit."""

    count: int
    seconds: int

    @property
    def each(self) -> float:
        """Seconds in which one is earned back."""
        return self.seconds / self.count

    @classmethod
    @lru_cache(maxsize=64)
    def read(cls, text: str) -> Self:
        """`Rate.read("600/m")`, also `10/15m`; empty or 0 is no limit. Raises ValueError."""
        count, _slash, period = text.strip().partition("/")
        number = period[:-1] or "1"
        if count and (
            not count.isdigit() or (period and (period[-1] not in SECONDS or not number.isdigit()))
        ):
            raise ValueError(f"{text!r} is no rate; write 600/m, 10/15m or 0 for no limit")
        return cls(int(count or 0), int(number) * SECONDS[period[-1]] if period else 1)


@lru_cache(maxsize=4)
def read_company_rates(text: str) -> dict[str, Rate]:
    """What `RATE_COMPANY` says: everybody's rate, and behind it those of single companies by name.

    >>> read_company_rates("6000/m, grand_hotel=60/m")["grand_hotel"]
    Rate(count=60, seconds=60)

    Everybody's has the name "". Raises ValueError.
    """
    named = (each.rpartition("=") for each in text.split(","))
    return {company.strip(): Rate.read(rate) for company, _is, rate in named}


def of_company(company: str) -> Rate:
    """How often a company may use the doors."""
    rates = read_company_rates(settings.RATE_COMPANY)
    return rates.get(company) or rates.get("") or Rate.read("")


Wish = tuple[str, Rate]


class Counter:
    """What this process has counted. Safe for threads; its size is bounded."""

    def __init__(self) -> None:
        self._earned: dict[str, float] = {}
        self._lock = Lock()

    def take(self, wishes: Sequence[Wish], now: float | None = None) -> float:
        """Takes one of each, or, when one has none left, of none.

        The seconds until it would work (0: taken).
        """
        now = time.monotonic() if now is None else now
        later: dict[str, float] = {}
        wait = 0.0
        with self._lock:
            for name, rate in wishes:
                if rate.count:
                    earned = max(self._earned.get(name, now), now) + rate.each
                    wait = max(wait, earned - now - rate.seconds)
                    later[name] = earned
            if wait > 1e-6:
                return wait
            self._earned |= later
            if len(self._earned) > LARGEST:
                self._shrink(now)
        return 0.0

    def learn(self, name: str, left: float) -> None:
        """Others have counted too: all that was taken is earned back in `left` seconds."""
        with self._lock:
            self._earned[name] = time.monotonic() + left
            if len(self._earned) > LARGEST:
                self._shrink(time.monotonic())

    def seconds_left(self, name: str) -> float:
        """The seconds until all that was taken is earned back."""
        with self._lock:
            return max(0.0, self._earned.get(name, 0.0) - time.monotonic())

    def forget(self, name: str | None = None) -> None:
        """Gives everything back, of one name or of all."""
        with self._lock:
            if name is None:
                self._earned.clear()
            else:
                self._earned.pop(name, None)

    def _shrink(self, now: float) -> None:
        left = {name: earned for name, earned in self._earned.items() if earned > now}
        self._earned = dict(list(left.items())[-LARGEST // 2 :])


def hide(text: str) -> str:
    """A name for a credential that is not the credential."""
    return blake2b(text.encode("utf-8", "surrogateescape"), digest_size=16).hexdigest()


class CredentialOwners:
    """Which company a credential was last seen to belong to, so that counting needs no database.

    Safe for threads; its size is bounded.
    """

    def __init__(self, largest: int = LARGEST) -> None:
        self._companies: dict[str, str] = {}
        self._largest = largest
        self._lock = Lock()

    def company(self, authorization: str) -> str | None:
        name = hide(authorization)
        with self._lock:
            return self._companies.get(name)

    def learn(self, authorization: str, company: str) -> None:
        name = hide(authorization)
        with self._lock:
            while len(self._companies) >= self._largest:
                del self._companies[next(iter(self._companies))]
            self._companies[name] = company

    def forget(self, authorization: str) -> None:
        """It was refused: it no longer counts as its company's."""
        name = hide(authorization)
        with self._lock:
            self._companies.pop(name, None)


companies = CredentialOwners()


def read_client_address(request: HttpRequest) -> str:
    """The address that a request is counted under; of IPv6 the network."""
    peer = str(request.META.get("REMOTE_ADDR") or "")
    return _plain(_read_forwarded(request) or peer) or peer


def _read_forwarded(request: HttpRequest) -> str:
    global _said
    hops = settings.PROXY_HOPS
    if not hops:
        return ""
    given = [
        entry.strip() for entry in request.headers.get("x-forwarded-for", "").split(",") if entry.strip()
    ]
    if not given and not _said:
        _said = True
        logger.warning("The proxy in front sends no X-Forwarded-For: all callers are counted as one address")
    return given[-min(hops, len(given))] if given else ""


def _plain(text: str) -> str:
    """An address without its port; empty when it is none."""
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        host = text[1:].partition("]")[0] if text.startswith("[") else text.rpartition(":")[0]
        try:
            found = ip_address(host)
        except ValueError:
            return ""
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Network((found, NETWORK_BITS), strict=False).network_address)
