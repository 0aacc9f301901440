"""All database work of a turn: short visits on one executor that keeps its connections.

1 thread on SQLite, 8 on PostgreSQL. With a connection a request 630 of 1 000 turns failed; with these
executors none did (measured). No visit is open while a model thinks.

>>> turn = await visit(lambda: Turn.objects.of("tenant_a").get(pk=turn_id))
"""

import asyncio
import os
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import TypeVar

from django.conf import settings
from django.db import (
    DEFAULT_DB_ALIAS,
    DatabaseError,
    IntegrityError,
    InterfaceError,
    OperationalError,
    connection,
    connections,
    transaction,
)
from django.db.backends.base.base import BaseDatabaseWrapper

from conversations.errors import DatabaseAway
from tenancy.postgresql import SILENT

T = TypeVar("T")
UNKNOWN_SECONDS = 30.0  # for which a COMMIT that nobody answered is looked for
SHORTEST_PAUSE, LONGEST_PAUSE = 0.1, 2.0  # seconds before a visit is made again, doubled each time
SILENT_SECONDS = 2.0  # for which nobody waits anew for a database that did not answer
ASKED_SECONDS = 6.0  # more than the next one waits for it, in place of all others
ASK_SECONDS = 0.25  # between two looks at a database that is away
NO_ANSWER = "08"  # what SQLSTATE calls a connection that broke; the driver itself says nothing
# Besides: a transaction that was rolled back for another's sake, a full disk or memory, a shutdown, the
# system.
BUSY_POSTGRES = (NO_ANSWER, "40", "53", "57P", "58")
BUSY_SQLITE = ("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_FULL", "SQLITE_IOERR", "SQLITE_CANTOPEN")
_pool: ThreadPoolExecutor | None = None
_owner = 0
_silent_until = 0.0  # the monotonic clock
_hearers: set[Callable[[], object]] = set()
_opened: dict[int, BaseDatabaseWrapper] = {}  # by thread: what close() has to close
_asking: "asyncio.Task[None] | None" = None


def threads() -> int:
    """How many visits may run at once in this process."""
    return 1 if settings.SQLITE else 8


def waiting() -> int:
    """How many visits wait for a thread."""
    return _pool._work_queue.qsize() if _pool is not None and _owner == os.getpid() else 0


def _executor() -> ThreadPoolExecutor:
    global _pool, _owner
    if _pool is None or _owner != os.getpid():  # a forked child makes its own
        _pool = ThreadPoolExecutor(threads(), thread_name_prefix="visit")
        _owner = os.getpid()
        _opened.clear()
    return _pool


async def visit(
    fn: Callable[[], T], landed: Callable[[], T | None] | None = None, patience: float = 0.0
) -> T:
    """Runs `fn` in one transaction on the visit executor and gives back what it returned.

    A connection lost before COMMIT repeats the visit once; one lost while COMMIT was under way asks `landed`
    first, which looks for the row that `fn` made and returns the result, or None. While the database is away,
    the visit is made again with pauses for `patience` seconds, and where `landed` has to say what became of a
    COMMIT for `UNKNOWN_SECONDS` at least.

    :raises DatabaseAway: it did not come back in that time.
    """
    loop = asyncio.get_running_loop()
    began, pause, made = loop.time(), SHORTEST_PAUSE, fn
    while True:
        try:
            return await loop.run_in_executor(_executor(), _attempt, fn, landed)
        except DatabaseAway as away:
            if away.unknown and landed is not None:
                fn, patience = _unless(landed, made), max(patience, UNKNOWN_SECONDS)
            if loop.time() + pause > began + patience:
                raise
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)
        await _answering(began + patience)


async def visit_after_others(fn: Callable[[], T], landed: Callable[[], T | None] | None = None) -> T:
    """`visit`, made again where a row that it makes was new twice at a moment: by now the other is stored."""
    for _ in range(2):  # a session and a key may both be new
        with suppress(IntegrityError):
            return await visit(fn, landed)
    return await visit(fn, landed)


