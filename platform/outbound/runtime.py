"""The process's one event loop, where every outgoing client lives.

In a web process it is the server's own (`adopt`, called when the application starts); in a worker, a
command or a shell it is the loop of a daemon thread, made when first needed and again after a fork.

    answer = runtime.run(client.get(url), deadline=10)     # from synchronous code
    task = runtime.spawn(warm_up())                        # kept alive until it is done
    async with runtime.time_limit(10):                     # stands still while this process has no hand free
        await ask(server)
"""

import asyncio
import logging
import os
import threading
from collections.abc import AsyncIterator, Coroutine
from concurrent.futures import TimeoutError as FutureTimeout
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from outbound.errors import DeadlinePassed, WrongThread

log = logging.getLogger(__name__)
T = TypeVar("T")

_lock = threading.Lock()
_adopted: asyncio.AbstractEventLoop | None = None
_own: asyncio.AbstractEventLoop | None = None
_tasks: set[asyncio.Task[Any]] = set()
GRACE = 1.0  # seconds that a cancelled coroutine may take to clean up
SLICE = 0.1  # seconds that pass at most between two looks at an idle loop; a late look counts as one


def adopt(loop: asyncio.AbstractEventLoop | None = None) -> None:
    """Makes the server's loop (by default the running one) the process's loop."""
    global _adopted
    _adopted = loop or asyncio.get_running_loop()


def loop() -> asyncio.AbstractEventLoop:
    """The process's loop; makes one in a daemon thread where no server runs one."""
    if _adopted is not None and _adopted.is_running():
        return _adopted
    running = _running()
    if running is not None:
        # A server that sends no lifespan, or a test: its loop is the one clients must live on.
        adopt(running)
        return running
    return _thread_loop()


def run(coro: Coroutine[Any, Any, T], deadline: float) -> T:
    """Waits for `coro` from synchronous code, at most `deadline` seconds (then `DeadlinePassed`)."""
    if _running() is not None:
        coro.close()
        raise WrongThread
    future = asyncio.run_coroutine_threadsafe(_within(coro, deadline), loop())
    try:
        return future.result(deadline + GRACE)
    except FutureTimeout as error:
        if not future.done():
            future.cancel()
            raise DeadlinePassed(deadline) from None
        raise error
    except BaseException:
        future.cancel()
        raise


def spawn(coro: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
    """Starts `coro` on the process's loop and holds it until it is done; what it raises is logged."""
    home = loop()
    if _running() is home:
        return _hold(home.create_task(coro))

    async def start() -> "asyncio.Task[T]":
        return _hold(home.create_task(coro))

    return asyncio.run_coroutine_threadsafe(start(), home).result(5)


async def _within(coro: Coroutine[Any, Any, T], deadline: float) -> T:
    try:
        async with asyncio.timeout(deadline) as limit:
            return await coro
    except TimeoutError:
        if limit.expired():
            raise DeadlinePassed(deadline) from None
        raise


def _hold(task: "asyncio.Task[T]") -> "asyncio.Task[T]":
    _tasks.add(task)
    task.add_done_callback(_let_go)
    return task


def _let_go(task: asyncio.Task[Any]) -> None:
    _tasks.discard(task)
    if not task.cancelled() and (error := task.exception()) is not None:
        log.error("A background task failed: %s", task.get_name(), exc_info=error)


def _running() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


def _thread_loop() -> asyncio.AbstractEventLoop:
    global _own
    with _lock:
        if _own is None or not _own.is_running():
            ready = threading.Event()
            made = asyncio.new_event_loop()
            made.call_soon(ready.set)
            threading.Thread(target=made.run_forever, name="runtime", daemon=True).start()
            ready.wait()
            _own = made
        return _own


def _forget() -> None:
    """After a fork: the parent's thread does not exist here, its loop and lock must not be used."""
    global _lock, _adopted, _own
    _lock = threading.Lock()
    _adopted = _own = None
    _tasks.clear()


os.register_at_fork(after_in_child=_forget)


@asynccontextmanager
async def time_limit(most: float) -> AsyncIterator[None]:
    """Raises `TimeoutError` in the block after so many seconds in which the loop could have gone on.

    `asyncio.timeout` goes on while the event loop is busy with other turns: whoever is called is then blamed
    for an answer that lies unread in this process, or for a request that never left it.
    """
    running, left = asyncio.get_running_loop(), most
    next_look: asyncio.TimerHandle
    async with asyncio.timeout(None) as end:

        def look() -> None:
            nonlocal left, next_look
            left -= SLICE
            if left > 0:
                next_look = running.call_later(min(SLICE, left), look)
            else:
                end.reschedule(running.time())

        next_look = running.call_later(min(SLICE, most), look)
        try:
            yield
        finally:
            next_look.cancel()
