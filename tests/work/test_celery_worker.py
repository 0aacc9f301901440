"""A real worker process on a real Redis runs jobs that this process started."""

import time
from collections.abc import Iterator

import pytest

from releases.models import Release
from tenancy.models import Tenant
from tests.parts import rows
from tests.parts.workers import BROKER, Workers, database_url, emptied_broker
from tests.releases import company
from work import jobs

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(scope="session")
def worker(django_db_setup: None) -> Iterator[None]:
    workers = Workers(emptied_broker(), database_url())
    workers.start(wait=False)
    yield
    workers.end_all()


def test_a_worker_publishes_and_the_row_tells(worker, settings):
    settings.CELERY_BROKER_URL = BROKER
    rows.left.add(Release._meta.db_table)  # by the worker, unseen by this process
    tenant = company.author()
    job = jobs.start(tenant, "publish", {"note": "by a worker"}, author="ana")
    limit = time.monotonic() + 90  # a cold worker on a busy machine
    while (row := jobs.get(tenant, job.pk)).open and time.monotonic() < limit:
        time.sleep(0.05)
    assert (row.status, row.error) == ("done", "")
    assert row.result["release"] == Tenant.objects.get(pk="acme").live_release == 1
    assert Release.objects.of("acme").get().author == "ana"


def test_a_broker_that_is_away_loses_no_job(settings):
    settings.CELERY_BROKER_URL = "redis://127.0.0.1:1/0"
    job = jobs.start(company.author(), "publish", {}, author="ana")
    assert jobs.get("acme", job.pk).status == "queued"
