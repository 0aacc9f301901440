"""The task that owns an MCP session: opens, watches, replaces and closes it.

The SDK's session must be left by the task that entered it (else CancelledError), and opening one for every
call costs 46 ms CPU against 2: so one owner an address, and calls run in their callers' tasks.
"""

import asyncio
import contextvars
import importlib
import logging
import sys
import time
from collections import deque
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from django.conf import settings

from agents.errors import ServerFailed
from agents.resources import ServerAddress
from outbound import runtime
from outbound.sentences import Sentence as _

if TYPE_CHECKING:
    from mcp.client import Client

log = logging.getLogger(__name__)

OPEN_SECONDS = 5.0
START_SECONDS = 20.0  # a process that has to be started first; a call does not wait longer than its own time
IDLE_SECONDS = 300.0
FIRST_PAUSE = 0.25
LONGEST_PAUSE = 15.0
OPENS = "agents.tools.open_session"  # with it comes the SDK
CALLS_TO_MEASURE = 8  # that must have left the line of a server before its pace is known
CALLS_MEASURED = 64  # the last ones, by which it is


class CallSlots:
    """As many calls of a server as may run at once; who comes later stands in line, and how long is measured.

    `async with slots` around a call; `seconds` may be read in any thread.
    """

    def __init__(self, count: int) -> None:
        self._free = asyncio.Semaphore(count)
        self._standing = 0
        # When the line began, and when the last ones left it.
        self._left: deque[float] = deque(maxlen=CALLS_MEASURED)

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
        if not self._standing or len(left) <= CALLS_TO_MEASURE:
            return 0.0
        return self._standing * (time.monotonic() - left[0]) / (len(left) - 1)


@dataclass(eq=False)
class Live:
    """One open session and the calls that are under way on it."""

    client: "Client"
    retired: asyncio.Event = field(default_factory=asyncio.Event)
    quiet: asyncio.Event = field(default_factory=asyncio.Event)
    running: int = 0
    used: float = 0.0


class Owner:
    """Owns the session to one address: opens it when wanted, replaces it when lost, closes it when idle."""

    def __init__(self, address: ServerAddress) -> None:
        self.address = address
        self.slots = CallSlots(settings.MCP_CALLS_AT_ONCE)
        self._opened: asyncio.Future[Live] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._failures = 0
        self._not_before = 0.0
        self._words = ""

    @asynccontextmanager
    async def session(self) -> AsyncIterator[Live]:
        """The open session, for one call.

        Raises `ServerFailed` at once while the server is known to be down.
        """
        live = await self._live()
        live.running += 1
        live.quiet.clear()
        try:
            yield live
        finally:
            live.running -= 1
            live.used = asyncio.get_running_loop().time()
            if not live.running:
                live.quiet.set()

    def replace(self, live: Live) -> None:
        """The session is of no use any more: the next call opens a new one; calls on it may finish."""
        live.retired.set()
        if self._open() is live:
            self._opened = None

    async def close(self) -> None:
        """Closes the session, giving the other side a moment to hear of it."""
        if (live := self._open()) is not None:
            live.retired.set()
        self._opened = None
        tasks = list(self._tasks)
        if tasks:
            _done, late = await asyncio.wait(tasks, timeout=2)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    def _open(self) -> Live | None:
        future = self._opened
        if future is None or not future.done() or future.cancelled() or future.exception():
            return None
        return future.result()

    async def _live(self) -> Live:
        if self._opened is None:
            loop = asyncio.get_running_loop()
            if loop.time() < self._not_before:
                raise ServerFailed(self.address.name, self._words)
            self._opened = loop.create_future()
            # An empty context: nothing of the turn that happens to come first may live on in the session.
            task = loop.create_task(self._own(self._opened), context=contextvars.Context())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(self._opened)

    async def _own(self, opened: "asyncio.Future[Live]") -> None:
        words = ""
        try:
            await _import_sdk()
            async with AsyncExitStack() as stack:
                async with runtime.time_limit(START_SECONDS if self.address.command else OPEN_SECONDS):
                    live = Live(await stack.enter_async_context(_session(self.address)))
                self._failures = 0
                opened.set_result(live)
                await self._watch(live)
        except asyncio.CancelledError:
            words = _("The connection to %s was closed.") % self.address.name
            raise
        except Exception as error:
            words = failure_words(self.address.name, error)
            log.warning("MCP server %s: %s", self.address.name, words)
        finally:
            if self._opened is opened:
                self._opened = None
            if not opened.done():
                self._pause(words)
                opened.set_exception(ServerFailed(self.address.name, words))
                opened.exception()  # seen: nobody may be waiting any more

    async def _watch(self, live: Live) -> None:
        """Returns when the session is replaced and its calls are over, or nobody has used it for long."""
        loop = asyncio.get_running_loop()
        live.used = loop.time()
        while not live.retired.is_set():
            try:
                async with asyncio.timeout_at(live.used + IDLE_SECONDS):
                    await live.retired.wait()
            except TimeoutError:
                if live.running:
                    live.used = loop.time()
                elif loop.time() >= live.used + IDLE_SECONDS:
                    self.replace(live)
        if live.running:
            try:
                async with asyncio.timeout(settings.TOOL_DEADLINE):
                    await live.quiet.wait()
            except TimeoutError:
                pass

    def _pause(self, words: str) -> None:
        pause = min(FIRST_PAUSE * 2**self._failures, LONGEST_PAUSE)
        self._failures += 1
        self._not_before = asyncio.get_running_loop().time() + pause
        self._words = words

    @property
    def forgettable(self) -> bool:
        """Neither open nor opening, closing or pausing."""
        return self._opened is None and not self._tasks and not self._failures


def failure_words(name: str, error: BaseException) -> str:
    """One sentence about why a session did not open or ended, out of whatever the SDK raised."""
    while isinstance(error, BaseExceptionGroup) and error.exceptions:
        error = error.exceptions[0]
    if isinstance(error, TimeoutError):
        return _("%s did not answer in time.") % name
    said = str(error).strip().splitlines()
    words = said[0][:300] if said else type(error).__name__
    return words if name in words else f"{name}: {words}"


async def _import_sdk() -> None:
    """Imports the SDK, which takes a second, in another thread, where the process has not done so at its
    start."""
    if OPENS not in sys.modules:
        await asyncio.to_thread(importlib.import_module, OPENS)


def _session(address: ServerAddress) -> AbstractAsyncContextManager["Client"]:
    from agents.tools.open_session import open_session

    return open_session(address)
