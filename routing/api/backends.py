"""`/backends`, `/backends/health`, `/debug/sessions`.

What a gateway passes messages to, and which session is where.
"""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from conversations.visits import visit
from releases import freshness
from routing.api import installation_shapes as installation
from routing.api import serializers as shapes
from routing.api.door import Door, VisitDoor, reply
from routing.api.endpoint_schema import document
from routing.gateway import operational, preview
from routing.gateway.backends import BackendTable
from routing.gateway.operational import Addresses
from routing.turns.audience import BACKENDS, show
from tenancy.models import Tenant
from tenancy.principal import Principal


class BackendsDoor(VisitDoor):
    @document(
        "Gateway",
        "listBackends",
        None,
        installation.PublishedBackends,
        query=shapes.TenantQuery,
        refuses=(409,),
    )
    def get(self, who: Principal) -> Any:
        """Which backends there are, what each is for, and which is the default."""
        backends, addresses, off = _read_published(who)
        whole = {
            "default_backend": backends.default or None,
            "gateway": settings.GATEWAY,
            "mode": settings.GLOBAL_ROUTING_MODE,
            "backends": [
                {
                    "backend_id": spec.name,
                    "name": spec.shown,
                    "description": spec.description,
                    "domains": spec.domains,
                    "keywords": spec.keywords,
                    "examples": spec.examples,
                    "priority": spec.priority,
                    "default_agent_id": spec.default_agent_id or None,
                    "metadata": spec.metadata,
                    "enabled": not off(spec.name),
                    "circuit": operational.read_circuit_state(
                        operational.name_circuit(who.tenant_id, spec.name, addresses)
                    ),
                }
                for spec in backends.specs.values()
            ],
        }
        return show(who, BACKENDS, whole)


class BackendsHealthDoor(Door):
    @document(
        "Gateway",
        "checkBackends",
        None,
        installation.BackendsHealth,
        query=shapes.TenantQuery,
        refuses=(409,),
    )
    async def get(self, request: HttpRequest) -> HttpResponseBase:
        """Asks the health of every backend now, all at once. Needs the scope debug."""

        def read(who: Principal) -> tuple[Principal, Addresses]:
            backends, addresses, _off = _read_published(who)
            return who, {name: addresses[name] for name in backends.specs if name in addresses}

        who, addresses = await self.see(request, read, "debug")
        found = await operational.look_at_health(addresses)

        def keep() -> None:
            for name, (problem, _ms) in found.items():
                operational.keep_health(who.tenant_id, name, problem)

        await visit(keep)
        return reply(
            {
                "results": [
                    {
                        "backend_id": name,
                        "ok": not problem,
                        "error": problem or None,
                        "elapsed_ms": round(ms, 1),
                        "circuit": operational.read_circuit_state(
                            operational.name_circuit(who.tenant_id, name, addresses)
                        ),
                    }
                    for name, (problem, ms) in found.items()
                ]
            }
        )


class SessionsDoor(VisitDoor):
    scope = "debug"

    @document("Debug", "listSessions", None, installation.BackendSessions, query=shapes.TenantQuery)
    def get(self, who: Principal) -> Any:
        """The last sessions with the backend that each is with, and its last decision."""
        found = preview.list_sessions(who.tenant_id)
        return {"count": len(found), "sessions": found}


def _read_published(who: Principal) -> tuple[BackendTable, Addresses, Any]:
    pinned = freshness.current(Tenant.objects.get(pk=who.tenant_id))
    switches = pinned.operational["rollout"]
    return (
        BackendTable.of(pinned.release),
        pinned.operational["gateway"],
        lambda name: switches.off("backend", name),
    )
