"""`/v1/responses`: the younger API of OpenAI's clients, for talk without tools.

client = openai.OpenAI(base_url="https://chat.example.com/v1", api_key="sb_...")
client.responses.create(model="telecom_contas", input="oi")
"""

import time
from collections.abc import AsyncIterator, Mapping
from datetime import datetime
from typing import Any

import orjson
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample

from conversations import ownership, reading
from conversations.errors import TurnNotFound
from conversations.turn import TurnEvent
from routing.api import openai_answer, openai_responses_shapes
from routing.api import openai_responses_shapes as shapes
from routing.api.door import Door, reply
from routing.api.endpoint_schema import document
from routing.api.openai import ERROR
from routing.api.openai_conversation import refuse_unsupported
from routing.api.openai_responses_shapes import (
    PreviousResponse,
    not_found,
    read_conversation,
    response_id,
    turn_id_of,
)
from routing.api.read_by import may_read_others, read_by
from routing.turns.audience import TURN, show
from tenancy.principal import Principal

# Of a turn's status and of its `stopped`: the response's status.
STATUSES = {
    "queued": "queued",
    "running": "in_progress",
    "failed": "failed",
    "cancelled": "cancelled",
    "blocked": "incomplete",
}
SHORT = {"length": "max_output_tokens", "content_filter": "content_filter"}
ENDS = {"completed": "response.completed", "failed": "response.failed"}  # any other: response.incomplete
TOKENS = ("input_tokens", "output_tokens")
FIRST = {"output_index": 0, "content_index": 0}


class ResponseDocument:
    """One response. `asked`: the request that it answers, of which it repeats some fields."""

    def __init__(self, model: str, body: Mapping[str, Any], turn_id: str = "", created: int = 0) -> None:
        named = read_conversation(body)
        self.turn_id = turn_id
        self._created = created or int(time.time())
        self._model = model
        self._asked = {
            "instructions": body.get("instructions"),
            "previous_response_id": body.get("previous_response_id") or None,
            "conversation": {"id": str(named)} if named else None,
            "metadata": body.get("metadata") or {},
            "user": body.get("user") or None,
        }

    def whole(self, answer: Mapping[str, Any]) -> dict[str, Any]:
        """The response of a turn's answer."""
        status, problem = choose_status(answer), openai_answer.explain_failure(answer)
        text = (
            openai_answer.write_readable(answer) if problem is None or openai_answer.is_begun(answer) else ""
        )
        busy = problem is not None and problem.code == "model_busy"
        return self._document(
            status,
            output=[self.item(status, [_make_part(text)])] if text else [],
            error={"code": "rate_limit_exceeded" if busy else "server_error", "message": problem.detail}
            if problem
            else None,
            incomplete_details=_explain_incomplete(answer) if status == "incomplete" else None,
            usage=None
            if status in ("queued", "in_progress")
            else openai_answer.describe_usage(answer, *TOKENS),
            switchboard=openai_answer.describe_turn(answer),
        )

    def begin(self) -> dict[str, Any]:
        """The response before anything is said."""
        return self._document("in_progress", [], None, None, None, {})

    def item(self, status: str, content: list[dict[str, Any]]) -> dict[str, Any]:
        """The message of the answer."""
        own = status if status in ("in_progress", "completed") else "incomplete"
        named = {"id": self.item_id, "type": "message", "status": own, "role": "assistant"}
        return {**named, "content": content}

    @property
    def item_id(self) -> str:
        """The id of the message."""
        return f"msg_{self.turn_id}"

    def _document(
        self,
        status: str,
        output: list[dict[str, Any]],
        error: dict[str, Any] | None,
        incomplete_details: dict[str, Any] | None,
        usage: dict[str, Any] | None,
        switchboard: dict[str, Any],
    ) -> dict[str, Any]:
        return {
            "id": response_id(self.turn_id),
            "object": "response",
            "created_at": self._created,
            "status": status,
            "error": error,
            "incomplete_details": incomplete_details,
            "model": self._model,
            "output": output,
            "usage": usage,
            **self._asked,
            "parallel_tool_calls": True,
            "tool_choice": "auto",
            "tools": [],
            "temperature": None,
            "top_p": None,
            "switchboard": switchboard,
        }


