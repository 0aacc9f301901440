"""Whether what is told can be written down: this machine's disk, and the one behind the database."""

import shutil
import time
from pathlib import Path

from django.conf import settings
from django.db import OperationalError
from django.db.backends.base.base import BaseDatabaseWrapper

EVERY = 5.0  # seconds between two looks at the database's disk, while all is well
SPILLED = 20_000  # numbers whose order is too large for the smallest working memory: some 300 KB are written
DISK_FULL = "53100"  # PostgreSQL's code
_next_look = 0.0


def room() -> str:
    """`ok` with DISK_FREE_BYTES free where this installation writes, SQLite's file included."""
    folders = {settings.VAR_DIR}
    if settings.SQLITE:
        folders.add(Path(settings.DATABASES["default"]["NAME"]).parent)
    free = min(shutil.disk_usage(folder).free for folder in folders if folder.is_dir())
    return "ok" if free >= settings.DISK_FREE_BYTES else "disk full"


def full_behind(connection: BaseDatabaseWrapper) -> bool:
    """Whether the database has no room for another page; raises where it does not answer at all. In a visit.

    A database whose disk is full still answers what is asked. So PostgreSQL is made to write a little that
    leaves nothing behind: an order that does not fit its memory.
    """
    global _next_look
    with connection.cursor() as cursor:
        if connection.vendor != "postgresql" or time.monotonic() < _next_look:
            cursor.execute("SELECT 1")
            return False
        try:
            cursor.execute("SET LOCAL work_mem = '64kB'")
            cursor.execute(
                "SELECT max(n) FROM (SELECT n FROM generate_series(1, %s) n ORDER BY -n OFFSET 0) many",
                [SPILLED],
            )
        except OperationalError as error:
            if getattr(error.__cause__, "sqlstate", "") != DISK_FULL:
                raise
            connection.set_rollback(True)
            return True
    _next_look = time.monotonic() + EVERY
    return False
