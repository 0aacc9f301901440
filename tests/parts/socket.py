"""A client of `ws/chat/...`: real frames to a real process, read as (id, event, data)."""

import contextlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect


@dataclass
class Line:
    """One open socket."""

    wire: ClientConnection

    def send(self, kind: str = "message", **fields: Any) -> None:
        self.wire.send(json.dumps({"type": kind, **fields}))

    def next(self, seconds: float = 30) -> dict[str, Any]:
        """The next frame."""
        return json.loads(self.wire.recv(timeout=seconds))

    def until(self, event: str, seconds: float = 30) -> list[dict[str, Any]]:
        """The frames up to the next one of this name."""
        told = [self.next(seconds)]
        while told[-1]["event"] != event:
            told.append(self.next(seconds))
        return told

    def end(self, seconds: float = 30) -> tuple[int, str]:
        """Reads on until the server closes: its code and reason; 1006 where the line was cut without any."""
        with contextlib.suppress(ConnectionClosed):
            while True:
                self.next(seconds)
        return self.wire.close_code or 0, self.wire.close_reason or ""


@contextlib.contextmanager
def opened(url: str, session: str, origin: str | None = None, **options: Any) -> Iterator[Line]:
    """A socket that has said nothing yet."""
    address = f"{url.replace('http', 'ws', 1)}/ws/chat/{quote(session, safe=':')}/"
    with connect(address, origin=origin, proxy=None, max_size=None, **options) as wire:
        yield Line(wire)


@contextlib.contextmanager
def greeted(url: str, session: str, token: str | None = None, **hello: Any) -> Iterator[Line]:
    """A socket that is ready."""
    with opened(url, session) as line:
        line.send("hello", token=token, **hello)
        assert line.next()["event"] == "ready"
        yield line
