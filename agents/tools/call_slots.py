"""As many calls of a server as may run at once; who comes later stands in line, and how long is measured.

async with slots:
    await ask(server)
slots.seconds()      # that who comes now would stand
"""

import asyncio
import time
from collections import deque

FEW = 8  # calls that must have left the line before its pace is known
LAST = 64  # calls by which it is measured


class CallSlots:
    """The slots of one server. `seconds` may be read in any thread."""

    def __init__(self, count: int) -> None:
        self._free = asyncio.Semaphore(count)
        self._standing = 0
        self._left: deque[float] = deque(maxlen=LAST)  # when the line began, and when the last ones left it

    async def __aenter__(self) -> None:
        if not self._free.locked():
            await self._free.acquire()
            return
        if not self._standing:
            self._left.clear()
            self._left.append(time.monotonic())
        self._standing += 1
        try:
            await self._free.acquire()
            self._left.append(time.monotonic())
        finally:
            self._standing -= 1

    async def __aexit__(self, *_: object) -> None:
        self._free.release()

    def seconds(self) -> float:
        """How long a call that comes now would stand, by the pace of the last ones; 0 while that is unknown.

        The pace is measured up to now: that of a server which stands still falls.
        """
        left = tuple(self._left)
        if not self._standing or len(left) <= FEW:
            return 0.0
        return self._standing * (time.monotonic() - left[0]) / (len(left) - 1)
