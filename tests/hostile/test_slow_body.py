"""A body that does not come, or does not end: 408 and 413 in words, a page where people ask, no task left."""

import asyncio
import time

import orjson
import pytest

from config.asgi import application
from routing.api.body import files_cap


async def arrive(
    path: str, pieces, headers=(), method: str = "POST"
) -> tuple[int, dict[bytes, bytes], bytes]:
    """What is answered to a body whose pieces come from an asynchronous iterator that may stall."""
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "scheme": "http",
        "path": path, "raw_path": path.encode(), "query_string": b"", "root_path": "",
        "headers": [(b"host", b"localhost"), (b"transfer-encoding", b"chunked"), *headers],
        "client": ("127.0.0.1", 4711), "server": ("localhost", 80),
    }  # fmt: skip
    sent = []

    async def receive():
        return {"type": "http.request", "body": await anext(pieces), "more_body": True}

    async def send(message):
        sent.append(message)

    await application(scope, receive, send)
    body = b"".join(message.get("body", b"") for message in sent[1:])
    return sent[0]["status"], dict(sent[0]["headers"]), body


async def dripping():
    while True:
        yield b" "
        await asyncio.sleep(0.05)


async def flooding():
    while True:
        yield b"x" * 65_536


@pytest.mark.parametrize("path", ["/gateway/message", "/api/chat/message", "/api/analytics/handoffs"])
async def test_a_body_that_drips_ends_with_408(path, settings):
    settings.BODY_SECONDS = 0.4
    begun = time.monotonic()
    status, headers, body = await arrive(path, dripping(), [(b"content-type", b"application/json")])
    problem = orjson.loads(body)
    assert (status, problem["code"]) == (408, "body_too_slow")
    assert headers[b"content-type"] == b"application/problem+json"
    assert headers[b"connection"] == b"close"
    assert time.monotonic() - begun < 5


@pytest.mark.parametrize(
    ("path", "cap"),
    [("/api/chat/session", 262_144), ("/gateway/message", files_cap()), ("/admin/login/", 4_194_304)],
)
async def test_a_body_without_end_is_read_to_its_cap(path, cap, settings):
    read = 0

    async def counted():
        nonlocal read
        async for piece in flooding():
            read += len(piece)
            yield piece

    status, _headers, body = await arrive(path, counted())
    assert status == 413
    assert read <= cap + 2 * 65_536
    assert (b"<h1>" in body) == path.startswith("/admin/")


async def test_people_read_a_page_in_their_language(settings):
    settings.BODY_SECONDS = 0.2
    status, headers, body = await arrive("/admin/login/", dripping(), [(b"accept-language", b"pt-BR")])
    assert status == 408
    assert headers[b"content-type"].startswith(b"text/html")
    assert "O corpo não chegou a tempo" in body.decode()
