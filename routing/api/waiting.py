"""A JSON door waits for its turn; a stream sends its events as they come. At a gateway both are a backend's.

What a caller would rather have (the header Prefer, RFC 7240, or `?view=lean`): an answer with little beside
its text.
"""

import asyncio
from asyncio import FIRST_COMPLETED
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any
from urllib.parse import quote

import orjson
from django.conf import settings
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext

from conversations import visits
from conversations.as_json import to_json
from conversations.turn import TurnEvent
from outbound.redaction import redact_json
from routing.api import gateway_event_names, problems
from routing.api.door import reply
from routing.api.problems import Flaw, Refused
from routing.api.watching import Gone, still, watch_credential
from routing.errors import BackendRefused, GatewayLoop, WentAway
from routing.gateway import passing, relaying
from routing.gateway.opening import PassedMessage
from routing.gateway.relaying import SessionBackend
from routing.gateway.wire import GATEWAY_HEADER, Frame
from routing.turns import registry
from routing.turns.request import ChatRequest
from routing.turns.run import run_turn
from tenancy.authenticate import RawCredentials

KEEPALIVE = 15.0  # seconds of silence before a comment line
MINIMAL = "return=minimal"
# Of an answer, and of its `metadata`: names and shapes stay, the others are left out.
# What typed clients count on is there in every view.
KEPT = (
    "text", "response", "session_id", "conversation_id", "conversation_key", "handoff_count", "usage",
)  # fmt: skip
KEPT_OF_METADATA = ("turn_id", "status", "conversation_key", "question", "citations", "person")
LEAN = "lean"  # the value of ?view= that means the same
Event = TurnEvent | Frame  # a turn's own, or a backend's as it came
Events = AsyncIterator[Event]


@dataclass(frozen=True, slots=True)
class Waited:
    """What a JSON door knows at the end: the turn, and its answer if it came in time."""

    accepted: Mapping[str, Any]
    answer: Mapping[str, Any] | None


async def wait(request: ChatRequest) -> Waited:
    """Runs a turn and waits for its answer, at most `WAIT_LIMIT` seconds, until this process ends or the
    database stands still.

    The turn goes on after that, here or in another process.

    A credential that has ended meanwhile hears no answer.
    """
    accepted: Mapping[str, Any] = {}
    answer: Mapping[str, Any] | None = None
    events = run_turn(request)
    with watch_credential(request.credentials) as gone:
        try:
            async with asyncio.timeout(None) as limit:
                gone.add_done_callback(lambda _gone: _pass(limit))
                with ExitStack() as here:
                    async for event in events:
                        if event.name == "accepted":
                            accepted = event.data
                            limit.reschedule(asyncio.get_running_loop().time() + settings.WAIT_LIMIT)
                            here.enter_context(while_here(limit))
                            give_up = partial(asyncio.get_running_loop().call_soon_threadsafe, _pass, limit)
                            here.enter_context(visits.hearing_of_silence(give_up))
                        elif event.name == "answer":
                            answer = event.data
                            break
        except TimeoutError:
            if not limit.expired():
                raise
        finally:
            await close(events)
        still(gone)
    return Waited(accepted, answer)


def while_here(limit: asyncio.Timeout) -> AbstractContextManager[None]:
    """Within it the limit passes at the latest when this process ends."""
    return registry.waiting(lambda: _pass(limit))


def _pass(limit: asyncio.Timeout) -> None:
    """Lets a limit pass now, unless it has, or nobody waits within it any more."""
    with suppress(RuntimeError):
        limit.reschedule(asyncio.get_running_loop().time())


@contextmanager
def watch_leaving() -> Iterator[asyncio.Future[None]]:
    """What is done when this process ends before what is waited for within."""
    away: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def go() -> None:
        if not away.done():
            away.set_result(None)

    with registry.waiting(go):
        yield away


def reply_later(waited: Waited) -> HttpResponse:
    """202: where the answer can be followed."""
    key = str(waited.accepted.get("conversation_key", ""))
    turn = reverse("turn", args=[waited.accepted.get("turn_id", "")])
    return reply(
        {
            **waited.accepted,
            "events": reverse("gateway-events", args=["KEY"]).replace("KEY", quote(key, safe=":")),
            "turn": turn,
        },
        status=202,
        headers={"Location": turn, "Retry-After": "2"},
    )


async def stream(
    events: Events, request: HttpRequest, first: bool, names: str = "own"
) -> StreamingHttpResponse:
    """Server-sent events under our own `names` or the protocol's (`NamesQuery`). With `first` the first event
    is awaited, so that a refusal has its status."""
    write = _write_gateway_names if names == "seed" else write_frame
    begun = [await anext(events)] if first else []
    return StreamingHttpResponse(
        _write_frames(events, begun, request, write),
        content_type="text/event-stream",
        headers={"Cache-Control": "no-cache", "X-Accel-Buffering": "no"},
    )


async def _write_frames(
    events: Events, begun: list[Event], request: HttpRequest, write: Callable[[Event], bytes]
) -> AsyncIterator[bytes]:
    """The wire form. A client that leaves ends this generator and not the turn."""
    yield b"retry: 2000\n\n"
    if write is _write_gateway_names:
        yield _write_line(gateway_event_names.CONNECTED, b"{}")
    for event in begun:
        yield write(event)
    try:
        with watch_credential(RawCredentials.of(request)) as gone:
            async for line in keep_alive((write(event) async for event in events), gone):
                yield line
    except WentAway:  # its client comes back, to another process, for what is missing
        return
    except Exception as error:  # the status line has gone out: say it in the stream
        yield write(Frame("error", orjson.dumps(problems.in_stream(error, request))))
    finally:
        await close(events)


