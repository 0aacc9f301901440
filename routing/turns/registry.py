"""The turns that run in this process: strong references, stopped and drained by name."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

from django.conf import settings

from conversations import wakes
from outbound import runtime
from routing.errors import Draining, Overloaded
from routing.turns import line

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
        line.note_ended(seconds)
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
    if _under_way() + line.length() >= settings.TURNS_AT_ONCE:
        raise Overloaded
    await line.stand(_under_way)
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
            line.note_ended(time.monotonic() - began)


def _under_way() -> int:
    """The turns that run or are being opened."""
    return len(_tasks) + _opening


def running_turns() -> set[str]:
    """The turns that run in this process."""
    return set(_tasks)


def running() -> int:
    """How many turns this process runs."""
    return len(_tasks)


def draining() -> bool:
    """Whether this process takes no new turns."""
    return _draining


def accept(yes: bool = True) -> None:
    """Opens or shuts this process for new turns."""
    global _draining, _over
    _draining = not yes
    _over = _over and _draining
    if _draining:
        line.dismiss(Draining())


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
