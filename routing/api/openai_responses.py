"""`/v1/responses`: the younger API of OpenAI's clients, for talk without tools.

client = openai.OpenAI(base_url="https://chat.example.com/v1", api_key="sb_...")
client.responses.create(model="telecom_contas", input="oi")
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample

from conversations import ownership, reading
from conversations.errors import TurnNotFound
from routing.api import openai_answer, openai_responses_shapes
from routing.api import openai_responses_shapes as shapes
from routing.api.door import Door, reply
from routing.api.endpoint_schema import document
from routing.api.openai import ERROR
from routing.api.openai_conversation import refuse_unsupported
from routing.api.openai_responses_answer import EventStream, ResponseDocument
from routing.api.openai_responses_shapes import PreviousResponse, not_found, turn_id_of
from routing.api.read_by import may_read_others, read_by
from routing.turns.audience import TURN, show
from tenancy.principal import Principal

ANSWERS: dict[Any, Any] = {
    (200, "application/json"): shapes.ResponseSerializer,
    (200, "text/event-stream"): shapes.ResponseLine,
}
HELLO = OpenApiExample(
    "A message", {"model": "orders_team", "input": "When are you open?"}, request_only=True
)


class ResponsesDoor(Door):
    takes_messages = True
    takes_files = True

    @document(
        "OpenAI",
        "createResponse",
        shapes.ResponseRequest,
        ANSWERS,
        refuses=(409, 502, 504),
        makes_turn=True,
        examples=[HELLO],
        refusal=ERROR,
    )
    async def post(self, request: HttpRequest) -> HttpResponseBase:
        """Answers the input, as JSON or, with `stream`, as events.

        A client that goes away does not stop the turn.
        """
        sent = openai_responses_shapes.check_request(self.sent)
        earlier = await self._earlier(request, sent)
        message = openai_responses_shapes.read_request(request, self.sent, sent, earlier)
        response = ResponseDocument(sent["model"], sent)
        if sent.get("stream"):
            events = EventStream(response)
            return await openai_answer.stream(message, request, events.lines, events.error)
        response.turn_id, answer = await openai_answer.read_whole(message)
        return reply(response.whole(answer))

    async def _earlier(self, request: HttpRequest, sent: Mapping[str, Any]) -> PreviousResponse | None:
        """The conversation of the response that is gone on with.

        :raises Refused: 404, there is none.
        """
        named = sent.get("previous_response_id")
        if not named:
            return None

        def find(who: Principal) -> PreviousResponse:
            found = reading.conversation_of(reading.for_own_user(who, turn_id_of(named)), turn_id_of(named))
            return PreviousResponse(found.key, found.agent_id, found.user_id)

        try:
            return await self.see(request, find, "chat", named={"user_id": sent.get("user")})
        except TurnNotFound:
            raise not_found(named, "previous_response_id", "previous_response_not_found") from None


class ResponseDoor(Door):
    @document("OpenAI", "readResponse", None, shapes.ResponseSerializer, refuses=(409,), refusal=ERROR)
    async def get(self, request: HttpRequest, response_id: str) -> HttpResponseBase:
        """What a turn answered, without what its request said. For callers of the same key or user."""

        streamed = request.GET.get("stream", "").lower() == "true"
        refuse_unsupported(
            [("/stream", streamed, _("A response that is read comes whole: leave stream out."))]
        )

        def find(who: Principal) -> dict[str, Any]:
            own = reading.for_own_user(who, turn_id_of(response_id))
            found = reading.turn(own, turn_id_of(response_id))
            if may_read_others(own):
                read_by(own, ownership.require(own, found["conversation_key"]), "response")
            return show(own, TURN, found)

        try:
            turn = await self.see(request, find, "chat")
        except TurnNotFound:
            raise not_found(response_id, "response_id", "response_not_found") from None
        return reply(_read_stored(turn))


def _read_stored(turn: Mapping[str, Any]) -> dict[str, Any]:
    """The response of a turn as it is read."""
    names = ("conversation_key", "turn_id", "status")
    answer = {
        "text": turn["text"],
        "metadata": {**(turn["metadata"] or {}), **{name: turn[name] for name in names}},
    }
    _company, model, _own = turn["conversation_key"].split(":", 2)
    created = int(datetime.fromisoformat(turn["created_at"]).timestamp())
    return ResponseDocument(model, {}, turn["turn_id"], created).whole(answer)
