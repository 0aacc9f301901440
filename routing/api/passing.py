"""The doors of a gateway: what they do with a message when `SWITCHBOARD_GATEWAY` is set.

What a caller would rather have (the header Prefer, RFC 7240): an answer with little beside its text.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse

from outbound.redaction import redact_json
from routing.api.door import reply
from routing.api.refusal import Flaw, Refused
from routing.api.waiting import Waited, later, stream, wait, while_here
from routing.api.watching import still, watch_credential
from routing.errors import BackendRefused, GatewayLoop, WentAway
from routing.gateway import passing, relaying
from routing.gateway.opening import PassedMessage
from routing.gateway.relaying import SessionBackend
from routing.gateway.wire import GATEWAY_HEADER, Frame
from routing.turns.request import ChatRequest

MINIMAL = "return=minimal"
# Of an answer, and of its `metadata`: names and shapes stay, the others are left out.
KEPT = ("text", "response", "session_id", "conversation_id", "conversation_key")
KEPT_OF_METADATA = ("turn_id", "status", "conversation_key", "question", "citations")


def prefers_minimal(request: HttpRequest) -> bool:
    """Whether `Prefer` asks for a minimal return, beside whatever else it asks for."""
    wishes = request.headers.get("Prefer", "").replace(" ", "").replace('"', "").lower()
    return MINIMAL in (wish.partition(";")[0] for wish in wishes.split(","))


def cut_to_minimal(answer: Mapping[str, Any]) -> dict[str, Any]:
    """The text of an answer, where it belongs, how it ended, and what the user is asked."""
    metadata = answer.get("metadata") or {}
    left = {name: answer[name] for name in KEPT if name in answer}
    return {**left, "metadata": {name: metadata[name] for name in KEPT_OF_METADATA if metadata.get(name)}}


async def answer(
    request: HttpRequest, message: ChatRequest, shape: Callable[[Waited], Any], forced: str = ""
) -> HttpResponse:
    """The response to a message in the shape of its door.

    A turn's answer, or at a gateway a backend's (`forced`: the one that the request names). 202: it is still
    being made, here or there.
    """
    if not settings.GATEWAY:
        waited = await wait(message)
        return _reply(request, shape(waited)) if waited.answer is not None else later(waited)
    _no_loop(request)
    # A conversation is known here by its session.
    message = replace(message, session_id=message.session_id or message.conversation_id, conversation_id=None)
    begun: list[PassedMessage] = []
    try:
        with watch_credential(message.credentials) as gone:
            async with asyncio.timeout(None) as limit:
                with while_here(limit):
                    status, document = await passing.pass_on(message, forced, begun.append)
            still(gone)
    except TimeoutError:
        if not limit.expired():
            raise
        if not begun:
            raise WentAway from None
        return _follow(begun[0])
    except BackendRefused as error:
        raise _in_its_words(error) from error
    if status == 202:
        return reply(document, 202, {"Retry-After": "2"})
    return _reply(request, shape(Waited({}, document)))


def _follow(passage: PassedMessage) -> HttpResponse:
    """202: this process ends, and the backend goes on; where its answer can be followed."""
    address = reverse("gateway-events", args=[passage.session_id])
    document = {"status": "running", **passing.describe_begun(passage), "events": address}
    return reply(document, 202, {"Location": address, "Retry-After": "2"})


def _reply(request: HttpRequest, document: Any) -> HttpResponse:
    if not prefers_minimal(request):
        return reply(document)
    return reply(cut_to_minimal(document), headers={"Preference-Applied": MINIMAL})


def whole(waited: Waited) -> Any:
    """The answer as it is."""
    return waited.answer


async def events(request: HttpRequest, message: ChatRequest, forced: str, names: str) -> HttpResponseBase:
    """The events of the backends that a message belongs to."""
    _no_loop(request)
    return await stream(_in_theirs(passing.stream(message, forced)), request, first=True, names=names)


async def stream_session_events(
    request: HttpRequest, look: Callable[[], Awaitable[SessionBackend]], last: str, names: str
) -> HttpResponseBase:
    """The events of a session, from the backend that it is with."""
    _no_loop(request)
    return await stream(_in_theirs(relaying.relay(look, last)), request, first=True, names=names)


async def _in_theirs(frames: AsyncIterator[Frame]) -> AsyncIterator[Frame]:
    try:
        async for frame in frames:
            yield frame
    except BackendRefused as error:
        raise _in_its_words(error) from error


def _no_loop(request: HttpRequest) -> None:
    if request.headers.get(GATEWAY_HEADER):
        raise GatewayLoop


def _in_its_words(error: BackendRefused) -> Refused:
    """What a backend refused, as it said it; the caller can do what it says."""
    document: Mapping[str, Any] = redact_json(error.document)
    flaws = [
        Flaw(str(each.get("pointer", "")), str(each.get("detail", "")))
        for each in document.get("errors") or ()
        if isinstance(each, Mapping)
    ]
    return Refused(
        error.status,
        str(document.get("code") or "refused")[:64],
        str(document.get("title") or "")[:200],
        str(document.get("detail"))[:1000],
        flaws[:50],
        {"Retry-After": error.retry_after} if error.retry_after and error.retry_after.isdigit() else None,
    )