def _attempt(fn: Callable[[], T], landed: Callable[[], T | None] | None) -> T:
    global _silent_until
    if is_silent():
        raise DatabaseAway
    if not _silent_until:
        return _try_twice(fn, landed, asks=False)
    _silent_until = asking = time.monotonic() + ASKED_SECONDS
    try:
        return _try_twice(fn, landed, asks=True)
    finally:
        if _silent_until == asking:  # it failed aloud, as whoever comes next may: nobody noted a silence
            _silent_until = 0.0


def _try_twice(fn: Callable[[], T], landed: Callable[[], T | None] | None, asks: bool) -> T:
    global _silent_until
    unknown = False
    _opened[threading.get_ident()] = connections[DEFAULT_DB_ALIAS]
    for last in (False, True):
        committing = False
        try:
            with transaction.atomic():
                if asks:
                    _one()
                    _silent_until = 0.0
                result = fn()
                committing = True
            return result
        except (OperationalError, InterfaceError) as error:
            if not is_lost(error):
                raise
            connection.close()
            unknown = unknown or committing
            if note_silence(error) or last:
                raise DatabaseAway(unknown) from error
        if committing and landed is not None:
            fn = _unless(landed, fn)
    raise AssertionError("unreachable")


def _unless(landed: Callable[[], T | None], fn: Callable[[], T]) -> Callable[[], T]:
    """`fn`, unless what it makes is there already."""

    def again() -> T:
        found = landed()
        return fn() if found is None else found

    return again


def is_lost(error: Exception) -> bool:
    """Whether the connection was lost, or the database cannot do its work at the moment: worth another try.

    The error says so and not the connection: `atomic` has opened a new one by now, where it could.
    """
    if isinstance(error, DatabaseAway):
        return True
    cause = error.__cause__
    if connection.vendor == "sqlite":
        return getattr(cause, "sqlite_errorname", "").startswith(BUSY_SQLITE)
    return (getattr(cause, "sqlstate", None) or NO_ANSWER).startswith(BUSY_POSTGRES)


def is_silent() -> bool:
    """Whether the database gave no answer a moment ago: whoever asks it now would only wait."""
    return time.monotonic() < _silent_until


@contextmanager
def hearing_of_silence(tell: Callable[[], object]) -> Iterator[None]:
    """Within it `tell` is called, on any thread, whenever it is seen that the database gives no answer."""
    _hearers.add(tell)
    try:
        yield
    finally:
        _hearers.discard(tell)


def note_silence(error: Exception) -> bool:
    """Whether it was waited for an answer in vain: another try now, by whomever, would only wait again.

    That stands until somebody got an answer. A connection that broke in another way is none.
    """
    global _silent_until
    silent = connection.vendor == "postgresql" and isinstance(error.__cause__, SILENT)
    if silent:
        _silent_until = time.monotonic() + SILENT_SECONDS
        for tell in list(_hearers):
            tell()
    return silent


async def _answering(until: float) -> None:
    """Returns once the database answers, or at loop time `until`. One asks for all who wait."""
    global _asking
    loop = asyncio.get_running_loop()
    if _asking is None or _asking.done() or _asking.get_loop() is not loop:
        _asking = loop.create_task(_ask())
    await asyncio.wait({_asking}, timeout=max(0.0, until - loop.time()))


async def _ask() -> None:
    while True:
        try:
            await asyncio.get_running_loop().run_in_executor(_executor(), _attempt, _one, None)
            return
        except DatabaseError:
            await asyncio.sleep(ASK_SECONDS)


def _one() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def close() -> None:
    """Ends the executor and its connections; the next visit makes a new one."""
    global _pool
    if _pool is None or _owner != os.getpid():
        return
    _pool.shutdown(wait=True)
    _pool = None
    while _opened:
        wrapper = _opened.popitem()[1]
        wrapper.inc_thread_sharing()  # its own thread has ended
        wrapper.close()
