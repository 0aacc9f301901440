"""Stops reading a body at its cap and at its time.

Django would spool all of it, for ever, before a view ran.
"""

import asyncio
import re
import uuid
from collections.abc import Callable
from functools import partial
from io import BytesIO

from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.utils import translation
from django.utils.translation import gettext as _

from config.lifespan import App, Message, Receive, Scope, Send
from config.middleware import is_door
from routing.api import body, problems
from routing.api.refusal import Refused

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
            await _refuse(scope, send, partial(_too_large, cap))
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
                refused = partial(_too_large, cap)
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


def _too_large(cap: int) -> Refused:
    return Refused(
        413,
        "body_too_large",
        _("The body is too large"),
        _("A body may have %(bytes)s bytes at most. Send less at once.") % {"bytes": cap},
    )


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
