"""What acts at once about backends: where they are, how they are, and whether they are called at all.

Addresses and tokens are read with their tenant's counter. How a backend is gets asked now, and kept on its
row for the Studio's list. A circuit breaker a backend and address stands in the process: what failed three
times in a row is left alone for 30 s.

>>> may_call(name_circuit("tenant_a", "contas", addresses))
True
"""

import asyncio
import time
from collections.abc import Mapping

from django.utils import timezone

from egress import places
from egress.places import Destination
from outbound import runtime
from outbound.addresses import resolve_row_url
from outbound.circuit import Circuit
from outbound.errors import UnknownVariable
from outbound.last_used import LastUsed
from outbound.sentences import Sentence as _
from releases import operational
from routing.gateway import wire
from routing.gateway.models import Backend
from routing.gateway.specs import BackendAddress

Addresses = Mapping[str, BackendAddress]
FIELDS = (
    "name", "url", "secret", "message_path", "sse_message_path", "events_path_template", "health_path",
)  # fmt: skip


def load(tenant_slug: str) -> Addresses:
    """Every backend's address: one query. One that cannot be resolved says why and harms no other."""
    return {row.name: read_address(row) for row in Backend.objects.of(tenant_slug).only(*FIELDS)}


def read_address(row: Backend) -> BackendAddress:
    """Where a backend's row points now, with the variables of the environment filled in."""
    try:
        url, problem = resolve_row_url(row.url).rstrip("/"), ""
    except UnknownVariable as error:
        url, problem = "", str(error)
    return BackendAddress(
        url, str(row.secret), row.message_path, row.sse_message_path, row.events_path_template,
        row.health_path, problem,
    )  # fmt: skip


operational.register("gateway", load)
places.register(Destination(Backend, FIELDS[1:], lambda row: row.url, {"url": "", "secret": ""}))


HEALTH_SECONDS = 2.0  # that a backend may take to say how it is
HEALTH_PAGE_SECONDS = 5.0


async def look_at_health(addresses: Mapping[str, BackendAddress]) -> dict[str, tuple[str, float]]:
    """What is wrong with each (empty: nothing), and the milliseconds it took to say so.

    All are asked at once.
    """

    async def one(address: BackendAddress) -> tuple[str, float]:
        began = time.perf_counter()
        problem = await wire.check_health(address, HEALTH_SECONDS)
        return problem, (time.perf_counter() - began) * 1000

    found = await asyncio.gather(*(one(address) for address in addresses.values()))
    return dict(zip(addresses, found, strict=True))


def look_at_health_now(row: Backend) -> str:
    """The same of one row from a page: what is wrong, kept on the row."""
    try:
        problem = runtime.run(
            wire.check_health(read_address(row), HEALTH_PAGE_SECONDS), HEALTH_PAGE_SECONDS + 2
        )
    except TimeoutError:
        problem = _("No answer within %s s.") % f"{HEALTH_PAGE_SECONDS:g}"
    keep_health(row.tenant_id, row.name, problem)
    return problem


def keep_health(tenant_slug: str, name: str, problem: str) -> None:
    """Writes what a backend was found to be like on its row; its history and the draft do not change."""
    changes = {"last_error": problem} if problem else {"last_error": "", "last_seen": timezone.now()}
    Backend.objects.of(tenant_slug).filter(name=name).update(**changes)


MOST = 1000  # circuits in memory
LOOK_SECONDS = 60.0  # between two notes that a backend is well

Key = tuple[str, str, str]  # tenant, backend, address: another address is another chance
_circuits: LastUsed[Key, Circuit] = LastUsed(MOST)
_noted: LastUsed[Key, float] = LastUsed(MOST)  # when its row last heard that it is well


def name_circuit(tenant: str, backend: str, addresses: Mapping[str, BackendAddress]) -> Key:
    """Whose circuit it is: that of a backend where it is now."""
    address = addresses.get(backend)
    return tenant, backend, address.url if address else ""


def may_call(key: Key) -> bool:
    """Whether a call may be made now."""
    return _circuits.find_or_make(key, Circuit).allows()


def count_failure(key: Key) -> None:
    """Counts a failure."""
    _circuits.find_or_make(key, Circuit).count_failure()
    _noted.pop(key, None)


def report_success(key: Key) -> bool:
    """Closes the circuit.

    Whether its row should hear that it is well: now and then, and at once after a failure.
    """
    _circuits.find_or_make(key, Circuit).count_success()
    now = time.monotonic()
    due = now - _noted.get(key, float("-inf")) >= LOOK_SECONDS
    if due:
        _noted.keep(key, now)
    return due


def read_circuit_state(key: Key) -> str:
    """`closed` or `open`, for a page; changes nothing."""
    circuit = _circuits.get(key)
    return "open" if circuit is not None and circuit.rests else "closed"
