"""Waits for what another process does: looked for again and again, and told when it does not come."""

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
PAUSE = 0.05  # s between two looks


def until(check: Callable[[], T], seconds: float = 60, tell: Callable[[], object] = str) -> T:
    """The first value of `check` that is true; fails after so many seconds with what `tell` gives.

    >>> until(lambda: "there")
    'there'
    """
    end = time.monotonic() + seconds
    while not (found := check()):
        assert time.monotonic() < end, tell() or "it did not happen"
        time.sleep(PAUSE)
    return found
