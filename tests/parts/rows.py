"""Puts back what a committing test wrote: empties the record, restores every other table it touched."""

import re
import sqlite3
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from weakref import ref

from django.apps import apps
from django.db import DatabaseError, IntegrityError, OperationalError, connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.db.backends.utils import CursorWrapper

from agents.knowledge import fulltext
from agents.knowledge.models import Passage

RECORD_APPS = {"budgets", "conversations", "handoffs", "work", "delivery"}  # these are empty in the world
TRIES = 5
# When a part was last published says when it may go, and is written with megabytes of it at each publish.
LEFT_ALONE = {"releases_releasepart": {"kept_at"}}
WRITES = re.compile(r'\s*(?:INSERT\s+(?:OR\s+\w+\s+)?INTO|UPDATE|DELETE\s+FROM)\s+"?(\w+)"?', re.I)

written: set[str] = set()
"""The tables that any connection of this process wrote since the set was last cleared."""
left: set[str] = set()
"""Those that were written since all was last put back, but for what a test's own rollback takes away."""
executed: set[str] = set()
"""The statements that any connection of this process sent since the set was last cleared.

One that was refused is there once more with the error's name, one that was sent while another connection was
in a transaction with `beside`.
"""
_connections: "dict[int, ref[BaseDatabaseWrapper]]" = {}


def _note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
    own = context["connection"]
    executed.add(sql)
    others = [each() for each in list(_connections.values())]  # threads add theirs meanwhile
    if any(_in_transaction(each) for each in others if each and each is not own):
        executed.add(f"beside: {sql}")
    try:
        return _noted_write(execute, sql, params, many, context)
    except DatabaseError as error:
        executed.add(f"{type(error).__name__}: {sql}")
        raise


def _in_transaction(connection: BaseDatabaseWrapper) -> bool:
    """Whether it is in one that is no test's own."""
    blocks = connection.atomic_blocks
    return bool(blocks) and not any(block._from_testcase for block in blocks)


