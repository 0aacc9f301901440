"""A plain HTTP server in the test's own loop, answering what the test tells it."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from outbound import policy


@dataclass
class Server:
    """`answer` turns the request's first line and headers into raw bytes; `heads` keeps what was asked."""

    port: int = 0
    answer: Callable[[str], bytes] = lambda head: plain("ok")
    heads: list[str] = field(default_factory=list)
    connections: int = 0

    def url(self, host: str = "127.0.0.1", path: str = "/") -> str:
        return f"http://{host}:{self.port}{path}"


def plain(body: str | bytes, *headers: str, status: str = "200 OK") -> bytes:
    content = body.encode() if isinstance(body, str) else body
    lines = [f"HTTP/1.1 {status}", f"content-length: {len(content)}", *headers]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + content


@pytest.fixture
async def server():
    here = Server()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        here.connections += 1
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode()
                here.heads.append(head)
                writer.write(here.answer(head))
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    listening = await asyncio.start_server(serve, "127.0.0.1", 0)
    here.port = listening.sockets[0].getsockname()[1]
    yield here
    await policy.close()
    listening.close()


@pytest.fixture(autouse=True)
def local_rules(settings):
    settings.OUTBOUND_ALLOW_LOOPBACK = True
    settings.OUTBOUND_ALLOWED_HOSTS = []
