"""The wire of a backend: one JSON answer, a stream of events, or its health.

    answer = await ask(address, Envelope(body), seconds=60)

Everything goes through the outgoing policy. A backend that says no to the message itself is `BackendRefused`;
one that did not answer it is `BackendFailed`.
"""

import asyncio
import math
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager, aclosing, asynccontextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple, get_args
from urllib.parse import quote

import httpx2
import orjson

from conversations.turn import EventName
from outbound import refusals
from outbound.cleaning import clean_text
from outbound.errors import OutboundError, TooLarge, UnaskedEncoding
from outbound.policy import client
from outbound.sentences import Sentence as _
from routing.errors import SAID, BackendFailed, BackendRefused
from routing.gateway.specs import BackendAddress
from routing.turns.audience import Audience

GATEWAY_HEADER = "X-Switchboard-Gateway"  # a gateway does not pass on what a gateway passed on
TAKERS_HEADER = "X-Switchboard-Takers"  # whom a backend may hand the message over to, by their names here
TAKERS = 50  # of one message
EVENT = 4 * 1024 * 1024  # bytes of one event, as of one answer
DEEPEST = 40  # levels of an answer; what is deeper can be read and not written
KNOWN = frozenset(get_args(EventName))  # what a backend may tell; nothing else is passed on
WHOLE = 5  # times the seconds that may pass without a byte: as long a stream lasts at most
OVER = {"answer": 5.0, "done": 0.2}  # seconds that a stream may go on after this event
PASSED_ON = frozenset({400, 402, 404, 409, 413, 422, 429})  # of the message: another says the same


@dataclass(frozen=True, slots=True)
class Envelope:
    """A GatewayRequest for a backend, and the headers that go with it."""

    body: Mapping[str, Any]
    headers: Mapping[str, str] = field(default_factory=dict)


class Frame(NamedTuple):
    """One event of a stream, its data as it came."""

    name: str
    data: bytes
    id: str = ""

    def filter_for(self, audience: Audience) -> "Frame | None":
        """What the audience sees of it; None: nothing."""
        if audience.debug:
            return self
        try:
            whole = orjson.loads(self.data)
        except orjson.JSONDecodeError:
            return None
        data = audience.data(self.name, whole) if isinstance(whole, dict) else None
        return self._replace(data=orjson.dumps(data)) if data is not None else None


async def ask(address: BackendAddress, envelope: Envelope, seconds: float) -> tuple[int, dict[str, Any]]:
    """The status (200, or 202: later) and the body of the answer to one message."""
    request = _make_request(address, address.message_path, envelope, "application/json")
    try:
        async with asyncio.timeout(seconds):
            response = await client("backend").send(request)
    except Exception as error:
        raise _explain_failure(error, seconds) from error
    _check(response.status_code, response.content, response.headers)
    return response.status_code, read(response.content)


async def stream(address: BackendAddress, envelope: Envelope, seconds: float) -> AsyncGenerator[Frame, None]:
    """The events of one message.

    `seconds` may pass without a byte, which a living backend does not let happen.

    A stream that does not end by itself ends soon after its answer (TimeoutError as BackendFailed), and
    anyhow.
    """
    path = address.sse_message_path or address.message_path
    request = _make_request(address, path, envelope, "text/event-stream")
    async with _open_events(request, seconds, one=True) as frames:
        async for frame in frames:
            yield frame


def open_events(
    address: BackendAddress, session: str, seconds: float, *, query: Mapping[str, str], last: str = ""
) -> AbstractAsyncContextManager[AsyncGenerator[Frame, None]]:
    """The events of a session at the backend, from the one after `last` on.

    Entered once the backend lets us read.

    `session` is what the backend calls it.
    """
    if address.problem or not address.url or not address.events_path_template:
        raise BackendFailed(address.problem or _("It has no path of events."))
    path = address.events_path_template.replace("{session_id}", quote(session, safe=":"))
    headers = {"accept": "text/event-stream", GATEWAY_HEADER: "1", **_write_credential(address)}
    if last:
        headers["last-event-id"] = last
    url = httpx2.URL(address.url + path).copy_merge_params(dict(query))
    return _open_events(client("backend").build_request("GET", url, headers=headers), seconds)


