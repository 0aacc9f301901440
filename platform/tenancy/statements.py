"""The statements of every turn: their text is made once, and writes are sent together.

Django compiles each statement anew, which takes longer than PostgreSQL needs to carry it out
(docs/figures.md). Those of a turn are always the same few. Values are still the models' own, and what goes
wrong are Django's errors; there are no signals, and of what is written nothing comes back but a count.

    conversation = find(Conversation, {"key": key}, lock=True)
    send(insert(turn), insert(message), update(Conversation, {"id": "..."}, {"seq": 3}))
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, TypeVar

import orjson
from django.core.serializers.json import DjangoJSONEncoder
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Field, JSONField, Model

M = TypeVar("M", bound=Model)
Fields = tuple["Field[Any, Any]", ...]
AS_JSON_DOES = (
    orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_PASSTHROUGH_DATETIME
)  # refused, as SQLite refuses it
PLAIN = frozenset({str, int, float, bool, type(None)})  # stored as they are by all fields but JSON


@dataclass(frozen=True, slots=True)
class Statement:
    """`text`, then `each` once for every list of values: the rows of an INSERT, or the one of an UPDATE."""

    text: str
    each: str
    values: Sequence[list[Any]]


def find(model: type[M], where: Mapping[str, Any], lock: bool = False) -> M | None:
    """The row of whom these unique fields have these values; with `lock` held until the visit's end."""
    database = connections[DEFAULT_DB_ALIAS]
    text, fields, names, converted = _search(model, tuple(where), lock)
    with database.cursor() as cursor:
        cursor.execute(text, _prepare(fields, where.values(), database))
        row = cursor.fetchone()
    if row is None:
        return None
    values = list(row)
    for place, column, convert in converted:
        values[place] = convert(values[place], column, database)
    return model.from_db(database.alias, names, values)


def insert(*rows: Model) -> Statement:
    """New rows of one model. A key that the database counts up is its own: the row does not learn it."""
    database = connections[DEFAULT_DB_ALIAS]
    fields, text, each = _insertion(type(rows[0]))
    for row in rows:
        row._state.adding, row._state.db = False, database.alias
    names = [field.attname for field in fields]
    return Statement(
        text, each, [_prepare(fields, [getattr(row, name) for name in names], database) for row in rows]
    )


def skip_flush() -> tuple[Statement, ...]:
    """Before others of one `send`: their transaction does not wait for the disk.

    What a crash of the database itself (not of a process) would then lose is at most the last second; nothing
    is ever half stored.
    """
    postgresql = connections[DEFAULT_DB_ALIAS].vendor == "postgresql"
    return (Statement("SET LOCAL synchronous_commit TO off", "", [[]]),) if postgresql else ()


def insert_counted(row: Model) -> None:
    """Stores one new row at once, whose key the database counts up: the row learns it."""
    database = connections[DEFAULT_DB_ALIAS]
    made = insert(row)
    key = row._meta.pk
    with database.cursor() as cursor:
        cursor.execute(f"{made.text}{made.each} RETURNING {_name(key.column)}", made.values[0])
        row.pk = cursor.fetchone()[0]


def insert_plain(model: type[Model], rows: Sequence[Mapping[str, Any]]) -> Statement:
    """New rows whose values are plain JSON and times, by column; all rows have the same columns.

    PostgreSQL gets them as one value and takes them apart itself: quoting every value by itself cost more.

    >>> insert_plain(Step, [{"turn_id": "t1", "position": 1, "node": "judge", ...}])  # doctest: +SKIP
    """
    database, columns = connections[DEFAULT_DB_ALIAS], tuple(rows[0])
    fields, text, each = _plain_insertion(model, columns)
    if database.vendor == "postgresql":
        return Statement(text, each, [[_write(rows)]])
    return Statement(text, each, [_prepare(fields, row.values(), database) for row in rows])


def update(model: type[Model], where: Mapping[str, Any], changes: Mapping[str, Any]) -> Statement:
    """Changes of the rows whose fields have these values; None in `where` stands for a field without one."""
    sought = {name: value for name, value in where.items() if value is not None}
    empty = tuple(name for name, value in where.items() if value is None)
    fields, text, each = _change(model, tuple(changes), tuple(sought), empty)
    values = _prepare(fields, [*changes.values(), *sought.values()], connections[DEFAULT_DB_ALIAS])
    return Statement(text, each, [values])


def send(*statements: Statement) -> int:
    """Carries them out in order; gives how many rows the first one touched.

    PostgreSQL gets them in one message; a driver that sends values beside the text cannot do that.
    """
    database = connections[DEFAULT_DB_ALIAS]
    with database.cursor() as cursor:
        if not getattr(database.features, "uses_server_side_binding", True):  # PostgreSQL has the choice
            with database.wrap_database_errors:
                texts = [
                    each.text + ", ".join([cursor.mogrify(each.each, values) for values in each.values])
                    for each in statements
                ]
            cursor.execute("; ".join(texts))
            return int(cursor.rowcount)
        counts = []
        for each in statements:
            text = each.text + ", ".join([each.each] * len(each.values))
            cursor.execute(text, [value for values in each.values for value in values])
            counts.append(int(cursor.rowcount))
        return next(iter(counts), 0)


