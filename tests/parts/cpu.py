"""How much a call works, whatever else this machine does: for limits against what grows with the square."""

import gc
import time
from collections.abc import Callable


def seconds(call: Callable[[], object]) -> float:
    """CPU seconds of this thread, the less of two tries; the collector, which a full process feels, waits.

    >>> seconds(lambda: sum(range(1000))) < 1
    True
    """
    took = []
    gc.disable()
    try:
        for _ in range(2):
            began = time.thread_time()
            call()
            took.append(time.thread_time() - began)
    finally:
        gc.enable()
    return min(took)
