"""`/api/turns/*`: one turn, and stopping it."""

from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from conversations import ownership, reading
from routing.api import answer_shapes as answers
from routing.api import installation_shapes as installation
from routing.api import serializers as shapes
from routing.api.door import Door, VisitDoor, reply
from routing.api.endpoint_schema import document
from routing.api.read_by import may_read_others, read_by
from routing.turns.audience import TURN, show
from routing.turns.run import stop
from tenancy.authenticate import RawCredentials
from tenancy.principal import Principal


class TurnDoor(VisitDoor):
    scope = "chat"

    @document("Turns", "readTurn", None, answers.TURN, query=shapes.UserQuery)
    def get(self, who: Principal, turn_id: str) -> Any:
        """The status of a turn and, once there, its answer."""
        found = reading.turn(who, turn_id)
        if may_read_others(who):
            read_by(who, ownership.require(who, found["conversation_key"]), "turn")
        return show(who, TURN, found)


class StopDoor(Door):
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
