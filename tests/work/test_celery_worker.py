"""A real worker process on a real Redis runs jobs that this process started."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest
import redis
from django.conf import settings
from django.db import connection

from releases.models import Release
from tenancy.models import Tenant
from tests.parts import rows
from tests.releases import company
from work import jobs

BROKER = os.environ.get("SWITCHBOARD_TEST_BROKER", "redis://127.0.0.1:6379/9")

pytestmark = pytest.mark.django_db(transaction=True)


def answers() -> bool:
    try:
        return bool(redis.Redis.from_url(BROKER, socket_connect_timeout=1).ping())
    except redis.RedisError:
        return False


def database_url() -> str:
    """The address of this run's test database, for another process."""
    database = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{database['NAME']}"
    who = f"{database['USER']}:{database['PASSWORD']}".rstrip(":")
    return f"postgres://{who}@{database['HOST']}:{database['PORT'] or 5432}/{database['NAME']}"


@pytest.fixture(scope="session")
def worker(django_db_setup: None) -> Iterator[None]:
    if not answers():
        if os.environ.get("CI") == "true":
            pytest.fail(f"{BROKER} does not answer, and in CI it must")
        pytest.skip(f"no Redis at {BROKER}: start one to run this test")
    redis.Redis.from_url(BROKER).flushdb()
    environment = os.environ | {
        "DATABASE_URL": database_url(),
        "CELERY_BROKER_URL": BROKER,
        "CELERY_SKIP_CHECKS": "1",  # they import every page: seconds
    }
    command = [sys.executable, "-m", "celery", "-A", "config", "worker", "-P", "threads", "-c", "4"]
    process = subprocess.Popen(
        [*command, "--loglevel", "WARNING", "--without-gossip", "--without-mingle", "--without-heartbeat"],
        cwd=settings.BASE_DIR,
        env=environment | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    yield
    process.terminate()
    process.wait(10)


def test_a_worker_publishes_and_the_row_tells(worker, settings):
    settings.CELERY_BROKER_URL = BROKER
    rows.written.add(Release._meta.db_table)  # by the worker, unseen by this process
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
