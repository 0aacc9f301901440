"""The turns that run in this process: strong references, stopped and drained by name.

The line before a process's turns: messages begin as it has time for them.

A process that begins a thousand turns at once gives each of them a little of its time: what models and tools
have long answered is read too late, and those who were idle get the blame (docs/figures.md). So a turn begins
when the loop keeps up with those that run; turns that only wait for a model hold up nobody. Who would be
answered too late, by the measured time of the last turns, is told so at once.
"""

import asyncio
import logging
import math
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

from django.conf import settings

from conversations import visits, wakes
from outbound import runtime
from routing.errors import Draining, Overloaded

FEW = 32  # turns that may run however busy the process is
TICK = 0.005  # seconds between two looks
CALM = 0.15  # seconds that the loop may be late: a call of a tool goes through it some ten times
EACH = 0.01  # seconds after which one more may begin, where it is not late
LAST = 64  # beginnings by which the pace is measured
WEIGHT = 0.1  # of the last turn in how long turns take

_standing: deque["asyncio.Future[None]"] = deque()
_begun: deque[float] = deque(maxlen=LAST)  # when the last ones began who had stood in line
_pace = 0.0  # seconds from one beginning to the next while somebody waits
_takes = 0.0  # seconds of a turn
_letting: "asyncio.Task[None] | None" = None


async def stand() -> None:
    """Returns when a turn may begin.

    :raises Overloaded: it would be answered too late.
    """
    global _letting
    if not _standing and _under_way() < FEW:
        return
    if (late := _late(len(_standing) + 1)) > 0:
        raise Overloaded(late)
    mine = asyncio.get_running_loop().create_future()
    _standing.append(mine)
    if _letting is None or _letting.done() or _letting.get_loop() is not mine.get_loop():
        _letting = runtime.spawn(_let_in())
    await mine


def count_waiting() -> int:
    """How many messages wait for their turn to begin."""
    return len(_standing)


def note_ended(seconds: float) -> None:
    """A turn has ended that took so long."""
    global _takes
    _takes += (seconds - _takes) * (WEIGHT if _takes else 1.0)


def dismiss(error: Exception) -> None:
    """Sends everybody away."""
    while _standing:
        _send_away(error)


def _late(place: int) -> float:
    """How many seconds too late somebody at this place of the line would be answered."""
    return place * _pace + _takes - float(settings.TURN_DEADLINE)


async def _let_in() -> None:
    """Lets the first begin whenever the loop is not late, and sends away whose place is too far behind by
    now.
    """
    _begun.clear()
    while _standing:
        at = time.monotonic()
        await asyncio.sleep(TICK)
        took = time.monotonic() - at
        calm = took < TICK + CALM and visits.waiting() < visits.threads()
        for _ in range(math.ceil(took / EACH) if calm else max(0, FEW - _under_way())):
            _let_one_in()
        while _standing and (seconds := _late(len(_standing))) > 0:
            _send_away(Overloaded(seconds))


def _let_one_in() -> None:
    global _pace
    while _standing:
        first = _standing.popleft()
        if not first.done():  # else it has left the line
            first.set_result(None)
            _begun.append(time.monotonic())
            break
    if len(_begun) == LAST:
        _pace = (_begun[-1] - _begun[0]) / (LAST - 1)


def _send_away(error: Exception) -> None:
    """The last one goes."""
    last = _standing.pop()
    if not last.done():
        last.set_exception(error)


logger = logging.getLogger(__name__)
_tasks: dict[str, "asyncio.Task[None]"] = {}
_stopping: set[str] = set()
_stoppable: set[str] = set()
RESTS = "/rests/"  # in the name of a task that only waits until a writer pauses
_waiting: set[Callable[[], object]] = set()  # what tells callers that this process waits no longer
_draining = _over = False
_opening = 0  # turns that are being opened, and are no task yet


def start(turn_id: str, work: Coroutine[Any, Any, None]) -> None:
    """Runs a turn as this process's own task: a client that goes away does not stop it."""
    task = runtime.spawn(work)
    _tasks[turn_id] = task
    began = time.monotonic()
    task.add_done_callback(lambda ended: _forget(turn_id, ended, time.monotonic() - began))


