"""Leaves alone what has failed several times in a row, and tries it once in a while."""

import time
from dataclasses import dataclass

FAILURES = 3  # in a row
REST = 30.0  # seconds


@dataclass(slots=True)
class Circuit:
    """Closed: calls are made.

    After `limit` failures in a row it is open for `REST` seconds; then one call is made, and the others wait
    for what becomes of it.

    >>> circuit = Circuit()
    >>> [circuit.count_failure() for _ in range(3)], circuit.allows()
    ([False, False, True], False)
    """

    limit: int = FAILURES
    failures: int = 0
    until: float = 0.0  # the monotonic clock

    @property
    def rests(self) -> bool:
        """Whether no call may be made now; to be looked at, it changes nothing."""
        return self.failures >= self.limit and time.monotonic() < self.until

    def allows(self) -> bool:
        """Whether a call may be made now; whoever is told so while it is open makes the one that tries."""
        if self.rests:
            return False
        if self.failures >= self.limit:
            # A caller that is cancelled tries nothing: the next does, a rest later.
            self.until = time.monotonic() + REST
        return True

    def count_failure(self) -> bool:
        """Counts a failure; whether this one opened the circuit."""
        self.failures += 1
        self.until = time.monotonic() + REST
        return self.failures == self.limit

    def count_success(self) -> bool:
        """Closes the circuit; whether it was open."""
        was_open = self.failures >= self.limit
        self.failures = 0
        return was_open
