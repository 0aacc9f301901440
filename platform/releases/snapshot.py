"""What a tenant has authored, as one JSON value with a digest."""

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction

from releases import sections
from releases.sections import Content
from tenancy.models import Tenant


def canonical(content: Content) -> str:
    """The one spelling of a content: sorted keys, no spaces.

    >>> canonical({"b": 1, "a": "é"})
    '{"a":"é","b":1}'
    """
    return json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest(content: Content) -> str:
    """SHA-256 of the canonical spelling, in hex: the same content has the same name everywhere."""
    return hashlib.sha256(canonical(content).encode("utf-8", "surrogatepass")).hexdigest()


def take(tenant: Tenant) -> dict[str, sections.Json]:
    """The draft as it is now: what every section compiles, as plain JSON."""
    compiled = {section.name: section.compile(tenant) for section in sections.list_sections()}
    plain: dict[str, sections.Json] = json.loads(canonical(compiled))
    return plain


def take_settled(tenant: Tenant) -> dict[str, sections.Json]:
    """The draft, not torn by an edit that was saved while its rows were being read.

    Inside a transaction it is what that one sees.
    """
    with _one_moment():
        return take(tenant)


@contextmanager
def _one_moment() -> Iterator[None]:
    """All reads see the database of one moment, and hold up nobody who writes.

    On SQLite that is a transaction that only reads, beside the write-ahead log
    (https://sqlite.org/isolation.html); Django's own would take the lock of writers.
    """
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "postgresql":
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield
    else:
        with connection.cursor() as cursor:
            cursor.execute("BEGIN DEFERRED")
            try:
                yield
            finally:
                cursor.execute("ROLLBACK")
