"""What comes before a body, and connections that say nothing: bounded in bytes and in time."""

import asyncio
import contextlib
import socket
import threading
from collections.abc import Iterator

import pytest
import uvicorn

from config.serve import OPTIONS
from config.wire import HEAD_BYTES, Wire
from tests.hostile.wire import answer, head, listen

PATIENCE = 60  # seconds, of a machine that is busy


class Hasty(Wire):
    head_seconds = 0.5


async def application(scope, receive, send) -> None:
    """Says how long the body is; at /slowly it takes longer than a head may."""
    assert scope["type"] == "http"
    size, more = 0, True
    while more:
        message = await receive()
        size, more = size + len(message.get("body", b"")), message.get("more_body", False)
        if message["type"] == "http.disconnect":
            return
    await send({"type": "http.response.start", "status": 200, "headers": []})
    if scope["path"] == "/slowly":
        await asyncio.sleep(1.2)
    await send({"type": "http.response.body", "body": b"%d bytes." % size})


@contextlib.contextmanager
def serving(protocol: type[Wire]) -> Iterator[int]:
    options = {**OPTIONS, "http": protocol, "lifespan": "off", "log_level": "error"}
    server = uvicorn.Server(uvicorn.Config(application, port=0, **options))
    listener = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    yield listener.getsockname()[1]
    server.should_exit = True
    thread.join(PATIENCE)


@pytest.fixture(scope="module")
def patient() -> Iterator[int]:
    with serving(Wire) as port:
        yield port


@pytest.fixture(scope="module")
def hasty() -> Iterator[int]:
    with serving(Hasty) as port:
        yield port


@contextlib.contextmanager
def line(port: int) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as opened:
        yield opened


def flood(opened: socket.socket, piece: bytes, most: int) -> int:
    """Sends a piece again and again until the other side has had enough; gives how many bytes went out."""
    sent = 0
    with contextlib.suppress(OSError):
        while sent < most:
            opened.sendall(piece)
            sent += len(piece)
    return sent


@pytest.mark.parametrize("start", [b"GET /", b"GET / HTTP/1.1\r\nX-Long: "], ids=["an address", "a header"])
def test_one_that_never_ends_is_refused(patient, start):
    with line(patient) as opened:
        opened.sendall(start)
        assert flood(opened, b"x" * 65_536, 500_000_000) < 50_000_000  # what lies in the system's buffers
        got = listen(opened)
    assert not got or got.startswith(b"HTTP/1.1 431")


@pytest.mark.parametrize("name", [b"x" * 70_000, b"X-1: y\r\n" * 10_000], ids=["one", "thousands"])
def test_headers_past_the_limit_are_refused_in_words(patient, name):
    with line(patient) as opened:
        opened.sendall(b"GET / HTTP/1.1\r\n" + name)
        got = answer(listen(opened))
    assert (got.status, got.body) == (431, b"The headers are too large.")


def test_headers_up_to_the_limit_are_read(patient):
    with line(patient) as opened:
        opened.sendall(head("GET", b"/", [(b"X-Long", b"x" * (HEAD_BYTES - 1_000))], b""))
        assert answer(listen(opened)).status == 200


@pytest.mark.parametrize("odd", [b"X-1: y\r\n", b"x"], ids=["trailers", "one trailer"])
def test_trailers_that_never_end_close_the_line(patient, odd):
    with line(patient) as opened:
        opened.sendall(head("POST", b"/", [(b"Transfer-Encoding", b"chunked")], b"") + b"1\r\nx\r\n0\r\n")
        assert flood(opened, odd * 8_192, 500_000_000) < 50_000_000


def test_a_body_in_the_smallest_chunks_is_read(patient):
    with line(patient) as opened:
        opened.sendall(head("POST", b"/", [(b"Transfer-Encoding", b"chunked")], b""))
        opened.sendall(b"1\r\nx\r\n" * 50_000 + b"0\r\n\r\n")
        assert b"50000 bytes." in listen(opened)


@pytest.mark.parametrize(
    ("begun", "said"),
    [
        pytest.param(b"", b"", id="nothing"),
        pytest.param(b"GE", b"HTTP/1.1 408", id="a method"),
        pytest.param(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ", b"HTTP/1.1 408", id="a header"),
    ],
)
def test_a_head_that_does_not_come_ends_the_line(hasty, begun, said):
    with line(hasty) as opened:
        opened.sendall(begun)
        got = listen(opened)
    assert got.startswith(said)
    assert bool(got) == bool(said)


def test_the_second_head_of_a_line_is_waited_for_as_long(hasty):
    with line(hasty) as opened:
        opened.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        got = b""
        while not got.endswith(b"0\r\n\r\n"):
            got += opened.recv(65_536)
        opened.sendall(b"GET /")
        assert listen(opened).startswith(b"HTTP/1.1 408")


def test_an_answer_under_way_is_not_cut_by_what_its_client_begins_to_send(hasty):
    with line(hasty) as opened:
        opened.sendall(b"GET /slowly HTTP/1.1\r\nHost: localhost\r\n\r\nGET /")
        assert b"0 bytes." in listen(opened)


def test_who_asks_for_a_websocket_without_a_key_is_refused(hasty):
    with line(hasty) as opened:
        opened.sendall(
            b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: x\r\n\r\n"
        )
        assert listen(opened).startswith(b"HTTP/1.1 400")