async def keep_alive(lines: AsyncIterator[bytes], gone: Gone) -> AsyncIterator[bytes]:
    """The lines of a stream, and a comment wherever `KEEPALIVE` seconds bring none.

    Raises what `gone` becomes.

    :raises WentAway: this process ends before the stream does; the turn goes on.
    """
    coming: asyncio.Task[bytes] | None = None
    try:
        while True:
            coming = coming or asyncio.ensure_future(anext(lines))
            with watch_leaving() as away:
                either: set[asyncio.Future[Any]] = {coming, gone, away}
                done, _ = await asyncio.wait(either, timeout=KEEPALIVE, return_when=FIRST_COMPLETED)
            still(gone)
            if not done:
                yield b": keepalive\n\n"
                continue
            if coming not in done:
                raise WentAway
            finished, coming = coming, None
            try:
                line = finished.result()
            except StopAsyncIteration:
                return
            yield line
    finally:
        if coming is not None:
            coming.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await coming
        await close(lines)


def write_frame(event: Event) -> bytes:
    """One event: `id: {turn}.{n}`, its name, its data as one line of JSON."""
    return _write_number(event) + _write_line(event.name, _write_data(event))


def _write_gateway_names(event: Event) -> bytes:
    """The same under the names of the agent gateway protocol, of which one event may have several."""
    data = _write_data(event)
    named = gateway_event_names.list_event_names(event.name)
    return b"".join((_write_number(event) if last else b"") + _write_line(name, data) for name, last in named)


def _write_number(event: Event) -> bytes:
    return b"id: %s\n" % event.id.encode() if event.id else b""


def _write_data(event: Event) -> bytes:
    if isinstance(event, Frame):
        return b"\ndata: ".join(event.data.split(b"\n"))
    return orjson.dumps(to_json(event.data), default=str)


def _write_line(name: str, data: bytes) -> bytes:
    return b"event: %s\ndata: %s\n\n" % (name.encode(), data)


async def close(events: AsyncIterator[Any]) -> None:
    """Ends an iteration that may not have come to its end."""
    ended = getattr(events, "aclose", None)
    if ended is not None:
        await ended()


# --- at a gateway ----------------------------------------------------------------------------------
def prefers_minimal(request: HttpRequest) -> bool:
    """Whether `Prefer` asks for a minimal return, beside whatever else it asks for, or `?view=lean` does.

    Raises Refused: there is no other view.
    """
    view = request.GET.get("view")
    if view is not None:
        if view == LEAN:
            return True
        detail = gettext("There is no view '%s'. There is: lean.") % view[:64]
        raise Refused(400, "unknown_view", gettext("No such view"), detail)
    wishes = request.headers.get("Prefer", "").replace(" ", "").replace('"', "").lower()
    return MINIMAL in (wish.partition(";")[0] for wish in wishes.split(","))


def cut_to_minimal(answer: Mapping[str, Any]) -> dict[str, Any]:
    """The text of an answer, where it belongs, how it ended, and what the user is asked."""
    metadata = answer.get("metadata") or {}
    left = {name: answer[name] for name in KEPT if name in answer}
    return {**left, "metadata": {name: metadata[name] for name in KEPT_OF_METADATA if metadata.get(name)}}


async def answer(
    request: HttpRequest,
    message: ChatRequest,
    shape: Callable[[Waited], Any] = lambda waited: waited.answer,
    forced: str = "",
) -> HttpResponse:
    """The response to a message in the shape of its door.

    A turn's answer, or at a gateway a backend's (`forced`: the one that the request names). 202: it is still
    being made, here or there.
    """
    minimal = prefers_minimal(request)
    if not settings.GATEWAY:
        waited = await wait(message)
        return _reply(minimal, shape(waited)) if waited.answer is not None else reply_later(waited)
    _refuse_loop(request)
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
    return _reply(minimal, shape(Waited({}, document)))


def _follow(passage: PassedMessage) -> HttpResponse:
    """202: this process ends, and the backend goes on; where its answer can be followed."""
    address = reverse("gateway-events", args=[passage.session_id])
    document = {"status": "running", **passing.describe_begun(passage), "events": address}
    return reply(document, 202, {"Location": address, "Retry-After": "2"})


def _reply(minimal: bool, document: Any) -> HttpResponse:
    if not minimal:
        return reply(document)
    return reply(cut_to_minimal(document), headers={"Preference-Applied": MINIMAL})


async def stream_answer(
    request: HttpRequest, message: ChatRequest, forced: str, names: str
) -> HttpResponseBase:
    """The events of a message's turn, or at a gateway of the backends that it belongs to."""
    if not settings.GATEWAY:
        return await stream(run_turn(message), request, first=True, names=names)
    _refuse_loop(request)
    return await stream(_in_theirs(passing.stream(message, forced)), request, first=True, names=names)


async def stream_session_events(
    request: HttpRequest, look: Callable[[], Awaitable[SessionBackend]], last: str, names: str
) -> HttpResponseBase:
    """The events of a session, from the backend that it is with."""
    _refuse_loop(request)
    return await stream(_in_theirs(relaying.relay(look, last)), request, first=True, names=names)


async def _in_theirs(frames: AsyncIterator[Frame]) -> AsyncIterator[Frame]:
    try:
        async for frame in frames:
            yield frame
    except BackendRefused as error:
        raise _in_its_words(error) from error


def _refuse_loop(request: HttpRequest) -> None:
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
