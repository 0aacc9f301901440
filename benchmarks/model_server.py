"""What the benchmarks' models share: the smallest HTTP server, and pieces as OpenAI streams them."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

Answer = Callable[[bytes, asyncio.StreamWriter], Awaitable[bool]]
STREAM = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n"
DONE = b"data: [DONE]\n\n"


async def serve(port: int, answer: Answer) -> None:
    """`answer` gets the body of each request, empty for GET; True: the connection stays for another."""

    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            stays = True
            while stays:
                head = await reader.readuntil(b"\r\n\r\n")
                stays = await answer(await reader.readexactly(_length(head)), writer)
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(handle, "127.0.0.1", port, backlog=1024)
    async with server:
        await server.serve_forever()


def piece(delta: dict[str, str] | None, finish: str | None = None, **more: Any) -> bytes:
    """One event of the stream; without a delta it has no choice."""
    choices = [] if delta is None else [{"index": 0, "delta": delta, "finish_reason": finish}]
    chunk = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "bench", "choices": choices}
    return f"data: {json.dumps({**chunk, **more})}\n\n".encode()


def _length(head: bytes) -> int:
    lines = head.lower().split(b"\r\n")
    return next((int(line.split(b":")[1]) for line in lines if line.startswith(b"content-length")), 0)
