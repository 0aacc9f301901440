"""Servers of before 2025: one event stream that answers come on, and an address it names that requests go to.

    async with streams(server) as (read, write): ...        # for the SDK's Client

The SDK's own transport for them follows redirects and ends the session at the first request that fails. Here
all goes through the outgoing policy, events are capped, and what goes wrong with one request is answered to
that request.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import urljoin, urlsplit

import anyio
import httpx2
from anyio.streams.memory import MemoryObjectReceiveStream
from django.conf import settings
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCRequest, RequestId

from agents.errors import ServerFailed
from agents.resources import ServerAddress
from agents.tools.oauth import bearer
from agents.tools.open_requests import OpenRequests, Read, Write, encode
from agents.tools.results import too_large
from agents.tools.wire import CONNECT_SECONDS, NOTICE_SECONDS, headers_of, wire_bytes
from outbound import policy
from outbound.errors import AddressRefused, OutboundError
from outbound.sentences import Sentence as _

POST_BYTES = 65_536  # an answer to a request says only that it was taken
SILENCE_SECONDS = 600.0  # servers send a comment every 15 s; longer than an idle session lives


@asynccontextmanager
async def streams(server: ServerAddress) -> AsyncIterator[tuple[Read, Write]]:
    """Opens the event stream and closes it on leaving. Raises ServerFailed."""
    incoming, read = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    write, outgoing = anyio.create_memory_object_stream[SessionMessage](0)
    seconds = settings.TOOL_DEADLINE
    http = httpx2.AsyncClient(
        transport=bearer.over(policy.transport("mcp"), server),
        headers=headers_of(server),
        timeout=httpx2.Timeout(seconds + 5, connect=min(seconds, CONNECT_SECONDS)),
        trust_env=False,
    )
    session = _ServerStream(server, incoming, http)
    tasks = [asyncio.create_task(each) for each in (session.listen(), session.write(outgoing))]
    try:
        await asyncio.shield(session.address)
        yield read, write
    finally:
        for task in (*tasks, *session.posts):
            task.cancel()
        await asyncio.gather(*tasks, *session.posts, return_exceptions=True)
        if session.address.done() and not session.address.cancelled():
            session.address.exception()
        await http.aclose()
        for stream in (incoming, read, write, outgoing):
            stream.close()


class _ServerStream(OpenRequests):
    """One server's stream; `address` is where it wants requests, once it has said so."""

    def __init__(
        self,
        server: ServerAddress,
        incoming: ("anyio.streams.memory.MemoryObjectSendStream[SessionMessage | Exception]"),
        http: httpx2.AsyncClient,
    ) -> None:
        super().__init__(server.name, incoming)
        self.url = server.url
        self.http = http
        self.address: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.posts: set[asyncio.Task[None]] = set()
        self.over = False

    async def listen(self) -> None:
        """Passes on what comes, until the stream ends; then fails what was asked and not answered."""
        problem: Exception = ServerFailed(self.server, _("%s ended the stream.") % self.server)
        try:
            timeout = httpx2.Timeout(SILENCE_SECONDS, connect=CONNECT_SECONDS)
            accept = {"accept": "text/event-stream"}
            async with self.http.stream("GET", self.url, headers=accept, timeout=timeout) as response:
                self._check(response)
                async for kind, data in _events(response, self.server):
                    await self._event(kind, data)
        except (OutboundError, httpx2.HTTPError, ServerFailed) as error:
            problem = error
        finally:
            self.over = True
        if not self.address.done():
            self.address.set_exception(problem)
        for request in list(self.asked):
            await self.fail(request, _("The connection to %s broke.") % self.server, lost=True, again=True)

    async def write(self, outgoing: "MemoryObjectReceiveStream[SessionMessage]") -> None:
        """Sends what the SDK says, each message in a task of its own: a slow one holds up no other."""
        async for each in outgoing:
            message = each.message
            request = message.id if isinstance(message, JSONRPCRequest) else None
            if request is not None:
                self.asked.add(request)
            if self.over:
                if request is not None:
                    await self.fail(request, _("%s has forgotten the session.") % self.server, gone=True)
                continue
            task = asyncio.create_task(self._post(encode(message), request))
            self.posts.add(task)
            task.add_done_callback(self.posts.discard)

    def _check(self, response: httpx2.Response) -> None:
        if response.status_code != 200:
            words = _("%(server)s answered with HTTP status %(status)s.")
            reason = words % {"server": self.server, "status": response.status_code}
            raise ServerFailed(self.server, reason)
        if not response.headers.get("content-type", "").lower().startswith("text/event-stream"):
            raise ServerFailed(self.server, _("%s did not answer with events.") % self.server)

    async def _event(self, kind: str, data: bytes | None) -> None:
        if data is None:  # beyond the cap, and nobody knows whose answer it was
            for request in list(self.asked):
                await self.fail(request, too_large(self.server), lost=True)
        elif kind == "endpoint":
            if not self.address.done():
                self.address.set_result(self._own(data.decode(errors="replace").strip()))
        elif kind == "message" and data.strip():
            try:
                await self.receive(data)
            except ValueError:
                words = _("%s answered with something that is not MCP.") % self.server
                if len(self.asked) == 1:  # else one of them meets its deadline
                    await self.fail(next(iter(self.asked)), words, lost=True)

    def _own(self, place: str) -> str:
        """Where requests go: on the server's own origin, or nowhere."""
        url = urljoin(self.url, place)
        if urlsplit(url)[:2] != urlsplit(self.url)[:2]:
            raise ServerFailed(self.server, _("%s wants its requests sent to another server.") % self.server)
        return url

    async def _post(self, content: bytes, request: RequestId | None) -> None:
        words, data = await self._send(content, request)
        if words and request is not None:
            await self.fail(request, words, **data)

    async def _send(self, content: bytes, request: RequestId | None) -> tuple[str, dict[str, bool]]:
        """Sends one message; what went wrong, and what that means for the call."""
        timeout = self.http.timeout if request is not None else httpx2.Timeout(NOTICE_SECONDS)
        try:
            response = await self.http.post(
                await asyncio.shield(self.address),
                content=content,
                headers={"content-type": "application/json"},
                extensions={"answer_bytes": POST_BYTES},
                timeout=timeout,
            )
        except (AddressRefused, ServerFailed) as error:
            return str(error), {"down": True}
        except (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.PoolTimeout):
            return _("%s cannot be reached.") % self.server, {"down": True}
        except httpx2.TimeoutException:
            return _("%s did not answer in time.") % self.server, {"lost": True}
        except (httpx2.HTTPError, OutboundError):
            return _("The connection to %s broke.") % self.server, {"lost": True, "again": True}
        status = response.status_code
        if status < 300:
            return "", {}
        if status in (404, 410):
            return _("%s has forgotten the session.") % self.server, {"gone": True}
        words = _("%(server)s answered with HTTP status %(status)s.")
        broke = status >= 500
        return words % {"server": self.server, "status": status}, {"lost": broke, "again": broke}


async def _events(response: httpx2.Response, server: str) -> AsyncIterator[tuple[str, bytes | None]]:
    """Name and data of each event; no data where it is longer than the cap: what follows of it is skipped."""
    cap, waiting, skipping = wire_bytes(), b"", False
    async for part in response.aiter_bytes():
        waiting = (waiting + part).replace(b"\r\n", b"\n")
        *events, waiting = waiting.split(b"\n\n")
        for event in events:
            if not skipping:
                yield _read(event)
            skipping = False
        if len(waiting) > cap:
            if not skipping:
                yield "message", None
            waiting, skipping = b"", True


def _read(event: bytes) -> tuple[str, bytes]:
    kind, data = "message", []
    for line in event.split(b"\n"):
        name, _colon, value = line.partition(b":")
        value = value.removeprefix(b" ")
        if name == b"event":
            kind = value.decode(errors="replace")
        elif name == b"data":
            data.append(value)
    return kind, b"\n".join(data)
