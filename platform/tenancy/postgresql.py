"""PostgreSQL that stands still is noticed: who waits for an answer asks whether the server gives any.

A frozen server keeps its connections, so neither `connect_timeout` nor the system ends a read of it, and a
limit of statements is its own to keep. After `LOOK_SECONDS` without an answer another connection is tried:
where it is answered the statement is only slow, and is waited for; where it is not the connection is given up
as one that broke.
"""

from functools import partial
from typing import Any, TypeVar

import psycopg
from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg import errors
from psycopg.abc import PQGen

LOOK_SECONDS = 3.0
ANSWER_SECONDS = 2  # for another connection; the least that libpq takes
T = TypeVar("T")


class StandsStill(psycopg.OperationalError):
    """The server answers nobody."""


SILENT = (StandsStill, errors.ConnectionTimeout)  # what nobody needs to try again at once


def keep_watch(connection: BaseDatabaseWrapper, **_signal: Any) -> None:
    """Has the waits of a new connection end where the server stands still (`connection_created`)."""
    raw = connection.connection
    if connection.vendor == "postgresql" and not isinstance(raw.wait, partial):  # a pool's comes again
        raw.wait = partial(_wait, raw, raw.wait)


def _wait(raw: "psycopg.Connection[Any]", wait: Any, gen: PQGen[T], *args: Any, **more: Any) -> T:
    """The answer, as psycopg's own `wait` gives it.

    :raises StandsStill: the server answers nobody.
    """
    while True:
        try:
            found: T = wait(gen, *args, **{"timeout": LOOK_SECONDS, **more})
            return found
        except errors._WaitTimeout:
            if "timeout" in more:
                raise
            if not _answers(raw):
                raw.pgconn.finish()
                raise StandsStill("The database stands still: it answers nobody.") from None


def _answers(raw: "psycopg.Connection[Any]") -> bool:
    """Whether the server lets another connection in and answers it."""
    known: dict[str, Any] = {
        **raw.info.get_parameters(),
        "password": raw.info.password,
        "connect_timeout": ANSWER_SECONDS,
    }
    try:
        other = psycopg.connect(**known, autocommit=True)
    except psycopg.OperationalError as error:
        # One that is full answers, too: it says so.
        return bool(getattr(error, "sqlstate", None)) or "FATAL" in str(error)
    other.close()
    return True
