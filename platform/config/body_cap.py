"""Stops reading a body at its cap: Django would spool all of it before a view could refuse it."""

import uuid
from typing import Any

import orjson
from django.conf import settings

from config.lifespan import App, Receive, Scope, Send
from config.middleware import is_door


class BodyCap:
    """Answers 413 as problem+json when a door is sent more than `BODY_BYTES`."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not is_door(scope["path"]):
            await self.app(scope, receive, send)
            return
        cap = settings.BODY_BYTES
        declared = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
        if declared.isdigit() and int(declared) > cap:
            await _refuse(scope, send, cap)
            return
        parts: list[bytes] = []
        size, more = 0, True
        while more:
            message = await receive()
            if message["type"] != "http.request":
                return
            parts.append(message.get("body", b""))
            size, more = size + len(parts[-1]), message.get("more_body", False)
            if size > cap:
                await _refuse(scope, send, cap)
                return
        body, told = b"".join(parts), False

        async def replay() -> Any:
            nonlocal told
            if told:
                return await receive()
            told = True
            return {"type": "http.request", "body": body, "more_body": False}

        await self.app(scope, replay, send)


async def _refuse(scope: Scope, send: Send, cap: int) -> None:
    problem = {
        "type": "urn:switchboard:problem:body_too_large",
        "title": "The body is too large",
        "status": 413,
        "detail": f"A body has at most {cap} bytes. Shorten the message or its context.",
        "instance": scope["path"],
        "code": "body_too_large",
        "errors": [],
        "request_id": uuid.uuid4().hex,
    }
    headers = [(b"content-type", b"application/problem+json"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": orjson.dumps(problem)})
