"""The company is locked before any of its rows: an import and a save never wait crosswise."""

import threading
import time
from collections.abc import Callable

import pytest
from django.db import connection, transaction

from audit.models import AuditEntry
from releases import publish
from routing.models import Intent
from tenancy import ending, keys
from tenancy.company_lock import hold
from tenancy.models import ApiKey, Tenant
from tests.releases import company

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite's transaction is the lock"),
]
WAITS = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"


def rename() -> None:
    row = Intent.unscoped.get(name="billing")
    row.description = "renamed"
    row.save()


CHANGES: dict[str, tuple[type, Callable[[], object]]] = {
    "a save": (Intent, rename),
    "a deletion": (Intent, lambda: Intent.unscoped.get(name="billing").delete()),
    "a key that is revoked": (ApiKey, lambda: keys.revoke(ApiKey.unscoped.get())),
    "a key whose sessions end": (ApiKey, lambda: ending.of_key(ApiKey.unscoped.get())),
}


@pytest.mark.parametrize(("model", "change"), CHANGES.values(), ids=CHANGES)
def test_who_waits_for_the_company_holds_none_of_its_rows(model, change) -> None:
    company.author()
    Intent.unscoped.get_or_create(tenant_id="acme", name="billing")
    ApiKey.make("acme", "shop", ["chat"])
    before, failed = AuditEntry.objects.of("acme").count(), []

    def go() -> None:
        try:
            with transaction.atomic():
                change()
        except Exception as error:
            failed.append(error)
        finally:
            connection.close()

    other = threading.Thread(target=go)
    with transaction.atomic():
        hold("acme")  # as an import does first
        other.start()
        until = time.monotonic() + 10
        while time.monotonic() < until and not _waits():
            time.sleep(0.02)
        rows = model.unscoped.select_for_update(nowait=True).filter(tenant_id="acme")
        assert list(rows)  # nobody has one of them
    other.join(10)
    assert not failed and AuditEntry.objects.of("acme").count() == before + 1


def _waits() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(WAITS)
        return cursor.fetchone() is not None


def test_rows_that_refer_to_a_company_come_in_while_it_is_published() -> None:
    tenant = company.author()
    with transaction.atomic():
        publish.lock(tenant)
        done = threading.Event()

        def refer() -> None:
            ApiKey.unscoped.bulk_create([ApiKey(tenant=Tenant(pk="acme"), name="x", prefix="abcdefgh")])
            connection.close()
            done.set()

        threading.Thread(target=refer, daemon=True).start()
        assert done.wait(5)