def _forget(turn_id: str, task: "asyncio.Task[None]", seconds: float) -> None:
    if RESTS not in turn_id:
        note_ended(seconds)
    if _tasks.get(turn_id) is task:  # a later attempt of the same turn may run by now
        del _tasks[turn_id]
        _stopping.discard(turn_id)


def run_promoted(turn_id: str, process: str) -> None:
    """Runs a turn that was promoted from the queue, here or in the process that opened it."""
    if process and process != wakes.process_name():
        wakes.send(process, "run", turn_id)
    elif turn_id not in _tasks:
        start(turn_id, _runner[0](turn_id))


_runner: list[Callable[[str], Coroutine[Any, Any, None]]] = []


def run_with(conduct: Callable[[str], Coroutine[Any, Any, None]]) -> None:
    """Says what runs a turn that has its row already (`routing.turns.conduct`)."""
    _runner[:] = [conduct]


def stop(turn_id: str) -> bool:
    """Stops a turn of this process, however often it is asked; False when the turn is not here."""
    task = _tasks.get(turn_id)
    if task is None:
        return False
    _stopping.add(turn_id)
    if turn_id in _stoppable:
        _stoppable.discard(turn_id)
        task.cancel()
    return True


@contextmanager
def stoppable(turn_id: str) -> Iterator[None]:
    """Where `stop` interrupts a turn, once. Before it the wish is kept, after it the turn is being stored.

    Raises CancelledError where somebody has asked already.
    """
    if stop_wanted(turn_id):
        raise asyncio.CancelledError
    _stoppable.add(turn_id)
    try:
        yield
    finally:
        _stoppable.discard(turn_id)


def stop_wanted(turn_id: str) -> bool:
    """Whether a cancelled turn was stopped by a person, not by the end of the process."""
    return turn_id in _stopping


@asynccontextmanager
async def place() -> AsyncIterator[None]:
    """Room for a turn while it is being opened; where many come at once, after those before it.

    A process that took on more than it can answer before their deadline would tell everybody so too late.
    :raises Draining, Overloaded: there is none.
    """
    global _opening
    if _draining:
        raise Draining
    if _under_way() + count_waiting() >= settings.TURNS_AT_ONCE:
        raise Overloaded
    await stand()
    _opening += 1
    try:
        yield
    finally:
        _opening -= 1


@asynccontextmanager
async def passage() -> AsyncIterator[None]:
    """Room for a message while a gateway has it; how long it takes is measured like a turn.

    :raises Draining, Overloaded: there is none.
    """
    async with place():
        began = time.monotonic()
        try:
            yield
        finally:
            note_ended(time.monotonic() - began)


def _under_way() -> int:
    """The turns that run or are being opened."""
    return len(_tasks) + _opening


def list_running_turns() -> set[str]:
    """The turns that run in this process."""
    return set(_tasks)


def is_draining() -> bool:
    """Whether this process takes no new turns."""
    return _draining


def accept(yes: bool = True) -> None:
    """Opens or shuts this process for new turns."""
    global _draining, _over
    _draining = not yes
    _over = _over and _draining
    if _draining:
        dismiss(Draining())


@contextmanager
def waiting(give_up: Callable[[], object]) -> Iterator[None]:
    """A caller that waits here for a turn, of whichever process.

    `give_up` is called when this process ends first.
    """
    if _over:
        give_up()
    _waiting.add(give_up)
    try:
        yield
    finally:
        _waiting.discard(give_up)


async def drain(seconds: float) -> None:
    """Takes no new turn and waits for the running ones, and for callers that wait for any, at most `seconds`.
    Who still waits then is told so, before the turns here are let go.
    """
    global _over
    accept(False)
    until = time.monotonic() + seconds
    while (_tasks or _waiting) and time.monotonic() < until:  # noqa: ASYNC110
        await asyncio.sleep(0.05)
    _over = True
    for give_up in list(_waiting):
        give_up()
    for task in list(_tasks.values()):
        task.cancel()
