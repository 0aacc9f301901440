"""What was deleted goes from the files of the database, too."""

import sqlite3
from contextlib import closing

from django.db import connection

WAIT_SECONDS = 1.0  # for readers, while nobody writes


def wipe_log() -> bool:
    """Empties SQLite's log, which holds pages as they were before; False where somebody still reads it.

    SQLite wipes what is deleted from its file by itself (`secure_delete`). Called outside of a transaction.
    """
    if connection.vendor != "sqlite":
        return True
    with closing(sqlite3.connect(connection.settings_dict["NAME"], timeout=WAIT_SECONDS)) as own:
        (busy, _pages, _moved) = own.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return not busy
