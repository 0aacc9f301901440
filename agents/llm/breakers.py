"""A circuit breaker a model, address and key, in the process.

What failed five times in a row is left alone for 30 s.

Refusals do not count, and neither does a quota that is used up: the model itself is well then.
"""

import logging
from collections import OrderedDict

from agents.errors import Refusal
from agents.llm.trouble import is_late, worth_a_retry
from outbound.circuit import Circuit

log = logging.getLogger(__name__)
FAILURES = 5  # in a row
MOST = 1000  # circuits in memory
BUSY = 429
PATIENT = 5.0  # seconds that a model had at least, for its slowness to count

Key = tuple[str, str, str, str]  # provider, model, address, key
_circuits: OrderedDict[Key, Circuit] = OrderedDict()


def of(key: Key) -> Circuit:
    """The circuit of a model where it is now."""
    circuit = _circuits.setdefault(key, Circuit(FAILURES))
    _circuits.move_to_end(key)
    while len(_circuits) > MOST:
        _circuits.popitem(last=False)
    return circuit


def note(key: Key, error: BaseException | None, seconds: float) -> None:
    """Counts how a try ended that had `seconds`; None: with an answer, whole or not."""
    if error is None:
        of(key).count_success()
    elif _counts(error, seconds) and of(key).count_failure():
        log.warning("model %s at %s failed %d times in a row: it rests", key[1], key[2] or key[0], FAILURES)


def forget() -> None:
    """Begins anew (tests)."""
    _circuits.clear()


def _counts(error: BaseException, seconds: float) -> bool:
    if is_late(error):
        return seconds >= PATIENT
    busy = isinstance(error, Refusal) and error.status == BUSY
    return isinstance(error, Exception) and worth_a_retry(error) and not busy
