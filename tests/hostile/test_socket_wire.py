"""The wire of a socket by itself.

A real server in this process, with pings that do not take half a minute.
"""

import asyncio
import contextlib

import uvicorn

from config.socket_wire import SocketWire

HEAD = (
    b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


@contextlib.asynccontextmanager
async def served(application):
    """Gives a plain line on which a socket was opened, whose client answers no ping."""
    config = uvicorn.Config(
        application, port=0, lifespan="off", ws=SocketWire, ws_ping_interval=0.2, ws_ping_timeout=0.2,
        log_config=None
    )  # fmt: skip
    server = uvicorn.Server(config)
    running = asyncio.create_task(server.serve())
    while not server.started:  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(HEAD)
    await reader.readuntil(b"\r\n\r\n")
    try:
        yield reader
    finally:
        writer.close()
        server.should_exit = True
        await running


async def test_who_answers_no_ping_and_reads_nothing_is_cut_off_and_the_application_is_told():
    told = asyncio.Event()

    async def application(_scope, receive, send):
        await receive()
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.send", "bytes": b"x" * 30_000_000})
        while (await receive())["type"] != "websocket.disconnect":
            pass
        told.set()

    async with served(application):
        await asyncio.wait_for(told.wait(), 5)


async def test_what_is_sent_after_a_ping_was_not_answered_finds_nobody():
    raised = asyncio.get_running_loop().create_future()

    async def application(_scope, receive, send):
        await receive()
        await send({"type": "websocket.accept"})
        try:
            while True:
                await send({"type": "websocket.send", "text": "still there?"})
                await asyncio.sleep(0)
        except Exception as error:
            raised.set_result(error)

    async with served(application) as reader:
        while await reader.read(1 << 20):
            pass
        assert isinstance(await asyncio.wait_for(raised, 5), OSError)