def _noted_write(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
    found = WRITES.match(sql)
    if found:
        written.add(found.group(1))
        if not any(block._from_testcase for block in context["connection"].atomic_blocks):
            left.add(found.group(1))
    return execute(sql, params, many, context)


def _watch(connection: BaseDatabaseWrapper, **_: Any) -> None:
    _connections[id(connection)] = ref(connection)
    if _note not in connection.execute_wrappers:
        connection.execute_wrappers.append(_note)


def watch_connections() -> None:
    """From now on every connection, of whatever thread, notes the tables it writes."""
    connection_created.connect(_watch, weak=False, dispatch_uid="tests.rows")
    _watch(connections["default"])


def _read(cursor: CursorWrapper, table: str) -> tuple[list[str], list[tuple[Any, ...]]]:
    """The names of its columns, and its rows."""
    named = "rowid, terms" if table == fulltext.TABLE else "*"  # FTS5 tells no rowid unasked
    cursor.execute(f'SELECT {named} FROM "{table}"')
    return [column[0] for column in cursor.description], cursor.fetchall()


def _compared(columns: Iterable[str], table: str) -> list[str]:
    return [name for name in columns if name not in LEFT_ALONE.get(table, ())]


def _count(columns: list[str], rows: list[tuple[Any, ...]], table: str) -> Counter[str]:
    places = [columns.index(name) for name in _compared(columns, table)]
    return Counter(repr([row[place] for place in places]) for row in rows)


def allow_audit_drop() -> None:
    """In this transaction companies may go with their audit log, which PostgreSQL else refuses."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL switchboard.audit_drop = 'on'")


@dataclass(frozen=True)
class Kept:
    """The world's rows as they were when it had been loaded, by table."""

    columns: dict[str, list[str]]
    rows: dict[str, list[tuple[Any, ...]]]
    record: frozenset[str]
    beside: sqlite3.Connection | None  # SQLite's, with the rows as they were in memory

    @classmethod
    def take(cls) -> "Kept":
        """Reads every table once; tables of the record are only remembered by name."""
        columns, rows, record = {}, {}, set()
        with connection.cursor() as cursor:
            for table in (*connection.introspection.django_table_names(only_existing=True), fulltext.TABLE):
                columns[table], rows[table] = _read(cursor, table)
        for label in RECORD_APPS:
            record |= {model._meta.db_table for model in apps.get_app_config(label).get_models()}
        written.clear()
        left.clear()
        return cls(columns, rows, frozenset(record & rows.keys()), _keep_beside(rows.keys()))

    def put_back(self) -> None:
        """Empties the record, and makes each written table what it was, in one transaction.

        Foreign keys are checked at its end only (both databases defer them), so the order does not matter.
        A turn that a closed page left behind may still be writing: then it is done once more, and what it
        writes after that is put back after the next test.
        """
        for attempt in range(TRIES + 1):
            noted = left - self.record
            left.difference_update(noted)
            try:
                self._put_back(noted & self.rows.keys())
                break
            except (OperationalError, IntegrityError, sqlite3.OperationalError):
                left.update(noted)
                if attempt == TRIES:
                    raise
                time.sleep(0.3)

    def differing(self) -> set[str]:
        """The tables that are not as the world left them: what a test wrote where nobody noticed."""
        with connection.cursor() as cursor:
            return {
                table
                for table, rows in self.rows.items()
                if _count(*_read(cursor, table), table) != _count(self.columns[table], rows, table)
            }

    def _put_back(self, noted: set[str]) -> None:
        if self.beside:
            self._put_back_beside(self.beside, noted)
            return
        if Passage._meta.db_table in noted:  # on PostgreSQL their terms go with them
            noted |= {fulltext.TABLE}
        with transaction.atomic(), connection.cursor() as cursor:
            allow_audit_drop()
            # Which tables of the record have rows is asked, not noted: other processes write them too.
            cursor.execute(
                " UNION ALL ".join(
                    f"SELECT '{table}' WHERE EXISTS (SELECT 1 FROM \"{table}\")" for table in self.record
                )
            )
            for table in noted | {table for (table,) in cursor.fetchall()}:
                cursor.execute(f'DELETE FROM "{table}"')
            for table in sorted(
                noted, key=lambda name: name == fulltext.TABLE
            ):  # behind the passages it refers to
                if self.rows[table]:
                    names = ", ".join(f'"{name}"' for name in self.columns[table])
                    places = ", ".join(["%s"] * len(self.columns[table]))
                    cursor.executemany(f'INSERT INTO "{table}" ({names}) VALUES ({places})', self.rows[table])

    def _put_back_beside(self, beside: sqlite3.Connection, noted: set[str]) -> None:
        """Only the rows that differ: a table that lost one of 3 000 examples is not written anew."""
        words = f'"{fulltext.TABLE}"'
        with beside:
            beside.execute("BEGIN IMMEDIATE")
            for table in self.record:
                beside.execute(f'DELETE FROM main."{table}"')
            for table in sorted(noted - {fulltext.TABLE}):
                names = ", ".join(f'"{name}"' for name in self.columns[table])
                same = " AND ".join(
                    f'now."{name}" IS "then"."{name}"' for name in _compared(self.columns[table], table)
                )
                then = f'kept."{table}" AS "then"'
                beside.execute(
                    f'DELETE FROM main."{table}" AS now WHERE NOT EXISTS '
                    f'(SELECT 1 FROM {then} WHERE "then".kept_rowid = now.rowid AND {same})'
                )
                beside.execute(
                    f'INSERT INTO main."{table}" (rowid, {names}) SELECT * FROM {then} '
                    f'WHERE kept_rowid NOT IN (SELECT rowid FROM main."{table}")'
                )
            if Passage._meta.db_table in noted or fulltext.TABLE in noted:
                beside.execute(f"DELETE FROM main.{words}")
                beside.execute(
                    f"INSERT INTO main.{words} (rowid, terms) SELECT rowid, terms FROM kept.{words}"
                )


def _keep_beside(tables: Iterable[str]) -> sqlite3.Connection | None:
    """A connection of its own to the test database, with a copy of the tables in memory; None: PostgreSQL."""
    if connection.vendor != "sqlite":
        return None
    path = connection.settings_dict["NAME"]
    beside = sqlite3.connect(path, timeout=5, isolation_level=None, check_same_thread=False)
    beside.execute("ATTACH ':memory:' AS kept")
    for table in tables:
        columns = "rowid, terms" if table == fulltext.TABLE else "rowid AS kept_rowid, *"
        beside.execute(f'CREATE TABLE kept."{table}" AS SELECT {columns} FROM main."{table}"')
        if table != fulltext.TABLE:
            beside.execute(f'CREATE UNIQUE INDEX kept."{table}_rowid" ON "{table}" (kept_rowid)')
    return beside
