"""The wire under an MCP session: what goes wrong in one request is answered to that request.

The SDK ends the whole session, and with it every call under way on it, when one of its POSTs meets a
connection error. This transport turns such errors, and answers that are not MCP, into JSON-RPC errors
whose `data` says what they mean for the call: `down` (never arrived), `lost` (nobody knows), `again`
(worth another try), `gone` (the server has forgotten the session; the call was not carried out).
"""

import json
from collections.abc import AsyncIterator
from typing import Any

import httpx2
import orjson
from django.conf import settings
from django.utils.translation import gettext as _

from agents.errors import ServerFailed
from agents.resources import ServerAddress
from agents.tools.results import too_large
from outbound.cleaning import clean
from outbound.errors import AddressRefused, OutboundError, TooLarge

CODE = -32050
SESSION = "mcp-session-id"
NOTICE_SECONDS = 2.0
CONNECT_SECONDS = 3.0
# A result travels twice in one answer, as text (escaped) and as structure.
ENVELOPE = 4


def wire_bytes() -> int:
    """How long one answer may be on the wire."""
    return int(settings.MCP_RESULT_BYTES) * ENVELOPE + 65_536


def headers_of(server: ServerAddress) -> dict[str, str]:
    """What every request to a server says."""
    headers = {"accept-encoding": "identity"}
    if server.secret:
        headers["authorization"] = f"Bearer {server.secret}"
    return {**headers, **{name.lower(): value for name, value in server.headers}}


class Contained(httpx2.AsyncBaseTransport):
    """Answers every request, whatever happens below."""

    def __init__(self, inner: httpx2.AsyncBaseTransport, server: str) -> None:
        self.inner = inner
        self.server = server

    async def aclose(self) -> None:
        await self.inner.aclose()

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        if request.method == "GET":
            return httpx2.Response(405)  # we take no calls from servers; one connection less for each
        if request.method == "DELETE" or b'"id"' not in request.content:
            # The SDK sends notices one after the other and lets nothing else pass meanwhile.
            timeout = request.extensions.get("timeout", {})
            request.extensions["timeout"] = timeout | {"read": NOTICE_SECONDS, "connect": NOTICE_SECONDS}
        try:
            response = await self.inner.handle_async_request(request)
            return await self._answer(request, response)
        except (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.PoolTimeout) as error:
            return self._error(_("%s cannot be reached.") % self.server, error, down=True)
        except TooLarge:
            return self._error(too_large(self.server), lost=True)
        except (AddressRefused, ServerFailed) as error:
            return self._error(str(error), down=True)
        except OutboundError as error:
            return self._error(str(error), lost=True)
        except httpx2.TimeoutException as error:
            return self._error(_("%s did not answer in time.") % self.server, error, lost=True)
        except httpx2.HTTPError as error:
            return self._error(_("The connection to %s broke.") % self.server, error, lost=True, again=True)

    async def _answer(self, request: httpx2.Request, response: httpx2.Response) -> httpx2.Response:
        kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
        if response.status_code == 202 or response.is_redirect or request.method == "DELETE":
            return response
        if kind == "text/event-stream" and response.status_code < 400:
            stream = _Events(response, self.server)
            return httpx2.Response(response.status_code, headers=response.headers, stream=stream)
        try:
            body = await self._read(response)
        finally:
            await response.aclose()
        if body is None:
            return self._error(too_large(self.server), lost=True)
        if response.status_code == 404 and SESSION in request.headers:
            return self._error(_("%s has forgotten the session.") % self.server, gone=True)
        if kind == "application/json" and (message := strict_message(body)) is not None:
            headers = {"content-type": kind}
            if SESSION in response.headers:
                headers[SESSION] = response.headers[SESSION]
            return httpx2.Response(response.status_code, headers=headers, content=message)
        status = response.status_code
        if status >= 400:
            words = _("%(server)s answered with HTTP status %(status)s.")
            broke = status >= 500
            return self._error(words % {"server": self.server, "status": status}, lost=broke, again=broke)
        return self._error(_("%s answered with something that is not MCP.") % self.server, lost=True)

    async def _read(self, response: httpx2.Response) -> bytes | None:
        cap, parts, size = wire_bytes(), [], 0
        async for part in response.stream:  # type: ignore[union-attr]
            size += len(part)
            if size > cap:
                return None
            parts.append(part)
        return b"".join(parts)

    def _error(self, words: str, cause: Exception | None = None, **data: bool) -> httpx2.Response:
        if cause is not None and str(cause):
            words = f"{words} ({str(cause)[:200]})"
        return httpx2.Response(
            503, headers={"content-type": "application/json"}, content=_failure(words, data)
        )


class _Events(httpx2.AsyncByteStream):
    """A server's event stream, one whole event at a time, each no longer than the cap."""

    def __init__(self, response: httpx2.Response, server: str) -> None:
        self.response = response
        self.server = server

    async def __aiter__(self) -> AsyncIterator[bytes]:
        cap, waiting = wire_bytes(), b""
        try:
            async for part in self.response.stream:  # type: ignore[union-attr]
                waiting = (waiting + part).replace(b"\r\n", b"\n")
                *events, waiting = waiting.split(b"\n\n")
                for event in events:
                    yield _event(event)
                if len(waiting) > cap:
                    yield _event(b"data: " + _failure(too_large(self.server), {"lost": True}))
                    return
            # What follows the last blank line is half an event: the SDK learns that the stream has ended.
        except TooLarge:
            yield _event(b"data: " + _failure(too_large(self.server), {"lost": True}))
        except (httpx2.HTTPError, OutboundError) as error:
            words = _("The connection to %s broke.") % self.server
            yield _event(b"data: " + _failure(f"{words} ({str(error)[:200]})", {"lost": True, "again": True}))

    async def aclose(self) -> None:
        await self.response.aclose()


def _event(event: bytes) -> bytes:
    """One event for the SDK; its data, when it stands on one line, made strict JSON."""
    lines = event.split(b"\n")
    data = [number for number, line in enumerate(lines) if line.startswith(b"data:")]
    if len(data) == 1 and (message := strict_message(lines[data[0]][5:].strip())) is not None:
        lines[data[0]] = b"data: " + message
    return b"\n".join(lines) + b"\n\n"


def strict_message(body: bytes) -> bytes | None:
    """A JSON-RPC message as it came, or with what strict JSON forbids cleaned away; None: it is none."""
    value: Any
    try:
        value = orjson.loads(body)
        cleaned = body
    except orjson.JSONDecodeError:
        try:
            value = clean(json.loads(body))
        except (ValueError, RecursionError):
            return None
        cleaned = orjson.dumps(value)
    return cleaned if isinstance(value, dict) and "jsonrpc" in value else None


def _failure(words: str, data: dict[str, bool]) -> bytes:
    error = {"code": CODE, "message": words, "data": data}
    return orjson.dumps({"jsonrpc": "2.0", "id": None, "error": error})
