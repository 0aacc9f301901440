"""The line before a process's turns: messages begin as it has time for them.

A process that begins a thousand turns at once gives each of them a little of its time: what models and tools
have long answered is read too late, and those who were idle get the blame (docs/figures.md). So a turn begins
when the loop keeps up with those that run; turns that only wait for a model hold up nobody. Who would be
answered too late, by the measured time of the last turns, is told so at once.
"""

import asyncio
import math
import time
from collections import deque
from collections.abc import Callable

from django.conf import settings

from conversations import visits
from outbound import runtime
from routing.errors import Overloaded

FEW = 32  # turns that may run however busy the process is
TICK = 0.005  # seconds between two looks
CALM = 0.15  # seconds that the loop may be late: a call of a tool goes through it some ten times
EACH = 0.01  # seconds after which one more may begin, where it is not late
LAST = 64  # beginnings by which the pace is measured
WEIGHT = 0.1  # of the last turn in how long turns take

_waiting: deque["asyncio.Future[None]"] = deque()
_begun: deque[float] = deque(maxlen=LAST)  # when the last ones began who had stood in line
_pace = 0.0  # seconds from one beginning to the next while somebody waits
_takes = 0.0  # seconds of a turn
_letting: "asyncio.Task[None] | None" = None


async def stand(under_way: Callable[[], int]) -> None:
    """Returns when a turn may begin; `under_way` is how many have begun.

    :raises Overloaded: it would be answered too late.
    """
    global _letting
    if not _waiting and under_way() < FEW:
        return
    if (late := _late(len(_waiting) + 1)) > 0:
        raise Overloaded(late)
    mine = asyncio.get_running_loop().create_future()
    _waiting.append(mine)
    if _letting is None or _letting.done() or _letting.get_loop() is not mine.get_loop():
        _letting = runtime.spawn(_let_in(under_way))
    await mine


def length() -> int:
    """How many messages wait for their turn to begin."""
    return len(_waiting)


def note_ended(seconds: float) -> None:
    """A turn has ended that took so long."""
    global _takes
    _takes += (seconds - _takes) * (WEIGHT if _takes else 1.0)


def dismiss(error: Exception) -> None:
    """Sends everybody away."""
    while _waiting:
        _send_away(error)


def _late(place: int) -> float:
    """How many seconds too late somebody at this place of the line would be answered."""
    return place * _pace + _takes - float(settings.TURN_DEADLINE)


async def _let_in(under_way: Callable[[], int]) -> None:
    """Lets the first begin whenever the loop is not late, and sends away whose place is too far behind by
    now.
    """
    _begun.clear()
    while _waiting:
        at = time.monotonic()
        await asyncio.sleep(TICK)
        took = time.monotonic() - at
        calm = took < TICK + CALM and visits.waiting() < visits.threads()
        for _ in range(math.ceil(took / EACH) if calm else max(0, FEW - under_way())):
            _let_one_in()
        while _waiting and (seconds := _late(len(_waiting))) > 0:
            _send_away(Overloaded(seconds))


def _let_one_in() -> None:
    global _pace
    while _waiting:
        first = _waiting.popleft()
        if not first.done():  # else it has left the line
            first.set_result(None)
            _begun.append(time.monotonic())
            break
    if len(_begun) == LAST:
        _pace = (_begun[-1] - _begun[0]) / (LAST - 1)


def _send_away(error: Exception) -> None:
    """The last one goes."""
    last = _waiting.pop()
    if not last.done():
        last.set_exception(error)
