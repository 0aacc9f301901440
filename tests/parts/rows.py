"""Puts back what a committing test wrote: empties the record, restores every other table it touched."""

import re
import time
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db import IntegrityError, OperationalError, connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

RECORD_APPS = {"conversations", "handoffs", "work", "delivery"}  # these are empty in the world
TRIES = 5
WRITES = re.compile(r'\s*(?:INSERT\s+(?:OR\s+\w+\s+)?INTO|UPDATE|DELETE\s+FROM)\s+"?(\w+)"?', re.I)

written: set[str] = set()
"""The tables that any connection of this process wrote since the set was last cleared."""


def _note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
    found = WRITES.match(sql)
    if found:
        written.add(found.group(1))
    return execute(sql, params, many, context)


def _watch(connection: BaseDatabaseWrapper, **_: Any) -> None:
    if _note not in connection.execute_wrappers:
        connection.execute_wrappers.append(_note)


def watch_connections() -> None:
    """From now on every connection, of whatever thread, notes the tables it writes."""
    connection_created.connect(_watch, weak=False, dispatch_uid="tests.rows")
    _watch(connection)


@dataclass(frozen=True)
class Kept:
    """The world's rows as they were when it had been loaded, by table."""

    columns: dict[str, list[str]]
    rows: dict[str, list[tuple[Any, ...]]]
    record: frozenset[str]

    @classmethod
    def take(cls) -> "Kept":
        """Reads every table once; tables of the record are only remembered by name."""
        columns, rows, record = {}, {}, set()
        with connection.cursor() as cursor:
            for table in connection.introspection.django_table_names(only_existing=True):
                cursor.execute(f'SELECT * FROM "{table}"')
                columns[table] = [column[0] for column in cursor.description]
                rows[table] = cursor.fetchall()
        for label in RECORD_APPS:
            record |= {model._meta.db_table for model in apps.get_app_config(label).get_models()}
        written.clear()
        return cls(columns, rows, frozenset(record))

    def put_back(self) -> None:
        """Empties the record, and makes each written table what it was, in one transaction.

        Foreign keys are checked at its end only (both databases defer them), so the order does not matter.
        A turn that a closed page left behind may still be writing: then it is done once more.
        """
        for _ in range(TRIES):
            try:
                self._put_back()
                break
            except (OperationalError, IntegrityError):
                time.sleep(0.3)
        else:
            self._put_back()
        written.clear()

    def _put_back(self) -> None:
        tables = (written | self.record) & self.rows.keys()
        with transaction.atomic(), connection.cursor() as cursor:
            for table in tables:
                cursor.execute(f'DELETE FROM "{table}"')
            for table in tables:
                if self.rows[table]:
                    names = ", ".join(f'"{name}"' for name in self.columns[table])
                    places = ", ".join(["%s"] * len(self.columns[table]))
                    cursor.executemany(f'INSERT INTO "{table}" ({names}) VALUES ({places})', self.rows[table])
