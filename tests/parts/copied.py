"""Rows that many tests begin with, made once a process and written again as they were."""

import copy
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db import connection, transaction

APART = 10_000  # between the numbers of one kind of rows and those of the next


@dataclass(frozen=True)
class Copied:
    """What a function gave, and the rows it wrote, by table."""

    given: Any
    rows: dict[str, tuple[str, list[tuple[Any, ...]]]]


_made: dict[tuple[str, bool], Copied] = {}


def write_again(name: str, make: Callable[[], Any]) -> Any:
    """What `make` gives, with its rows in the database: by `make` the first time, then as it wrote them.

    Only on SQLite, and what changes rows that were there is made each time. In a test's own transaction,
    where what numbers rows is rolled back with them, they get numbers apart. Tests that commit never number
    a row as an earlier one was: what was written for one of them is apart from what the next ones write.

    >>> acme = write_again("acme", lambda: Tenant.objects.create(slug="acme"))
    """
    if connection.vendor != "sqlite":
        return make()
    known = _made.get((name, connection.in_atomic_block))
    if known is None:
        return _watch(name, make)
    with transaction.atomic(), connection.cursor() as cursor:
        for statement, rows in known.rows.values():
            cursor.executemany(statement, rows)
    return copy.deepcopy(known.given)


def _watch(name: str, make: Callable[[], Any]) -> Any:
    rolled_back = connection.in_atomic_block
    with connection.cursor() as cursor:
        tables = connection.introspection.table_names(cursor)
        if rolled_back:
            _number_apart(tables)
        before = {table: _read(table) for table in tables}
        given = make()
        rows = {}
        for table in tables:
            after = _read(table)
            if before[table] - after:  # one that was there is another now
                return given
            if new := list((after - before[table]).elements()):
                places = ", ".join(["%s"] * len(new[0]))
                rows[table] = f'INSERT INTO "{table}" VALUES ({places})', new
    _made[name, rolled_back] = Copied(copy.deepcopy(given), rows)
    return given


def _read(table: str) -> Counter[tuple[Any, ...]]:
    # Past Django's cursor: values go back as they came, and nothing that a test counts is noted.
    return Counter(connection.connection.execute(f'SELECT * FROM "{table}"').fetchall())


def _number_apart(tables: list[str]) -> None:
    """Their rows get numbers that no other rows of a test have."""
    begin = APART * (len(_made) + 1)
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM sqlite_sequence")
        cursor.executemany("INSERT INTO sqlite_sequence VALUES (%s, %s)", [(each, begin) for each in tables])
