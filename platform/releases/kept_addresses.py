"""Addresses and secrets of rows that a restored release does not have come back with them (ADR 147).

with keeping(tenant):
    ...  # rows go and come
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from egress import places
from egress.models import KeptAddress
from outbound.fields import EncryptedField, Sealed
from releases import sections
from releases.authored_rows import name_of
from releases.models import Release
from releases.sections import RowTable
from tenancy.company_lock import hold
from tenancy.models import Tenant
from tenancy.operational import touch

KEPT = timedelta(days=90)  # no secret lies for ever beside a row that nobody brought back
Key = tuple[str, str]  # section and part (`agents.servers`), and a row's name
Values = dict[str, Any]  # a row's fields


@contextmanager
def keeping(tenant: Tenant) -> Iterator[None]:
    """Around the writing of rows: what went with one that some release has is kept, and given back to one
    that came. Within a transaction that holds the company.
    """
    before = _read(tenant)
    yield
    _keep(tenant, before)
    _put_all_back(tenant, before)


def tidy() -> int:
    """Removes what nothing needs to bring back, of every company; how many that were.

    The row has an address or secret of its own again, no release has the row, or the time is over.
    """
    removed = 0
    for slug in list(KeptAddress.unscoped.order_by().values_list("tenant", flat=True).distinct()):
        with transaction.atomic():
            hold(slug)
            rows = _list_rows(slug)
            for kept in KeptAddress.objects.of(slug):
                key = kept.place, kept.name
                over = kept.kept_at < timezone.now() - KEPT
                if over or (key in rows and _own(*rows[key])) or not is_in_a_release(slug, *key):
                    kept.delete()
                    removed += 1
    return removed


def is_in_a_release(tenant: Tenant | str, place: str, name: str) -> bool:
    """Whether a release that can be restored has the row."""
    section, part = place.split(".")
    return Release.objects.of(tenant).filter(**{f"content__{section}__{part}__has_key": name}).exists()


def _read(tenant: Tenant) -> Mapping[Key, Values]:
    """What no release keeps of a company's rows."""
    return {key: _values(*each) for key, each in _list_rows(tenant).items()}


def _keep(tenant: Tenant, before: Mapping[Key, Values]) -> None:
    """Keeps what went with its row, of rows that some release has."""
    now = _list_rows(tenant)
    for (place, name), values in before.items():
        if (place, name) not in now and values and is_in_a_release(tenant, place, name):
            KeptAddress.unscoped.update_or_create(
                tenant=tenant,
                place=place,
                name=name,
                defaults={"values": json.dumps(values), "kept_at": timezone.now()},
            )


def _put_all_back(tenant: Tenant, before: Mapping[Key, Values]) -> None:
    """Gives rows that came what was kept of theirs; of those that have their own again nothing stays kept."""
    now = _list_rows(tenant)
    for kept in KeptAddress.objects.of(tenant):
        key = kept.place, kept.name
        if key not in now:
            continue
        if _own(*now[key]):
            kept.delete()
        elif key not in before and _put_back(*now[key], json.loads(kept.values)):
            kept.delete()
            touch(tenant)


def _put_back(table: RowTable, row: Any, values: Values) -> bool:
    """Whether it could be: a row that leads elsewhere gets nothing of what belonged to another address."""
    if any(getattr(row, name) != value for name, value in values.items() if name in table.fields):
        return False
    for name, value in values.items():
        setattr(row, name, value)
    row.save()
    return True


def _list_rows(tenant: Tenant | str) -> Mapping[Key, tuple[RowTable, Any]]:
    return {
        (place, name_of(row)): (table, row)
        for place, table in _list_tables()
        for row in table.model.objects.of(tenant)
    }


def _list_tables() -> list[tuple[str, RowTable]]:
    """The authored rows that have an address or a secret, each under its section and part."""
    tables = [(f"{each.name}.{one.name}", one) for each in sections.list_sections() for one in each.tables]
    return [(place, table) for place, table in tables if _fields(table)]


def _fields(table: RowTable) -> set[str]:
    """Those that say where a row sends what it is given, and its secrets; no relations."""
    place = places.of(table.model)
    secret = {each.name for each in table.model._meta.fields if isinstance(each, EncryptedField)}
    return (secret | set(place.fields if place else ())) - set(table.one)


def _own(table: RowTable, row: Any) -> set[str]:
    """Those of them that no release keeps, and that a row says otherwise than a new one."""
    new = table.model()
    return {name for name in _fields(table) - set(table.fields) if getattr(row, name) != getattr(new, name)}


def _values(table: RowTable, row: Any) -> Values:
    """A row's fields; none of one that says nothing readable beside what a release keeps."""
    values = {name: getattr(row, name) for name in _fields(table)}
    values = {name: value for name, value in values.items() if not isinstance(value, Sealed)}
    return values if _own(table, row) & values.keys() else {}