def _prepare(fields: Fields, values: Iterable[Any], database: BaseDatabaseWrapper) -> list[Any]:
    return [_value(field, value, database) for field, value in zip(fields, values, strict=True)]


def _value(field: "Field[Any, Any]", value: Any, database: BaseDatabaseWrapper) -> Any:
    """As the driver takes it.

    JSON goes to PostgreSQL as text: the driver would write it many times slower.
    """
    kind = type(value)
    if not isinstance(field, JSONField):
        return value if kind in PLAIN else field.get_db_prep_save(value, database)
    if (kind is dict or kind is list) and field.encoder is None and database.vendor == "postgresql":
        with suppress(TypeError):  # what only the slower way can write, or refuse
            return orjson.dumps(value, option=AS_JSON_DOES).decode()
    return field.get_db_prep_save(value, database)


def _write(rows: Sequence[Mapping[str, Any]]) -> str:
    try:
        return orjson.dumps(rows).decode()
    except TypeError:  # a number beyond 64 bits, half a character: what only the slower way writes
        return json.dumps(rows, cls=_Exact)


class _Exact(DjangoJSONEncoder):
    """Django's own, but for a time's microseconds, which Django cuts off."""

    def default(self, o: Any) -> Any:
        return o.isoformat() if isinstance(o, datetime) else super().default(o)


@cache
def _search(
    model: type[Model], where: tuple[str, ...], lock: bool
) -> tuple[str, Fields, list[str], list[tuple[int, Any, Any]]]:
    """The text, the fields of its values, the names of what is read, and what makes values of columns."""
    database, fields = connections[DEFAULT_DB_ALIAS], model._meta.concrete_fields
    columns = ", ".join(_name(field.column) for field in fields)
    held = database.ops.for_update_sql() if lock and database.features.has_select_for_update else ""
    converted = [
        (place, field.cached_col, convert)
        for place, field in enumerate(fields)
        for convert in (*database.ops.get_db_converters(field.cached_col), *field.get_db_converters(database))
    ]
    sought = _fields(model, where)
    text = f"SELECT {columns} FROM {_table(model)} WHERE {_equal(sought, ' AND ')} {held}"  # noqa: S608
    return text, sought, [field.attname for field in fields], converted


@cache
def _insertion(model: type[Model]) -> tuple[Fields, str, str]:
    fields: Fields = tuple(
        # One with `db_default` comes back too, and is ours to say where it has a default in Python.
        field
        for field in model._meta.concrete_fields
        if field.has_default() or not field.db_returning
    )
    columns = ", ".join(_name(field.column) for field in fields)
    each = f"({', '.join(['%s'] * len(fields))})"
    return fields, f"INSERT INTO {_table(model)} ({columns}) VALUES ", each  # noqa: S608


@cache
def _plain_insertion(model: type[Model], columns: tuple[str, ...]) -> tuple[Fields, str, str]:
    """On PostgreSQL, what stands `each` time stands once, with all rows."""
    database, fields = connections[DEFAULT_DB_ALIAS], _fields(model, columns)
    names = [_name(field.column) for field in fields]
    into = f"INSERT INTO {_table(model)} ({', '.join(names)}) "
    if database.vendor != "postgresql":
        return fields, f"{into}VALUES ", f"({', '.join(['%s'] * len(fields))})"
    typed = [f"{name} {field.db_type(database)}" for name, field in zip(names, fields, strict=True)]
    taken = f"SELECT {', '.join(names)} FROM jsonb_to_recordset("  # noqa: S608
    return fields, into + taken, f"%s) AS rows({', '.join(typed)})"


@cache
def _change(
    model: type[Model], changes: tuple[str, ...], where: tuple[str, ...], empty: tuple[str, ...]
) -> tuple[Fields, str, str]:
    changed, sought = _fields(model, changes), _fields(model, where)
    conditions = [f"{_name(field.column)} = %s" for field in sought]
    conditions += [f"{_name(field.column)} IS NULL" for field in _fields(model, empty)]
    each = f"{_equal(changed, ', ')} WHERE {' AND '.join(conditions)}"
    return (*changed, *sought), f"UPDATE {_table(model)} SET ", each  # noqa: S608


def _fields(model: type[Model], names: Iterable[str]) -> Fields:
    return tuple(model._meta.get_field(name) for name in names)  # type: ignore[misc]


def _equal(fields: Fields, between: str) -> str:
    return between.join(f"{_name(field.column)} = %s" for field in fields)


def _table(model: type[Model]) -> str:
    return _name(model._meta.db_table)


def _name(name: str | None) -> str:
    return str(connections[DEFAULT_DB_ALIAS].ops.quote_name(name or ""))
