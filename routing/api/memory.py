"""`/api/memory`: what is remembered of the user who asks, or for whom a trusted caller asks."""

from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from drf_spectacular.utils import OpenApiExample

from agents.memory import learning
from conversations import memory
from conversations.errors import FactNotFound, FactNotKept
from conversations.facts import Fact
from conversations.ownership import require_user
from routing.api import serializers as shapes
from routing.api.door import Door, reply
from routing.api.endpoint_schema import document
from tenancy.models import Tenant
from tenancy.principal import Principal

EXAMPLE = OpenApiExample("How to call somebody", {"value": "Ana"}, request_only=True)


class MemoryDoor(Door):
    """All that is remembered of a user."""

    @document("Memory", "readMemory", None, shapes.FactsSerializer, query=shapes.UserQuery)
    async def get(self, request: HttpRequest) -> HttpResponseBase:
        """What is remembered, the newest first."""

        def read(who: Principal) -> list[dict[str, Any]]:
            return [_describe(each) for each in memory.read(who.tenant_id, require_user(who))]

        return reply({"facts": await self.see(request, read, "chat")})

    @document("Memory", "forgetEverything", None, shapes.Forgotten, query=shapes.UserQuery)
    async def delete(self, request: HttpRequest) -> HttpResponseBase:
        """Forgets everything; how many facts there were."""

        def forget(who: Principal) -> int:
            return memory.forget(who.tenant_id, require_user(who))

        return reply({"forgotten": await self.see(request, forget, "chat")})


class FactDoor(Door):
    """One thing that is remembered of a user."""

    @document("Memory", "rememberFact", shapes.FactValue, shapes.FactShape, examples=[EXAMPLE])
    async def put(self, request: HttpRequest, key: str) -> HttpResponseBase:
        """Says it, or corrects what is remembered. Personal numbers and secrets are refused."""
        body = self.read_checked(shapes.FactValue, self.sent)

        def write(who: Principal) -> dict[str, Any]:
            user, language = require_user(who), Tenant.objects.get(pk=who.tenant_id).default_language
            made = learning.fact(key, body["value"], 1.0, "corrected", language, "")
            if made is None:
                raise FactNotKept(key)
            memory.keep(who.tenant_id, user, [made])
            return _describe(made)

        return reply(await self.see(request, write, "chat", named=body))

    @document("Memory", "forgetFact", None, shapes.Forgotten, query=shapes.UserQuery)
    async def delete(self, request: HttpRequest, key: str) -> HttpResponseBase:
        """Forgets it."""

        def forget(who: Principal) -> int:
            if not (gone := memory.forget(who.tenant_id, require_user(who), [key])):
                raise FactNotFound(key)
            return gone

        return reply({"forgotten": await self.see(request, forget, "chat")})


def _describe(fact: Fact) -> dict[str, Any]:
    return {
        "key": fact.key, "value": fact.value, "confidence": fact.confidence, "source": fact.source,
        "turn_id": fact.turn or None, "learned_at": memory.time_of(fact),
    }  # fmt: skip
