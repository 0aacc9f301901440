"""The turns that run in this process: strong references, stopped and drained by name."""

import asyncio
import logging
import time
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings

from conversations import wakes
from conversations.visits import visit
from outbound import runtime
from routing.errors import Draining, Overloaded

logger = logging.getLogger(__name__)
_tasks: dict[str, "asyncio.Task[None]"] = {}
_stopping: set[str] = set()
_stoppable: set[str] = set()
_draining = False
_opening = 0  # turns that are being opened, and are no task yet


def start(turn_id: str, work: Coroutine[Any, Any, None]) -> None:
    """Runs a turn as this process's own task: a client that goes away does not stop it."""
    task = runtime.spawn(work)
    _tasks[turn_id] = task
    task.add_done_callback(lambda _: _forget(turn_id))


def _forget(turn_id: str) -> None:
    _tasks.pop(turn_id, None)
    _stopping.discard(turn_id)


def run_promoted(turn_id: str, process: str) -> None:
    """Runs a turn that was promoted from the queue, here or in the process that opened it."""
    if process and process != wakes.process_name():
        wakes.send(process, "run", turn_id)
    elif turn_id not in _tasks:
        start(turn_id, _run(turn_id))


async def _run(turn_id: str) -> None:
    from routing.turns.conduct import conduct
    from routing.turns.load import load

    prepared = await visit(lambda: load(turn_id))
    if prepared is not None:
        await conduct(prepared)


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


@contextmanager
def place() -> Iterator[None]:
    """Room for a turn while it is being opened.

    A process that took on more than it can answer before their deadline would tell everybody so too late.
    :raises Draining, Overloaded: there is none.
    """
    global _opening
    if _draining:
        raise Draining
    if len(_tasks) + _opening >= settings.TURNS_AT_ONCE:
        raise Overloaded
    _opening += 1
    try:
        yield
    finally:
        _opening -= 1


def running() -> int:
    """How many turns this process runs."""
    return len(_tasks)


def draining() -> bool:
    """Whether this process takes no new turns."""
    return _draining


def accept(yes: bool = True) -> None:
    """Opens or shuts this process for new turns."""
    global _draining
    _draining = not yes


async def drain(seconds: float) -> None:
    """Takes no new turn and waits for the running ones, at most `seconds`."""
    accept(False)
    until = time.monotonic() + seconds
    while _tasks and time.monotonic() < until:
        await asyncio.wait(list(_tasks.values()), timeout=max(0.05, until - time.monotonic()))
    for task in list(_tasks.values()):
        task.cancel()
