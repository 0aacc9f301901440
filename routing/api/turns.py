"""`/api/turns/*`: one turn, and stopping it."""

from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from conversations import ownership, reading
from routing.api import answer_shapes as answers
from routing.api import installation_shapes as installation
from routing.api import serializers as shapes
from routing.api.door import Door, reply
from routing.api.endpoint_schema import document
from routing.api.read_by import may_read_others, read_by
from routing.turns.audience import TURN, show
from routing.turns.stop import stop
from tenancy.authenticate import RawCredentials
from tenancy.principal import Principal


class TurnDoor(Door):
    """What became of a message."""

    @document("Turns", "readTurn", None, answers.TURN, query=shapes.UserQuery)
    async def get(self, request: HttpRequest, turn_id: str) -> HttpResponseBase:
        """The status of a turn and, once there, its answer."""

        def read(who: Principal) -> dict[str, Any]:
            found = reading.turn(who, turn_id)
            if may_read_others(who):
                read_by(who, ownership.require(who, found["conversation_key"]), "turn")
            return show(who, TURN, found)

        return reply(await self.see(request, read, "chat"))


class StopDoor(Door):
    """Stops an answer in the making."""

    body_optional = True

    @document(
        "Turns",
        "stopTurn",
        None,
        installation.Stopped,
        query=shapes.UserQuery,
        refuses=(409,),
        body_optional=True,
    )
    async def post(self, request: HttpRequest, turn_id: str) -> HttpResponseBase:
        """Stops a turn; what was already said stays."""
        body = self.read_checked(shapes.UserQuery, self.sent)
        tenant, user = (self.query.get(name) or body.get(name) or None for name in ("tenant_id", "user_id"))
        return reply(await stop(RawCredentials.of(request, tenant), turn_id, user))
