"""The lock of a company. Whoever changes its rows takes it before any of them, and two never wait crosswise:

    with lock_row(key) as row:
        row.revoked_at = timezone.now()

A change of a watched row (`audit.watching`) takes it by itself before the row is written; what locks rows
by hand asks here first. It is no lock of the key: turns go on that refer to the company meanwhile.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

from django.db import connection, transaction

from tenancy.models import Tenant
from tenancy.tenant_rows import TenantModel, slug_of

M = TypeVar("M", bound=TenantModel)


def hold(*tenants: Tenant | str) -> None:
    """Locks the companies' rows until the transaction ends, in one order whoever asks.

    Outside of one nothing is held, for nothing is held together; on SQLite the transaction is the lock.
    """
    slugs = set(map(slug_of, tenants))
    if connection.in_atomic_block and connection.features.has_select_for_update:
        rows = Tenant.objects.select_for_update(no_key=True).filter(pk__in=slugs).order_by("pk")
        list(rows.values_list("pk", flat=True))


@contextmanager
def lock_row(row: M) -> Iterator[M]:
    """A transaction with the row as it is now, locked behind its company."""
    with transaction.atomic():
        hold(row.tenant_id)
        yield type(row)._base_manager.select_for_update().get(pk=row.pk)
