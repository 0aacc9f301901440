"""The lock of a company. Whoever changes its rows takes it before any of them, and two never wait crosswise:

    with transaction.atomic():
        hold("tenant_a")
        row = ApiKey.unscoped.select_for_update().get(pk=key.pk)

A change of a watched row (`audit.watching`) takes it by itself before the row is written; what locks rows
by hand asks here first. It is no lock of the key: turns go on that refer to the company meanwhile.
"""

from django.db import connection

from tenancy.models import Tenant


def hold(*tenants: Tenant | str) -> None:
    """Locks the companies' rows until the transaction ends, in one order whoever asks.

    Outside of one nothing is held, for nothing is held together; on SQLite the transaction is the lock.
    """
    slugs = {getattr(each, "pk", each) for each in tenants}
    if connection.in_atomic_block and connection.features.has_select_for_update:
        rows = Tenant.objects.select_for_update(no_key=True).filter(pk__in=slugs).order_by("pk")
        list(rows.values_list("pk", flat=True))
