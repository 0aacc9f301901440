"""A circuit breaker a backend and address, in the process: what failed three times in a row is left alone for 30 s.

>>> breakers.allows(("tenant_a", "contas", "http://127.0.0.1:8001"))
True
"""

import time
from collections import OrderedDict

from language.embedder.circuit import FAILURES, Circuit

MOST = 1000  # circuits in memory
LOOK_SECONDS = 60.0  # between two notes that a backend is well

Key = tuple[str, str, str]  # tenant, backend, address: another address is another chance
_circuits: OrderedDict[Key, Circuit] = OrderedDict()
_noted: dict[Key, float] = {}


def _of(key: Key) -> Circuit:
    circuit = _circuits.setdefault(key, Circuit())
    _circuits.move_to_end(key)
    while len(_circuits) > MOST:
        _noted.pop(_circuits.popitem(last=False)[0], None)
    return circuit


def allows(key: Key) -> bool:
    """Whether a call may be made now."""
    return _of(key).allows()


def failed(key: Key) -> None:
    """Counts a failure."""
    _of(key).failed()
    _noted.pop(key, None)


def worked(key: Key) -> bool:
    """Closes the circuit; whether its row should hear that it is well: now and then, and at once after a failure."""
    _of(key).worked()
    now = time.monotonic()
    due = now - _noted.get(key, float("-inf")) >= LOOK_SECONDS
    if due:
        _noted[key] = now
    return due


def state(key: Key) -> str:
    """`closed` or `open`, for a page; changes nothing."""
    circuit = _circuits.get(key)
    return "open" if circuit is not None and not _would_allow(circuit) else "closed"


def _would_allow(circuit: Circuit) -> bool:
    return circuit.failures < FAILURES or time.monotonic() >= circuit.until


def forget() -> None:
    """Begins anew (tests)."""
    _circuits.clear()
    _noted.clear()