@asynccontextmanager
async def _open_events(
    request: httpx2.Request, seconds: float, one: bool = False
) -> AsyncIterator[AsyncGenerator[Frame, None]]:
    """The events that answer a request, once it is clear that there are some.

    `one`: of one message, which ends.
    """
    request.extensions["answer_bytes"] = 16 * EVENT
    try:
        async with asyncio.timeout(seconds):
            response = await client("backend").send(request, stream=True)
    except Exception as error:
        raise _explain_failure(error, seconds) from error
    try:
        if not response.is_success:
            _check(response.status_code, await refusals.beginning(response), response.headers)
        if not response.headers.get("content-type", "").startswith("text/event-stream"):
            raise BackendFailed(_("It answers with something else than a stream of events."))
        async with aclosing(_cut(response, seconds, one)) as frames:
            yield frames
    finally:
        await response.aclose()


async def _cut(response: httpx2.Response, seconds: float, one: bool) -> AsyncGenerator[Frame, None]:
    frames, pieces = EventReader(), response.aiter_raw()
    now = asyncio.get_running_loop().time
    ends = now() + WHOLE * seconds if one else math.inf
    while True:
        try:
            async with asyncio.timeout_at(min(now() + seconds, ends)):
                piece = await anext(pieces, None)
        except Exception as error:
            raise _explain_failure(error, seconds) from error
        for frame in frames.feed(piece if piece is not None else b"\n\n"):
            if frame.name in KNOWN:
                yield frame
            if one and frame.name in OVER:
                ends = min(ends, now() + OVER[frame.name])
        if piece is None:
            return


async def check_health(address: BackendAddress, seconds: float = 2.0) -> str:
    """Why the backend is not well; empty when it answers its health with success."""
    if address.problem or not address.url:
        return address.problem or _("It has no address.")
    try:
        async with asyncio.timeout(seconds):
            request = client("backend").build_request(
                "GET", f"{address.url}{address.health_path}", headers=_write_credential(address)
            )
            response = await client("backend").send(request)
    except Exception as error:
        return _explain_failure(error, seconds).why
    if response.is_success:
        return ""
    return _explain_answer(response.status_code, refusals.words(response.content))


class EventReader:
    """Cuts server-sent events out of bytes as they come. BackendFailed: one without end.

    >>> list(EventReader().feed(b'event: done\\ndata: {}\\n\\n: keepalive'))
    [Frame(name='done', data=b'{}', id='')]
    """

    def __init__(self) -> None:
        self._waiting: list[bytes] = []  # pieces of the line that has not ended
        self._data: list[bytes] = []
        self._names: dict[bytes, bytes] = {}
        self._length = 0  # of the event until now, with its names and the line that has not ended
        self._returned = False  # the last byte was a CR, which an LF may follow

    def feed(self, piece: bytes) -> list[Frame]:
        """The events that are whole now.

        Each byte is looked at once, however many lines or pieces an event has.

        A line ends with LF, CR or both, as readers of events have it.
        """
        followed = self._returned and piece.startswith(b"\n")
        self._returned = piece.endswith(b"\r") if piece else self._returned
        piece = piece[followed:]
        found = []
        first, *lines = piece.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        self._grow(first)
        for following in lines:
            line, self._waiting = b"".join(self._waiting), []
            if line:
                self._keep(line)
            else:
                found += self._end()
            self._grow(following)
        return found

    def _grow(self, beginning: bytes) -> None:
        """Something was added to the line that has not ended."""
        self._length += len(beginning) + 1
        if self._length > EVENT:
            raise BackendFailed(_("An event of its stream is too long."))
        if beginning:
            self._waiting.append(beginning)

    def _keep(self, line: bytes) -> None:
        name, _colon, value = line.partition(b":")
        value = value.removeprefix(b" ")
        if name == b"data":
            self._data.append(value)
        elif name in (b"event", b"id"):
            self._names[name] = value

    def _end(self) -> list[Frame]:
        """The event that an empty line has ended; one without data is none."""
        names, data = self._names, self._data
        self._names, self._data, self._length = {}, [], 0
        if not data:
            return []
        name, number = names.get(b"event", b"message"), names.get(b"id", b"")
        whole = b"\n".join(data)
        return [Frame(name.decode(errors="replace"), whole, number.decode(errors="replace"))]


