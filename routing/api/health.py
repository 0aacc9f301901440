"""`/health`, `/healthz`, `/readyz`: for people, for the process's keeper, for the load balancer."""

import asyncio
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from conversations import redis_client, visits
from releases.errors import NothingPublished
from routing.api import catalogue, disk
from routing.api import installation_shapes as installation
from routing.api import serializers as shapes
from routing.api.door import Door, VisitDoor, reply
from routing.api.endpoint_schema import document
from routing.turns import life, registry
from routing.turns.audience import HEALTH, show
from tenancy.models import Tenant
from tenancy.principal import Principal

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
        looks = {"database": self._database(), "disk": asyncio.to_thread(disk.room)}
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
        if disk.full_behind(connection):
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
