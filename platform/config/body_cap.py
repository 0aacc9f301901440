"""Stops reading a body at its cap and at its time.

Django would spool all of it, for ever, before a view ran.

`Handler` is Django's ASGI handler, without a thread for what an endpoint's request begins and ends with.
"""

import asyncio
import contextlib
import re
import uuid
from collections.abc import Callable
from functools import partial
from io import BytesIO
from typing import Any

from django.conf import settings
from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, ASGIRequest, get_script_prefix
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix
from django.utils import translation
from django.utils.translation import gettext as _

from config.lifespan import App, Message, Receive, Scope, Send
from config.middleware import is_door
from routing.api import body, problems
from routing.api.problems import Refused
from routing.turns import registry

ATTACHMENTS = "/api/chat/attachments"  # takes a user's document: as much as one may have
MESSAGES = re.compile(
    r"/(api/chat/(multi-agent/)?message|gateway/message(/sse)?|v1/chat/completions|v1/responses)/?"
)
AROUND = 64 * 1024  # bytes of a form around its file
GONE: Message = {"type": "http.disconnect"}


class BodyCap:
    """Answers 413 for a body over `BODY_BYTES` (a form, or files: `FORM_BYTES`; a user's
    document: `ATTACHMENT_BYTES`; a message: with the files that it may bring), 408 for one not there in
    `BODY_SECONDS`."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not _announces_body(scope):
            await self.app(scope, receive, send)
            return
        cap = _cap_of(scope["path"])
        if _read_declared_size(scope) > cap:
            await _refuse(scope, send, partial(body.too_large, cap))
            return
        until: float | None = asyncio.get_running_loop().time() + settings.BODY_SECONDS
        size = 0
        refused: Callable[[], Refused] | None = None

        async def watched() -> Message:
            # To the application a refused body looks like a client that went away: it says nothing itself.
            nonlocal size, until, refused
            if refused is not None:
                return GONE
            try:
                async with asyncio.timeout_at(until):
                    message = await receive()
            except TimeoutError:
                refused = _too_slow
                return GONE
            size += len(message.get("body", b""))
            if size > cap:
                refused = partial(body.too_large, cap)
                return GONE
            if not message.get("more_body", False):
                until = None  # from here on only a client that leaves is listened for
            return message

        await self.app(scope, watched, send)
        if refused is not None:
            await _refuse(scope, send, refused)


def _cap_of(path: str) -> int:
    if path.startswith(ATTACHMENTS):
        return int(settings.ATTACHMENT_BYTES) + AROUND
    if MESSAGES.fullmatch(path):
        return body.files_cap()
    small = is_door(path) and not path.startswith(settings.FILE_PREFIXES)
    return int(settings.BODY_BYTES if small else settings.FORM_BYTES)


def _announces_body(scope: Scope) -> bool:
    return any(name in (b"content-length", b"transfer-encoding") for name, _value in scope["headers"])


def _read_declared_size(scope: Scope) -> int:
    value = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
    return int(value[:20]) if value.isdigit() else 0


def _too_slow() -> Refused:
    return Refused(
        408,
        "body_too_slow",
        _("The body did not arrive in time"),
        _("All of it must be here within %(seconds)s seconds. Send the request again.")
        % {"seconds": settings.BODY_SECONDS},
    )


async def _refuse(scope: Scope, send: Send, say: Callable[[], Refused]) -> None:
    request = ASGIRequest(scope, BytesIO())
    request.request_id = uuid.uuid4().hex  # type: ignore[attr-defined]
    with translation.override(translation.get_language_from_request(request)):
        refused = say()  # in the language of whoever asked
        response = problems.refuse(refused, request)
    headers = [(name.lower().encode(), value.encode()) for name, value in response.items()]
    number = request.request_id.encode()  # type: ignore[attr-defined]
    headers += [(b"connection", b"close"), (b"x-request-id", number)]
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    body = b"" if scope["method"] == "HEAD" else response.content
    await send({"type": "http.response.body", "body": body})


class Handler(ASGIHandler):
    """Django's for pages. A door's request stays in the loop from its first byte to its last.

    Django sends "request started" and closes the response on a thread that it makes for each request, because
    what listens may close the thread's database connection. A door's work with the database is on the
    executor of the visits, which keeps its connections: there is nothing to close, and no thread is made.
    """

    async def handle(self, scope: Any, receive: Any, send: Any) -> None:
        if not is_door(scope["path"]):
            await super().handle(scope, receive, send)
            return
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        with contextlib.closing(body):
            set_script_prefix(get_script_prefix(scope))
            signals.request_started.send(sender=self.__class__, scope=scope)
            request, refused = self.create_request(scope, body)
            if refused is not None:
                await self._say(refused, send)
                return
            leaving = asyncio.ensure_future(self.listen_for_disconnect(receive))
            answering = asyncio.ensure_future(self._answer(request, send))
            await asyncio.wait((leaving, answering), return_when=asyncio.FIRST_COMPLETED)
            for task in (leaving, answering):
                if not task.done():
                    task.cancel()
            with contextlib.suppress(asyncio.CancelledError, RequestAborted):
                await leaving
            with contextlib.suppress(asyncio.CancelledError):  # the client left while its answer was made
                await answering

    async def send_response(self, response: Any, send: Any) -> None:
        if registry.is_draining():
            response["Connection"] = "close"  # whoever keeps a line open asks another process next time
        await super().send_response(response, send)

    async def _answer(self, request: Any, send: Any) -> None:
        await self._say(await self.run_get_response(request), send)

    async def _say(self, response: HttpResponseBase, send: Any) -> None:
        try:
            await self.send_response(response, send)
        finally:
            response.close()