class EventStream:
    """The events of one response, numbered."""

    def __init__(self, response: ResponseDocument) -> None:
        self._response = response
        self._number = 0
        self._sent = openai_answer.TextSoFar()
        self._open = False  # whether the message has begun

    async def lines(self, events: AsyncIterator[TurnEvent]) -> AsyncIterator[bytes]:
        """The stream, from `response.created` to the event that has the whole response."""
        async for event in events:
            if event.name == "accepted":
                self._response.turn_id = str(event.data.get("turn_id", ""))
                for name in ("response.created", "response.in_progress"):
                    yield self._event(name, response=self._response.begin())
            elif event.name in ("text", "text.reset"):
                for line in self._say(self._sent.piece(event)):
                    yield line
            elif event.name == "answer":
                for line in self._end(event.data):
                    yield line
                break

    def error(self, document: bytes) -> bytes:
        """A refusal in a stream that has begun, as the event `error`; `error` in it is what clients raise."""
        problem = orjson.loads(document)["error"]
        return self._event(
            "error", **{name: problem[name] for name in ("code", "message", "param")}, error=problem
        )

    def _say(self, piece: str) -> list[bytes]:
        """The events of some words."""
        if not piece:
            return []
        made = [] if self._open else self._begin()
        delta = self._event("response.output_text.delta", **self._place(), delta=piece, logprobs=[])
        return [*made, delta]

    def _begin(self) -> list[bytes]:
        self._open = True
        item = self._response.item("in_progress", [])
        return [
            self._event("response.output_item.added", output_index=0, item=item),
            self._event("response.content_part.added", **self._place(), part=_make_part("")),
        ]

    def _end(self, answer: Mapping[str, Any]) -> list[bytes]:
        """What is lacking, the ends of what was begun, and the whole response."""
        whole, made = self._response.whole(answer), []
        if whole["output"]:
            (item,) = whole["output"]
            (part,) = item["content"]
            done = {"text": part["text"], "logprobs": []}
            made = self._say(self._sent.rest(answer))
            made += [
                self._event("response.output_text.done", **self._place(), **done),
                self._event("response.content_part.done", **self._place(), part=part),
                self._event("response.output_item.done", output_index=0, item=item),
            ]
        return [*made, self._event(ENDS.get(whole["status"], "response.incomplete"), response=whole)]

    def _place(self) -> dict[str, Any]:
        return {"item_id": self._response.item_id, **FIRST}

    def _event(self, name: str, **data: Any) -> bytes:
        event = {"type": name, "sequence_number": self._number, **data}
        self._number += 1
        return b"event: %s\ndata: %s\n\n" % (name.encode(), orjson.dumps(event, default=str))


def choose_status(answer: Mapping[str, Any]) -> str:
    """completed, incomplete, failed or cancelled; in_progress or queued while there is no answer."""
    known = answer.get("metadata") or {}
    incomplete = "incomplete" if known.get("stopped") in SHORT else "completed"
    return STATUSES.get(str(known.get("status")), incomplete)


def _explain_incomplete(answer: Mapping[str, Any]) -> dict[str, Any]:
    known = answer.get("metadata") or {}
    blocked = known.get("status") == "blocked"
    return {"reason": "content_filter" if blocked else SHORT[str(known.get("stopped"))]}


def _make_part(text: str) -> dict[str, Any]:
    return {"type": "output_text", "text": text, "annotations": [], "logprobs": []}


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
            found = reading.find_conversation(
                reading.act_for_own_user(who, turn_id_of(named)), turn_id_of(named)
            )
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
            own = reading.act_for_own_user(who, turn_id_of(response_id))
            found = reading.describe_turn(own, turn_id_of(response_id))
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
