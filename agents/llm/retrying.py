"""How long to wait before a model is asked anew.

Longer each time, never for all at once, and as the other side asks.

>>> 0.125 <= pause(1, None) <= 0.25 and pause(1, Refusal(429, "", retry_after=3)) >= 3
True
"""

import random

from agents.errors import Refusal

FIRST_SECONDS, LONGEST_SECONDS = 0.25, 8.0


def pause(tries: int, error: BaseException | None) -> float:
    """Seconds after so many tries; what the other side asked for (`Retry-After`) is the least."""
    most = min(FIRST_SECONDS * 2 ** (tries - 1), LONGEST_SECONDS)
    jitter = random.uniform(most / 2, most)  # those who were refused together come apart
    asked = error.retry_after if isinstance(error, Refusal) else None
    return asked + jitter if asked else jitter
