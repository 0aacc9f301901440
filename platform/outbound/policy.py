"""The one way out: every model and tool server is called through a transport from here.

    client = policy.client("llm")                                  # an httpx2.AsyncClient
    ChatOpenAI(http_async_client=policy.client("llm"), ...)
    httpx2.AsyncClient(transport=policy.transport("mcp"))          # for a client of one's own

What it promises: only http and https; the address is judged after its name was resolved, and the connection
goes to exactly that address (a name that changes its mind between look and call gains nothing), while Host
and TLS still name the host; no proxies from the environment, no cookies kept, no redirect followed; answers
are cut at a size cap. A refusal is an `OutboundError`, a broken network httpx2's own error. One pool of
connections a loop and kind, closed with `close()`.
"""

import asyncio
import ssl
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from weakref import WeakKeyDictionary

import httpx2
from django.conf import settings
from django.utils.translation import gettext as _

from outbound import connect
from outbound.connect import CheckedBackend, pool
from outbound.errors import AddressRefused, NotSent, OutboundError, TooLarge, UnaskedEncoding
from telemetry import tracing

CONNECT_SECONDS = 5.0
TELLS = frozenset({"llm", "http"})  # whose requests name turn and trace; a session over MCP serves many turns
STREAMS = frozenset({"mcp", "backend"})  # whose answers to GET may be events for hours
OF_USERS = frozenset({"files"})  # whose addresses end users name
STREAM_SECONDS = 300.0  # an MCP server may hold its stream open without a word


@dataclass(frozen=True, slots=True)
class CallPolicy:
    """How patient calls of one kind are, and how long their answers may be."""

    read_seconds: float
    answer_bytes: int


def kind(name: str) -> CallPolicy:
    """The limits of one kind of call; they follow settings, of which only those that it needs are read."""
    match name:
        case "llm":
            return CallPolicy(settings.MODEL_DEADLINE, 16 * 1024 * 1024)
        case "embeddings":
            return CallPolicy(settings.MODEL_DEADLINE, 4 * 1024 * 1024)
        case "mcp":
            return CallPolicy(STREAM_SECONDS, 8 * settings.MCP_RESULT_BYTES)
        case "backend":
            return CallPolicy(settings.BACKEND_TIMEOUT_SECONDS, 4 * 1024 * 1024)
        case "web":
            return CallPolicy(settings.TOOL_DEADLINE, settings.DOCUMENT_BYTES)
        case "files":
            return CallPolicy(settings.TOOL_DEADLINE, settings.MESSAGE_FILE_BYTES)
        case "http":
            return CallPolicy(settings.TOOL_DEADLINE, 4 * 1024 * 1024)
    raise KeyError(name)


class Transport(httpx2.AsyncBaseTransport):
    """The checks of one request and its answer. Closing it closes nothing: its pool is shared."""

    def __init__(
        self, inner: httpx2.AsyncBaseTransport, cap: int, tells: bool = False, streams: bool = False
    ) -> None:
        self._inner = inner
        self._cap = cap
        self._tells = tells
        self._streams = streams

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        if request.url.scheme not in {"http", "https"}:
            raise AddressRefused(str(request.url), _("only http and https are spoken"))
        if self._tells:
            for header, value in tracing.outgoing_headers().items():
                request.headers.setdefault(header, value)
        try:
            response = await self._inner.handle_async_request(request)
        except (ExceptionGroup, OverflowError) as error:  # a port over 65535
            first = error.exceptions[0] if isinstance(error, ExceptionGroup) else error
            raise httpx2.ConnectError(str(first)) from None
        try:
            headers = self._keep_headers(request, response)
        except OutboundError:
            await response.aclose()
            raise
        cap = int(request.extensions.get("answer_bytes", self._cap))
        events = headers.get("content-type", "").startswith("text/event-stream")
        if self._streams and request.method == "GET" and events:
            return self._answer(response, headers, response.stream)  # read event by event
        stream = Capped(response, _place(request), cap)
        return self._answer(response, headers, stream)

    @staticmethod
    def _answer(response: httpx2.Response, headers: httpx2.Headers, stream: Any) -> httpx2.Response:
        return httpx2.Response(
            response.status_code, headers=headers, stream=stream, extensions=response.extensions
        )

    def _keep_headers(self, request: httpx2.Request, response: httpx2.Response) -> httpx2.Headers:
        headers = httpx2.Headers(response.headers)
        # The client is shared by tenants: a cookie set for one must never be sent for another.
        while "set-cookie" in headers:
            del headers["set-cookie"]
        if headers.get("content-encoding", "identity").lower() not in {"", "identity"}:
            raise UnaskedEncoding(_place(request))
        return headers

    async def aclose(self) -> None:
        return None


