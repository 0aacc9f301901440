"""`/api/memory`: what is remembered of the user who asks, or for whom a trusted caller asks."""

from typing import Any

from drf_spectacular.utils import OpenApiExample

from agents.memory import learning
from conversations import memory
from conversations.errors import FactNotFound, FactNotKept
from conversations.ownership import require_user
from conversations.turn_parts import Fact
from routing.api import serializers as shapes
from routing.api.door import VisitDoor
from routing.api.endpoint_schema import document
from tenancy.models import Tenant
from tenancy.principal import Principal

EXAMPLE = OpenApiExample("How to call somebody", {"value": "Ana"}, request_only=True)


class MemoryDoor(VisitDoor):
    scope = "chat"

    @document("Memory", "readMemory", None, shapes.FactsSerializer, query=shapes.UserQuery)
    def get(self, who: Principal) -> Any:
        """What is remembered, the newest first."""
        return {"facts": [_describe(each) for each in memory.read(who.tenant_id, require_user(who))]}

    @document("Memory", "forgetEverything", None, shapes.Forgotten, query=shapes.UserQuery)
    def delete(self, who: Principal) -> Any:
        """Forgets everything; how many facts there were."""
        return {"forgotten": memory.forget(who.tenant_id, require_user(who))}


class FactDoor(VisitDoor):
    """One thing that is remembered of a user."""

    scope = "chat"

    @document("Memory", "rememberFact", shapes.FactValue, shapes.FactShape, examples=[EXAMPLE])
    def put(self, who: Principal, key: str) -> Any:
        """Says it, or corrects what is remembered. Personal numbers and secrets are refused."""
        user, language = require_user(who), Tenant.objects.get(pk=who.tenant_id).default_language
        made = learning.fact(key, self.body["value"], 1.0, "corrected", language, "")
        if made is None:
            raise FactNotKept(key)
        memory.keep(who.tenant_id, user, [made])
        return _describe(made)

    @document("Memory", "forgetFact", None, shapes.Forgotten, query=shapes.UserQuery)
    def delete(self, who: Principal, key: str) -> Any:
        """Forgets it."""
        if not (gone := memory.forget(who.tenant_id, require_user(who), [key])):
            raise FactNotFound(key)
        return {"forgotten": gone}


def _describe(fact: Fact) -> dict[str, Any]:
    return {
        "key": fact.key, "value": fact.value, "confidence": fact.confidence, "source": fact.source,
        "turn_id": fact.turn or None, "learned_at": memory.time_of(fact),
    }  # fmt: skip
