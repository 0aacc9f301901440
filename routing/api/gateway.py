"""`/gateway/*`: the door of the agent gateway protocol, answered at once or as a stream of events."""

import re

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from drf_spectacular.utils import OpenApiExample

from conversations import ownership
from routing.api import answer_shapes as answers
from routing.api import gateway_request, waiting
from routing.api import serializers as shapes
from routing.api.body import read_query_once
from routing.api.door import Door
from routing.api.endpoint_schema import document
from routing.api.fields import EVENT_ID
from routing.api.read_by import read_by
from routing.gateway.relaying import SessionBackend, place
from routing.turns.follow import follow
from tenancy.authenticate import RawCredentials

QUESTION = OpenApiExample(
    "A question",
    {
        "channel": "web",
        "tenant_id": "acme",
        "agent_id": "orders_team",
        "payload": {
            "text": "When are you open on Sunday?",
            "session_id": "web-001",
            "user_id": "u1",
            "context": {"customer_id": "A-100"},
        },
    },
    request_only=True,
)
EVENTS = {(200, "text/event-stream"): shapes.Event}
ANSWERS = {(200, "application/json"): answers.GATEWAY, 202: shapes.Accepted}


class GatewayMessageDoor(Door):
    takes_messages = True
    takes_files = True

    @document(
        "Gateway",
        "sendGatewayMessage",
        shapes.GatewayRequest,
        {200: answers.GATEWAY, 202: shapes.Accepted},
        makes_turn=True,
        examples=[QUESTION],
    )
    async def post(self, request: HttpRequest) -> HttpResponseBase:
        """Sends a message and waits for the answer.

        At a gateway the answer is a backend's; `backend_id` says which, else the session and the message do.
        """
        message = gateway_request.read(request, self.sent, "gateway")
        return await waiting.answer(request, message, forced=gateway_request.read_backend(self.sent))


class GatewayStreamDoor(Door):
    takes_messages = True
    takes_files = True

    @document(
        "Gateway",
        "streamGatewayMessage",
        shapes.GatewayRequest,
        EVENTS | ANSWERS,
        query=shapes.NamesQuery,
        makes_turn=True,
        examples=[QUESTION],
    )
    async def post(self, request: HttpRequest) -> HttpResponseBase:
        """Sends a message and streams its turn: accepted, step, text, handoff, question, answer, done.

        Route with the scope debug.

        A client that goes away does not stop the turn. With `Accept: application/json` the answer comes as
        JSON and the events are at `/gateway/events/{conversation_key}`. At a gateway the events are a
        backend's, with backend.selected, backend.unavailable and backend.handover between them.
        """
        names = self.read_checked(shapes.NamesQuery, read_query_once(request))["names"]
        message = gateway_request.read(request, self.sent, "gateway_sse")
        as_json = request.headers.get("Accept", "").split(",")[0].split(";")[0].strip() == "application/json"
        forced = gateway_request.read_backend(self.sent)
        if as_json:
            return await waiting.answer(request, message, forced=forced)
        return await waiting.stream_answer(request, message, forced, names)


class GatewayEventsDoor(Door):
    @document("Gateway", "replayEvents", None, EVENTS, query=shapes.EventsQuery, refuses=(502, 508))
    async def get(self, request: HttpRequest, conversation_key: str) -> HttpResponseBase:
        """Streams the events of a conversation's turns, from `Last-Event-ID` on where they are still known.

        At a gateway they are the events of the backend that the session is with, after `backend.selected`.
        """
        last = request.headers.get("Last-Event-ID") or self.query.get("last_event_id") or ""
        if settings.GATEWAY:

            async def look() -> SessionBackend:
                return await self.see(request, lambda who: place(who, conversation_key), "chat")

            last = last if re.match(EVENT_ID, last) else ""
            return await waiting.stream_session_events(request, look, last, self.query["names"])
        await self.see(
            request, lambda who: read_by(who, ownership.require(who, conversation_key), "events"), "chat"
        )
        raw = RawCredentials.of(request, self.query.get("tenant_id") or None)
        return await waiting.stream(
            follow(
                raw,
                conversation_key,
                last if re.match(EVENT_ID, last) else None,
                self.query.get("user_id") or None,
            ),
            request,
            first=False,
            names=self.query["names"],
        )
