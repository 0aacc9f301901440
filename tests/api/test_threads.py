"""A door's request does not need a thread of its own."""

import asyncio
import sys
import threading

from config.body_cap import Handler

SCOPE = {
    "type": "http", "method": "GET", "path": "/healthz", "raw_path": b"/healthz", "query_string": b"",
    "headers": [(b"host", b"localhost")], "http_version": "1.1", "scheme": "http", "root_path": "",
}  # fmt: skip
STARTED: list[str] = []
watching = False


def _watch(event: str, _arguments: tuple) -> None:
    if watching and event == "_thread.start_new_thread":
        STARTED.append(threading.current_thread().name)


async def test_a_door_is_answered_in_the_loop_from_the_first_byte_to_the_last():
    global watching
    said, begun = [], False
    handler = Handler()

    async def receive():
        nonlocal begun
        if not begun:
            begun = True
            return {"type": "http.request", "body": b""}
        return await asyncio.Event().wait()

    async def send(message):
        said.append(message)

    sys.addaudithook(_watch)
    watching = True
    try:
        await handler(dict(SCOPE), receive, send)
    finally:
        watching = False
    assert said[0]["status"] == 200
    assert STARTED == []


async def test_a_client_that_leaves_ends_the_request():
    coming = [{"type": "http.request", "body": b""}, {"type": "http.disconnect"}]

    async def receive():
        return coming.pop(0)

    async def send(_message):
        return None

    await Handler()(dict(SCOPE), receive, send)
    assert coming == []
