"""PostgreSQL that stands still is noticed: who waits for an answer asks whether the server gives any.

A frozen server keeps its connections, so neither `connect_timeout` nor the system ends a read of it, and a
limit of statements is its own to keep. After `LOOK_SECONDS` without an answer another connection is tried:
where a statement is answered there (a pooler lets one in by itself), the other is only slow, and is waited
for; where it is not the connection is given up as one that broke. So is one whose statement goes on for
longer than the server was asked to let any (`STATEMENT_SECONDS`): its own process stands still.

Who serves messages asks for `ANSWER_SECONDS`; a process that starts, a command and a worker, for whom nobody
waits, give a busy machine `PATIENT_SECONDS`.
"""

import re
import time
from functools import partial
from typing import Any, TypeVar

import psycopg
from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg import errors
from psycopg.abc import PQGen
from psycopg.waiting import Ready

LOOK_SECONDS = 2.0
ANSWER_SECONDS = 2  # for another connection; the least that libpq takes
PATIENT_SECONDS = 20
_serving = False
# In the `options` of a connection, the last of them. One of the role's or the database's own is not known.
LIMIT = re.compile(r"statement_timeout=(\d+)s(?!.*statement_timeout)")
T = TypeVar("T")


class StandsStill(psycopg.OperationalError):
    """The server answers nobody."""


SILENT = (StandsStill, errors.ConnectionTimeout)  # what nobody needs to try again at once


def serve(yes: bool = True) -> None:
    """Says that people wait for what this process answers."""
    global _serving
    _serving = yes


def keep_watch(connection: BaseDatabaseWrapper) -> None:
    """Has the waits of a new connection end where the server stands still."""
    raw = connection.connection
    raw.wait = partial(_wait, connection, raw, raw.wait)


def _wait(
    owner: BaseDatabaseWrapper,
    raw: "psycopg.Connection[Any]",
    wait: Any,
    gen: PQGen[T],
    *args: Any,
    **more: Any,
) -> T:
    """The answer, as psycopg's own `wait` gives it.

    :raises StandsStill: the server answers nobody, or not this connection.
    """
    began, most = time.monotonic(), _limit(owner)
    waiting = gen
    while True:
        try:
            found: T = wait(waiting, *args, **{"timeout": LOOK_SECONDS, **more})
            return found
        except errors._WaitTimeout:
            if "timeout" in more:
                raise
            over = most and time.monotonic() > began + most + LOOK_SECONDS
            if over or not _answers(raw):
                _give_up(owner, raw)
                raise StandsStill("The database stands still: it answers nobody.") from None
            waiting = _go_on(gen)


def _go_on(gen: PQGen[T]) -> PQGen[T]:
    """`gen` for another wait, after one whose time was over.

    A wait begins with `next`, which sends None to a generator that stands at a `yield`: while a statement is
    still being sent psycopg reads that as a number, and dies of it. It is told that nothing is ready instead.
    """
    try:
        wanted = gen.send(Ready.NONE)
        while True:
            wanted = gen.send((yield wanted))
    except StopIteration as end:
        found: T = end.value
        return found


def _limit(owner: BaseDatabaseWrapper) -> int:
    """Seconds after which the server was asked to end a statement; 0: it was not."""
    sent = LIMIT.search(owner.settings_dict["OPTIONS"].get("options", ""))
    return int(sent[1]) if sent else 0


def _give_up(owner: BaseDatabaseWrapper, raw: "psycopg.Connection[Any]") -> None:
    """Closes a connection for good: at its end `atomic` would open another, and wait for that as well."""
    raw.pgconn.finish()
    if owner.connection is raw and not owner.autocommit:
        owner.closed_in_transaction = True


def _answers(raw: "psycopg.Connection[Any]") -> bool:
    """Whether the server lets another connection in and answers a statement there."""
    seconds = ANSWER_SECONDS if _serving else PATIENT_SECONDS
    known: dict[str, Any] = {
        **raw.info.get_parameters(),
        "password": raw.info.password,
        "connect_timeout": seconds,
    }
    try:
        other = psycopg.connect(**known, autocommit=True)
        try:
            other.wait = partial(other.wait, timeout=seconds)  # type: ignore[method-assign]
            other.execute("SELECT 1")
        finally:
            other.close()
    except errors._WaitTimeout:
        return False
    except psycopg.OperationalError as error:
        # One that is full answers, too: it says so.
        return bool(getattr(error, "sqlstate", None)) or "FATAL" in str(error)
    return True
