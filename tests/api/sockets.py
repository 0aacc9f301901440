"""A socket to the real application, without a wire between: frames in, events out."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any


class Line:
    """One socket of a client at `peer`. `code` is what the server closed it with."""

    def __init__(self, session: str, peer: str, headers: dict[str, str], scheme: str) -> None:
        given = {"host": "localhost", **headers}
        self._scope = {
            "type": "websocket", "path": f"/ws/chat/{session}/", "query_string": b"", "scheme": scheme,
            "headers": [(name.lower().encode(), value.encode()) for name, value in given.items()],
            "client": (peer, 4711), "server": ("localhost", 80), "root_path": "",
        }  # fmt: skip
        self._in: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._out: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.raw({"type": "websocket.connect"})
        self.code: int | None = None
        self.reason = ""
        self.deaf = False  # reads no more

    def raw(self, message: dict[str, Any]) -> None:
        self._in.put_nowait(message)

    def send(self, kind: str = "message", **fields: Any) -> None:
        self.raw({"type": "websocket.receive", "text": json.dumps({"type": kind, **fields})})

    async def next(self) -> dict[str, Any] | None:
        """The next event; None once the server has closed."""
        message = await asyncio.wait_for(self._out.get(), 20)
        if message["type"] == "websocket.accept":
            return await self.next()
        if message["type"] == "websocket.close":
            self.code, self.reason = message["code"], message.get("reason", "")
            return None
        return json.loads(message["text"])

    async def until(self, name: str, ref: str | None = None) -> list[dict[str, Any]]:
        """The events up to the next of this name (and `ref`)."""
        told = []
        while event := await self.next():
            told.append(event)
            if event["event"] == name and (ref is None or event.get("ref") == ref):
                return told
        raise AssertionError(f"closed with {self.code} after {told}")

    async def next_of(self, ref: str) -> dict[str, Any]:
        """The next event that answers the frame of this `ref`."""
        while event := await self.next():
            if event.get("ref") == ref:
                return event
        raise AssertionError(f"closed with {self.code}")

    async def run(self) -> None:
        from config.asgi import application

        await application(self._scope, self._in.get, self._take)

    async def _take(self, message: dict[str, Any]) -> None:
        if self.deaf and message["type"] == "websocket.send":
            await asyncio.Event().wait()
        await self._out.put(message)


@asynccontextmanager
async def opened(
    session: str, peer: str = "127.0.0.1", scheme: str = "ws", **headers: str
) -> AsyncIterator[Line]:
    """A socket that has said nothing yet."""
    line = Line(session, peer, headers, scheme)
    running = asyncio.create_task(line.run())
    try:
        yield line
    finally:
        line.raw({"type": "websocket.disconnect", "code": 1005})
        await asyncio.wait_for(running, 10)


@asynccontextmanager
async def greeted(session: str, **hello: Any) -> AsyncIterator[Line]:
    """One that is ready, of the telecom team where no other is named."""
    async with opened(session) as line:
        line.send("hello", **{"agent_id": "telecom_contas", **hello})
        assert (await line.next())["event"] == "ready"
        yield line
