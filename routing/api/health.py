"""`/health`, `/healthz`, `/readyz`, `/metrics`: for people, keepers of processes, load balancers, Prometheus.

Whether what is told can be written down: this machine's disk, and the one behind the database.
"""

import asyncio
import secrets
import shutil
import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import OperationalError, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _

from conversations import redis_client, visits
from conversations.models import Turn
from delivery.models import Delivery
from releases.errors import NothingPublished
from routing.api import catalogue, problems
from routing.api import installation_shapes as installation
from routing.api import serializers as shapes
from routing.api.door import Door, VisitDoor, reply
from routing.api.endpoint_schema import document
from routing.api.problems import Refused
from routing.turns import life, registry
from routing.turns.audience import HEALTH, show
from telemetry import metrics
from tenancy.models import Tenant
from tenancy.principal import Principal
from work.models import Branch, Job

EVERY = 5.0  # seconds between two looks at the database's disk, while all is well
SPILLED = 20_000  # numbers whose order is too large for the smallest working memory: some 300 KB are written
DISK_FULL = "53100"  # PostgreSQL's code
_next_look = 0.0


def measure_disk_room() -> str:
    """`ok` with DISK_FREE_BYTES free where this installation writes, SQLite's file included."""
    folders = {settings.VAR_DIR}
    if settings.SQLITE:
        folders.add(Path(settings.DATABASES["default"]["NAME"]).parent)
    free = min(shutil.disk_usage(folder).free for folder in folders if folder.is_dir())
    return "ok" if free >= settings.DISK_FREE_BYTES else "disk full"


def is_disk_full_behind(connection: BaseDatabaseWrapper) -> bool:
    """Whether the database has no room for another page; raises where it does not answer at all. In a visit.

    A database whose disk is full still answers what is asked. So PostgreSQL is made to write a little that
    leaves nothing behind: an order that does not fit its memory.
    """
    global _next_look
    with connection.cursor() as cursor:
        if connection.vendor != "postgresql" or time.monotonic() < _next_look:
            cursor.execute("SELECT 1")
            return False
        try:
            cursor.execute("SET LOCAL work_mem = '64kB'")
            cursor.execute(
                "SELECT max(n) FROM (SELECT n FROM generate_series(1, %s) n ORDER BY -n OFFSET 0) many",
                [SPILLED],
            )
        except OperationalError as error:
            if getattr(error.__cause__, "sqlstate", "") != DISK_FULL:
                raise
            connection.set_rollback(True)
            return True
    _next_look = time.monotonic() + EVERY
    return False


READY_SECONDS = 3.0


class HealthDoor(VisitDoor):
    """What runs here, for a credential of the company."""

    @document("Health", "readHealth", None, installation.Health, query=shapes.TenantQuery)
    def get(self, who: Principal) -> Any:
        """Mode, profiles, stores and the model that answers."""
        try:
            whole = catalogue.describe_health(*catalogue.read_published(who))
        except NothingPublished:
            whole = catalogue.describe_health(Tenant.objects.get(pk=who.tenant_id), None)
        return show(who, HEALTH, whole)


class AliveDoor(Door):
    counted = False

    @document("Health", "checkLiveness", None, installation.Liveness, open_to_all=True)
    async def get(self, request: HttpRequest) -> HttpResponseBase:
        """Always ok: asks nothing else."""
        return reply({"status": "ok"})


class ReadyDoor(Door):
    counted = False
    _migrated = False

    @document(
        "Health",
        "checkReadiness",
        None,
        {200: installation.ReadinessSerializer, 503: installation.ReadinessSerializer},
        open_to_all=True,
    )
    async def get(self, request: HttpRequest) -> HttpResponseBase:
        """Whether a message would be answered at once; 503 names what is in the way.

        The database and its migrations, Redis where there is one, room on the disk, no stop under way, and
        what this process has to read before its first answer.
        """
        looks = {"database": self._database(), "disk": asyncio.to_thread(measure_disk_room)}
        if settings.REDIS_URL:
            looks["redis"] = self._redis()
        found = await asyncio.gather(*(self._try(look) for look in looks.values()))
        checks = {
            **dict(zip(looks, found, strict=True)),
            "accepting": "stopping" if registry.is_draining() else "ok",
            "loaded": "ok" if life.has_loaded() else "loading",
        }
        ready = all(state == "ok" for state in checks.values())
        response = reply({"status": "ok" if ready else "not ready", "checks": checks}, 200 if ready else 503)
        # An error a second, while nothing is wrong.
        response._has_been_logged = True  # type: ignore[attr-defined]
        return response

    @staticmethod
    async def _try(check: Any) -> str:
        try:
            async with asyncio.timeout(READY_SECONDS):
                return str(await check)
        except Exception as error:  # whatever is wrong with it, it is not ready
            return type(error).__name__

    async def _database(self) -> str:
        return await visits.visit(self._look)

    @classmethod
    def _look(cls) -> str:
        if is_disk_full_behind(connection):
            return "disk full"
        if not ReadyDoor._migrated:
            executor = MigrationExecutor(connection)
            if executor.migration_plan(executor.loader.graph.leaf_nodes()):
                return "migrations missing"
            ReadyDoor._migrated = True
        return "ok"

    @staticmethod
    async def _redis() -> str:
        await redis_client.client().ping()
        return "ok"


# --- /metrics -------------------------------------------------------------------------------------
METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8"
# What waits or runs at this moment, by its table: counted when it is asked for, from indexes of what is open.
QUEUES: tuple[tuple[str, str, Any, tuple[str, ...]], ...] = (
    ("switchboard_turns_open", "Turns that wait or run.", Turn, Turn.OPEN),
    ("switchboard_jobs_open", "Jobs that wait or run.", Job, Job.OPEN),
    ("switchboard_branches_open", "Branches that wait or run.", Branch, Branch.OPEN),
    ("switchboard_outbox", "Messages that are to be sent.", Delivery, (Delivery.Statuses.PENDING,)),
)


async def show_metrics(request: HttpRequest) -> HttpResponse:
    """The counts as text; 404 where nothing is counted, 401 without the token."""
    try:
        _admit_scraper(request)
    except Refused as refused:
        return problems.answer(refused, request)
    gauges = await visits.visit(_read_gauges)
    return HttpResponse(metrics.expose(*gauges), content_type=METRICS_TYPE)


def _admit_scraper(request: HttpRequest) -> None:
    if request.method not in ("GET", "HEAD"):
        raise problems.wrong_method("GET, HEAD")
    if not metrics.is_on():
        raise Refused(
            404,
            "metrics_off",
            _("Nothing is counted"),
            _("METRICS_TOKEN is not set: name a token, and send it as bearer."),
        )
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if not secrets.compare_digest(given.encode(), settings.METRICS_TOKEN.encode()):
        raise Refused(
            401,
            "unauthenticated",
            _("Who is asking?"),
            _("Send the installation's METRICS_TOKEN: Authorization: Bearer …"),
            headers={"WWW-Authenticate": "Bearer"},
        )


def _read_gauges() -> list[tuple[str, str, dict[str, float]]]:
    found: list[tuple[str, str, dict[str, float]]] = []
    for name, meaning, model, statuses in QUEUES:
        rows = model.unscoped.filter(status__in=statuses).values_list("status").annotate(Count("pk"))
        found.append((name, meaning, {**dict.fromkeys(map(str, statuses), 0.0), **dict(rows)}))
    found.append(
        (
            "switchboard_visits",
            "Visits to the database that wait for a thread.",
            {"waiting": float(visits.waiting())},
        )
    )
    return found