class Capped(httpx2.AsyncByteStream):
    """An answer's bytes until the cap, then `TooLarge`."""

    def __init__(self, response: httpx2.Response, place: str, cap: int) -> None:
        self._response = response
        self._place = place
        self._left = self._cap = cap

    async def __aiter__(self) -> AsyncIterator[bytes]:
        assert isinstance(self._response.stream, httpx2.AsyncByteStream)
        async for piece in self._response.stream:
            self._left -= len(piece)
            if self._left < 0:
                raise TooLarge(self._place, self._cap)
            yield piece

    async def aclose(self) -> None:
        await self._response.aclose()


class _OfLoop:
    """What one loop has for each kind of call, made when it is first needed."""

    def __init__(self) -> None:
        self.pools: dict[str, httpx2.AsyncBaseTransport] = {}
        self.slots: dict[str, asyncio.Semaphore] = {}
        self.clients: dict[str, httpx2.AsyncClient] = {}


_loops: WeakKeyDictionary[asyncio.AbstractEventLoop, _OfLoop] = WeakKeyDictionary()


def _here() -> _OfLoop:
    return _loops.setdefault(asyncio.get_running_loop(), _OfLoop())


def transport(name: str = "http") -> httpx2.AsyncBaseTransport:
    """The checked transport of the running loop for one kind of call."""
    pools = _here().pools
    if name not in pools:
        pools[name] = pool(_tls(), CheckedBackend(by_name=name not in OF_USERS))
    return Transport(pools[name], kind(name).answer_bytes, name in TELLS, name in STREAMS)


def slot(name: str) -> asyncio.Semaphore:
    """Room for one more call of this kind on the running loop: a call's time begins once it has it.

    >>> async with policy.slot("llm"):
    ...     end = loop.time() + seconds
    """
    slots = _here().slots
    if name not in slots:
        slots[name] = asyncio.Semaphore(connect.CONNECTIONS)
    return slots[name]


class OutboundClient(httpx2.AsyncClient):
    """Says of a request that cannot be written what is wrong with it, as one of ours."""

    def build_request(self, *args: Any, **more: Any) -> httpx2.Request:
        try:
            return super().build_request(*args, **more)
        except httpx2.InvalidURL as error:
            raise NotSent(_("The address cannot be read: %s.") % error) from None
        except UnicodeEncodeError as error:
            sign = error.object[error.start : error.end]
            words = _("“%s” may not stand in a header: look at the token and the headers, which hold it.")
            raise NotSent(words % sign) from None


def client(name: str, headers: Mapping[str, str] | None = None) -> httpx2.AsyncClient:
    """The running loop's client for one `kind` of call.

    With `headers` one of the caller's own on the same pool.

    Call it on the runtime loop. A caller may close its own client; nobody closes the shared one.
    """
    if headers is not None:
        return _make_client(name, headers)
    clients = _here().clients
    if name not in clients:
        clients[name] = _make_client(name, {})
    return clients[name]


async def close() -> None:
    """Closes the connections of the running loop; the application's last act."""
    for inner in _loops.pop(asyncio.get_running_loop(), _OfLoop()).pools.values():
        await inner.aclose()


def _make_client(name: str, headers: Mapping[str, str]) -> httpx2.AsyncClient:
    return OutboundClient(
        transport=transport(name),
        headers={"accept-encoding": "identity", "user-agent": f"switchboard/{settings.VERSION}", **headers},
        timeout=httpx2.Timeout(kind(name).read_seconds, connect=CONNECT_SECONDS),
        follow_redirects=False,
        trust_env=False,
    )


def _place(request: httpx2.Request) -> str:
    """The address without what may be secret in it: user, query, fragment."""
    url = request.url
    return str(url.copy_with(username=None, password=None, query=None, fragment=None))


@lru_cache(maxsize=1)
def _tls() -> ssl.SSLContext:
    return httpx2.create_ssl_context()


def warm() -> None:
    """Reads the certificates that are trusted now (20 ms) instead of with the first call."""
    _tls()