def _make_request(address: BackendAddress, path: str, envelope: Envelope, accept: str) -> httpx2.Request:
    if address.problem or not address.url:
        raise BackendFailed(address.problem or _("It has no address."))
    headers = {
        "accept": accept, "content-type": "application/json", GATEWAY_HEADER: "1",
        **_write_credential(address), **envelope.headers,
    }  # fmt: skip
    content = orjson.dumps(dict(envelope.body), default=str)
    return client("backend").build_request(
        "POST", _read_url(address.url + path), content=content, headers=headers
    )


@lru_cache(maxsize=256)
def _read_url(text: str) -> httpx2.URL:
    return httpx2.URL(text)


def _write_credential(address: BackendAddress) -> dict[str, str]:
    return {"authorization": f"Bearer {address.secret}"} if address.secret else {}


def _check(status: int, content: bytes, headers: Mapping[str, str]) -> None:
    """Raises for whatever is no answer."""
    if 200 <= status < 300:
        return
    document = _read_document(content)
    if status in PASSED_ON and document:
        raise BackendRefused(status, document, headers.get("retry-after"))
    why = _explain_answer(status, str(document.get("detail", "")) or refusals.words(content))
    # 503 says that it was not taken; any other 5xx may come after half of an action.
    raise BackendFailed(why, silent=status >= 500 and status != 503, spoke=True)


def _explain_answer(status: int, words: str) -> str:
    if 300 <= status < 400:
        return _(
            "It answers %(status)d: it sends on to another address, which is not followed. In production it "
            "wants https, or a proxy that says X-Forwarded-Proto."
        ) % {"status": status}
    return _("It answers %(status)d. %(words)s") % {"status": status, "words": clean_text(words)[:SAID]}


def _read_document(content: bytes) -> dict[str, Any]:
    """A problem document; empty for anything else, such as a page that says that there is nothing."""
    try:
        found = read(content)
    except BackendFailed:
        return {}
    return found if "detail" in found else {}


def read(content: bytes) -> dict[str, Any]:
    """The JSON object that a backend sent. BackendFailed: it is none, or one that nobody can pass on."""
    try:
        found = orjson.loads(content)
    except orjson.JSONDecodeError:
        found = None
    if not isinstance(found, dict):
        raise BackendFailed(_("Its answer is no JSON object."))
    if _is_deep(found):
        raise BackendFailed(_("Its answer is nested too deeply."), silent=True)
    return found


def _is_deep(found: dict[str, Any]) -> bool:
    level: list[Any] = [found]
    for _level in range(DEEPEST):
        inside = [each.values() if isinstance(each, dict) else each for each in level]
        level = [each for values in inside for each in values if isinstance(each, dict | list)]
        if not level:
            return False
    return True


def _explain_failure(error: Exception, seconds: float) -> BackendFailed:
    """What went wrong, in words."""
    if isinstance(error, BackendFailed):
        return error
    if isinstance(error, httpx2.ConnectTimeout | httpx2.ConnectError | httpx2.PoolTimeout):
        return BackendFailed(_("It cannot be reached."))
    if isinstance(error, TimeoutError | httpx2.TimeoutException):
        return BackendFailed(_("No answer within %s s.") % f"{seconds:g}", silent=True)
    if isinstance(error, httpx2.TransportError):
        return BackendFailed(_("The connection to it broke."), broke=True)
    if isinstance(error, OutboundError | httpx2.InvalidURL):
        return BackendFailed(str(error), silent=isinstance(error, TooLarge | UnaskedEncoding))
    raise error
