"""`/v1/*`: the chat API of OpenAI's clients. A model is a profile, an API key the key of this platform.

client = openai.OpenAI(base_url="https://chat.example.com/v1", api_key="sb_...")
client.chat.completions.create(model="telecom_contas", messages=[{"role": "user", "content": "oi"}])
"""

import asyncio
from asyncio import FIRST_COMPLETED
from collections.abc import AsyncIterator
from typing import Any

from django.conf import settings
from django.http import HttpRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample

from conversations.turn import TurnEvent
from releases.models import Release
from routing.api import catalogue, openai_answer, openai_request, problems
from routing.api import openai_shapes as shapes
from routing.api.documented import documented
from routing.api.door import Door, reply
from routing.api.refused import Refused
from routing.api.waiting import alive, close, leaving, wait
from routing.api.watching import watched
from routing.errors import UnknownProfile, WentAway
from routing.turns.run import run_turn
from tenancy.authenticate import RawCredentials
from tenancy.principal import Principal

ERROR = (shapes.OpenAiError, "application/json")
ANSWERS: dict[Any, Any] = {
    (200, "application/json"): shapes.Completion,
    (200, "text/event-stream"): shapes.CompletionLine,
}
HELLO = OpenApiExample(
    "A question",
    {"model": "telecom_contas", "messages": [{"role": "user", "content": "Minha fatura veio alta"}]},
    request_only=True,
)


class CompletionsDoor(Door):
    """A chat."""

    @documented(
        "OpenAI", "createChatCompletion", shapes.CompletionRequest, ANSWERS,
        refuses=(404, 409, 429, 502, 503, 504), examples=[HELLO], refusal=ERROR,
    )  # fmt: skip
    async def post(self, request: HttpRequest) -> HttpResponseBase:
        """Answers the last message, as JSON or, with `stream`, as chunks.

        A client that goes away does not stop the turn.
        """
        asked = openai_request.read(request, self.sent)
        model = str(asked.agent_id)
        if not self.sent.get("stream"):
            waited = await wait(asked)
            if waited.answer is None:
                raise _too_late()
            problem = openai_answer.failure(waited.answer)
            if problem is not None and not openai_answer.is_begun(waited.answer):
                raise problem
            told = openai_answer.Completion(model, str(waited.accepted.get("turn_id", "")))
            return reply(told.whole(waited.answer))
        events = run_turn(asked)
        begun = await _begun(events)
        with_usage = bool((self.sent.get("stream_options") or {}).get("include_usage"))
        lines = openai_answer.lines(begun, model, with_usage)
        return StreamingHttpResponse(
            _stream(lines, events, request),
            content_type="text/event-stream",
            headers={"Cache-Control": "no-cache", "X-Accel-Buffering": "no"},
        )


class ModelsDoor(Door):
    """Who answers."""

    @documented("OpenAI", "listModels", None, {200: shapes.Models}, refuses=(409,), refusal=ERROR)
    async def get(self, request: HttpRequest) -> HttpResponseBase:
        """Lists the published profiles of the key's company as models."""
        return reply({"object": "list", "data": await self.see(request, _models, {}, "chat")})


class ModelDoor(Door):
    """One of them."""

    @documented("OpenAI", "readModel", None, {200: shapes.Model}, refuses=(404, 409), refusal=ERROR)
    async def get(self, request: HttpRequest, model: str) -> HttpResponseBase:
        """One published profile as a model."""
        known = {each["id"]: each for each in await self.see(request, _models, {}, "chat")}
        if model not in known:
            raise UnknownProfile(model, known)
        return reply(known[model])


def _models(who: Principal) -> list[dict[str, Any]]:
    """The profiles as models that were created when they were published."""
    _tenant, pinned = catalogue.published(who)
    rows = Release.objects.of(who.tenant_id).filter(number=pinned.release.number)
    since = rows.values_list("published_at", flat=True).first()
    created = int(since.timestamp()) if since else 0
    return [
        {"id": name, "object": "model", "created": created, "owned_by": who.tenant_id}
        for name in pinned.release["routing"].profiles
    ]


def _too_late() -> Refused:
    # A client that repeated it by itself would make a second turn.
    return Refused(
        504,
        "timeout",
        _("The answer takes longer"),
        _("The turn goes on. Ask for it again with the same Idempotency-Key."),
        headers={"x-should-retry": "false"},
    )


async def _begun(events: AsyncIterator[TurnEvent]) -> AsyncIterator[TurnEvent]:
    """The events, once something is said: a refusal, or a failure before the first token, has its status then. Where
    nothing is said for long, a client is let in to wait on the stream."""
    begun: list[TurnEvent] = []
    coming: asyncio.Future[TurnEvent] | None = None
    end = asyncio.get_running_loop().time() + settings.WAIT_LIMIT
    try:
        while not begun or not (openai_answer.is_token(begun[-1]) or begun[-1].name == "answer"):
            coming = coming or asyncio.ensure_future(_next(events))
            left = end - asyncio.get_running_loop().time()
            with leaving() as away:
                either: set[asyncio.Future[Any]] = {coming, away}
                done, _waits = await asyncio.wait(either, timeout=left, return_when=FIRST_COMPLETED)
            if not done:
                break
            if coming not in done:
                raise WentAway
            event, coming = coming.result(), None
            begun.append(event)
            problem = openai_answer.failure(event.data) if event.name == "answer" else None
            if problem is not None and not openai_answer.is_begun(event.data):
                raise problem
    except BaseException:
        if coming is not None:
            coming.cancel()
            await asyncio.gather(coming, return_exceptions=True)
        await close(events)
        raise
    return _all(begun, coming, events)


async def _all(
    begun: list[TurnEvent], coming: "asyncio.Future[TurnEvent] | None", events: AsyncIterator[TurnEvent]
) -> AsyncIterator[TurnEvent]:
    for event in begun:
        yield event
    if coming is not None:
        yield await coming
    async for event in events:
        yield event


async def _next(events: AsyncIterator[TurnEvent]) -> TurnEvent:
    return await anext(events)


async def _stream(
    lines: AsyncIterator[bytes], events: AsyncIterator[TurnEvent], request: HttpRequest
) -> AsyncIterator[bytes]:
    """The lines, with a comment where nothing is said for long. A client that leaves ends this and not the turn."""
    try:
        with watched(RawCredentials.of(request)) as gone:
            async for line in alive(lines, gone):
                yield line
    except Exception as error:  # the status line has gone out: say it in the stream
        yield b"data: %s\n\n" % problems.answer(error, request).content
    finally:
        await close(events)
