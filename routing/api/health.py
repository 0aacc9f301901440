"""`/health`, `/healthz`, `/readyz`: for people, for the process's keeper, for the load balancer.

Whether what is told can be written down: this machine's disk, and the one behind the database.
"""

import asyncio
import shutil
import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import OperationalError, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from conversations import redis_client, visits
from releases.errors import NothingPublished
from routing.api import catalogue
from routing.api import installation_shapes as installation
from routing.api import serializers as shapes
from routing.api.door import Door, VisitDoor, reply
from routing.api.endpoint_schema import document
from routing.turns import life, registry
from routing.turns.audience import HEALTH, show
from tenancy.models import Tenant
from tenancy.principal import Principal

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
            whole = catalogue.health(*catalogue.read_published(who))
        except NothingPublished:
            whole = catalogue.health(Tenant.objects.get(pk=who.tenant_id), None)
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
            "accepting": "stopping" if registry.draining() else "ok",
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
