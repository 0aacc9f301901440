"""How backends are: asked now, and kept on their rows for the Studio's list."""

import asyncio
import time
from collections.abc import Mapping

from django.utils import timezone

from outbound import runtime
from outbound.sentences import Sentence as _
from routing.gateway import wire
from routing.gateway.models import Backend
from routing.gateway.operational import address_of
from routing.gateway.specs import BackendAddress

SECONDS = 2.0  # that a backend may take to say how it is
PAGE_SECONDS = 5.0


async def look(addresses: Mapping[str, BackendAddress]) -> dict[str, tuple[str, float]]:
    """What is wrong with each (empty: nothing), and the milliseconds it took to say so.

    All are asked at once.
    """

    async def one(address: BackendAddress) -> tuple[str, float]:
        began = time.perf_counter()
        problem = await wire.health(address, SECONDS)
        return problem, (time.perf_counter() - began) * 1000

    found = await asyncio.gather(*(one(address) for address in addresses.values()))
    return dict(zip(addresses, found, strict=True))


def look_now(row: Backend) -> str:
    """The same of one row from a page: what is wrong, kept on the row."""
    try:
        problem = runtime.run(wire.health(address_of(row), PAGE_SECONDS), PAGE_SECONDS + 2)
    except TimeoutError:
        problem = _("No answer within %s s.") % f"{PAGE_SECONDS:g}"
    keep(row.tenant_id, row.name, problem)
    return problem


def keep(tenant_slug: str, name: str, problem: str) -> None:
    """Writes what a backend was found to be like on its row; its history and the draft do not change."""
    changes = {"last_error": problem} if problem else {"last_error": "", "last_seen": timezone.now()}
    Backend.objects.of(tenant_slug).filter(name=name).update(**changes)
