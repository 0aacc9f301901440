"""`/v1/*`: the chat API of OpenAI's clients. A model is a profile, an API key the key of this platform.

client = openai.OpenAI(base_url="https://chat.example.com/v1", api_key="sb_...")
client.chat.completions.create(model="telecom_contas", messages=[{"role": "user", "content": "oi"}])

Answers of `/v1/chat/completions`: a completion, or its chunks as they come.
"""

import time
from collections.abc import AsyncIterator, Mapping
from functools import partial
from typing import Any

import orjson
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from drf_spectacular.utils import OpenApiExample

from conversations.turn import TurnEvent
from releases.models import Release
from routing.api import catalogue, openai_answer, openai_request
from routing.api import openai_shapes as shapes
from routing.api.door import Door, VisitDoor, reply
from routing.api.endpoint_schema import document
from routing.errors import UnknownProfile
from tenancy.principal import Principal

TOKENS = ("prompt_tokens", "completion_tokens")
MARK = b"data: [DONE]\n\n"
# Why an answer ended, by its `stopped`; of what broke off no more than that it is not whole can be said.
SHORT = {"length": "length", "interrupted": "length", "content_filter": "content_filter"}


class CompletionDocument:
    """One completion, whole or in chunks."""

    def __init__(self, model: str, turn_id: str) -> None:
        self._head = {"id": f"chatcmpl-{turn_id}", "created": int(time.time()), "model": model}

    def whole(self, answer: Mapping[str, Any]) -> dict[str, Any]:
        """The completion of a request without `stream`."""
        text, calls = openai_answer.write_readable(answer), list_tool_calls(answer)
        message: dict[str, Any] = {
            "role": "assistant",
            "content": (text or None) if calls else text,
            "refusal": None,
        }
        if calls:
            message["tool_calls"] = calls
        choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": _choose_finish(answer)}
        return {
            **self._head,
            "object": "chat.completion",
            "choices": [choice],
            "usage": openai_answer.describe_usage(answer, *TOKENS),
            "system_fingerprint": None,
            "switchboard": openai_answer.describe_turn(answer),
        }

    def chunk(self, delta: Mapping[str, Any], finish: str | None = None, **more: Any) -> bytes:
        """One line of the stream."""
        choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
        return _write_json_line(
            {**self._head, "object": "chat.completion.chunk", "choices": [choice], **more}
        )

    def write_usage(self, answer: Mapping[str, Any]) -> bytes:
        """The line with the usage, after the last piece."""
        return _write_json_line(
            {
                **self._head,
                "object": "chat.completion.chunk",
                "choices": [],
                "usage": openai_answer.describe_usage(answer, *TOKENS),
            }
        )


async def write_lines(events: AsyncIterator[TurnEvent], model: str, with_usage: bool) -> AsyncIterator[bytes]:
    """The stream of one completion, from its role to `[DONE]`.

    :raises Refused: the turn failed before its first word."""
    more: dict[str, Any] = {"usage": None} if with_usage else {}
    completion, text = CompletionDocument(model, ""), openai_answer.TextSoFar()
    async for event in events:
        if event.name == "accepted":
            completion = CompletionDocument(model, str(event.data.get("turn_id", "")))
            yield completion.chunk({"role": "assistant", "content": "", "refusal": None}, **more)
        elif event.name in ("text", "text.reset"):
            if piece := text.piece(event):
                yield completion.chunk({"content": piece}, **more)
        elif event.name == "answer":
            problem = openai_answer.explain_failure(event.data)
            if problem is not None and not openai_answer.is_begun(event.data):
                raise problem
            if rest := text.rest(event.data):
                yield completion.chunk({"content": rest}, **more)
            for n, call in enumerate(list_tool_calls(event.data)):
                yield completion.chunk({"tool_calls": [{"index": n, **call}]}, **more)
            about = openai_answer.describe_turn(event.data)
            yield completion.chunk({}, _choose_finish(event.data), switchboard=about, **more)
            if with_usage:
                yield completion.write_usage(event.data)
            break
    yield MARK


def list_tool_calls(answer: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The calls of the client's own tools with which the turn ended."""
    return [
        {
            "id": call["id"],
            "type": "function",
            "function": {"name": call["name"], "arguments": call["arguments"]},
        }
        for call in (answer.get("metadata") or {}).get("client_calls") or ()
    ]


def _choose_finish(answer: Mapping[str, Any]) -> str:
    about = answer.get("metadata") or {}
    return (
        "content_filter"
        if about.get("status") == "blocked"
        else SHORT.get(about.get("stopped") or "", "tool_calls" if about.get("client_calls") else "stop")
    )


def write_line(data: bytes) -> bytes:
    """One line of a stream, of JSON."""
    return b"data: %s\n\n" % data


def _write_json_line(data: Mapping[str, Any]) -> bytes:
    return write_line(orjson.dumps(data, default=str))


ERROR = (shapes.OpenAiError, "application/json")
ANSWERS: dict[Any, Any] = {
    (200, "application/json"): shapes.CompletionSerializer,
    (200, "text/event-stream"): shapes.CompletionLine,
}
HELLO = OpenApiExample(
    "A question",
    {"model": "orders_team", "messages": [{"role": "user", "content": "When are you open?"}]},
    request_only=True,
)


class CompletionsDoor(Door):
    takes_messages = True
    takes_files = True

    @document(
        "OpenAI",
        "createChatCompletion",
        shapes.CompletionRequest,
        ANSWERS,
        refuses=(409, 502, 504),
        makes_turn=True,
        examples=[HELLO],
        refusal=ERROR,
    )
    async def post(self, request: HttpRequest) -> HttpResponseBase:
        """Answers the last message, as JSON or, with `stream`, as chunks.

        A client that goes away does not stop the turn.
        """
        message = openai_request.read(request, self.sent)
        model = str(message.agent_id)
        if not self.sent.get("stream"):
            turn_id, answer = await openai_answer.read_whole(message)
            return reply(CompletionDocument(model, turn_id).whole(answer))
        with_usage = bool((self.sent.get("stream_options") or {}).get("include_usage"))
        write = partial(write_lines, model=model, with_usage=with_usage)
        return await openai_answer.stream(message, request, write, write_line)


class ModelsDoor(VisitDoor):
    scope = "chat"

    @document("OpenAI", "listModels", None, shapes.Models, refuses=(409,), refusal=ERROR)
    def get(self, who: Principal) -> Any:
        """Lists the published profiles of the key's company as models."""
        return {"object": "list", "data": _list_models(who)}


class ModelDoor(VisitDoor):
    scope = "chat"

    @document("OpenAI", "readModel", None, shapes.Model, refuses=(409,), refusal=ERROR)
    def get(self, who: Principal, model: str) -> Any:
        """One published profile as a model."""
        known = {each["id"]: each for each in _list_models(who)}
        if model not in known:
            raise UnknownProfile(model, known)
        return known[model]


def _list_models(who: Principal) -> list[dict[str, Any]]:
    """The profiles as models that were created when they were published."""
    _tenant, pinned = catalogue.read_published(who)
    rows = Release.objects.of(who.tenant_id).filter(number=pinned.release.number)
    since = rows.values_list("published_at", flat=True).first()
    created = int(since.timestamp()) if since else 0
    return [
        {"id": name, "object": "model", "created": created, "owned_by": who.tenant_id}
        for name in pinned.release["routing"].profiles
    ]
