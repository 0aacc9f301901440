"""A circuit breaker a backend and address, in the process.

What failed three times in a row is left alone for 30 s.

>>> breakers.allows(breakers.key("tenant_a", "contas", addresses))
True
"""

import time
from collections import OrderedDict
from collections.abc import Mapping

from outbound.circuit import Circuit
from routing.gateway.specs import BackendAddress

MOST = 1000  # circuits in memory
LOOK_SECONDS = 60.0  # between two notes that a backend is well

Key = tuple[str, str, str]  # tenant, backend, address: another address is another chance
_circuits: OrderedDict[Key, Circuit] = OrderedDict()
_noted: dict[Key, float] = {}


def key(tenant: str, backend: str, addresses: Mapping[str, BackendAddress]) -> Key:
    """Whose circuit it is: that of a backend where it is now."""
    address = addresses.get(backend)
    return tenant, backend, address.url if address else ""


def _of(key: Key) -> Circuit:
    circuit = _circuits.setdefault(key, Circuit())
    _circuits.move_to_end(key)
    while len(_circuits) > MOST:
        _noted.pop(_circuits.popitem(last=False)[0], None)
    return circuit


def allows(key: Key) -> bool:
    """Whether a call may be made now."""
    return _of(key).allows()


def count_failure(key: Key) -> None:
    """Counts a failure."""
    _of(key).count_failure()
    _noted.pop(key, None)


def report_success(key: Key) -> bool:
    """Closes the circuit.

    Whether its row should hear that it is well: now and then, and at once after a failure.
    """
    _of(key).count_success()
    now = time.monotonic()
    due = now - _noted.get(key, float("-inf")) >= LOOK_SECONDS
    if due:
        _noted[key] = now
    return due


def state(key: Key) -> str:
    """`closed` or `open`, for a page; changes nothing."""
    circuit = _circuits.get(key)
    return "open" if circuit is not None and circuit.rests else "closed"


def forget() -> None:
    """Begins anew (tests)."""
    _circuits.clear()
    _noted.clear()
