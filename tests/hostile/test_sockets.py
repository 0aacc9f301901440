"""Sockets that flood, stall, lie or come from elsewhere.

Cut off or told why, and never at the cost of memory.
"""

import contextlib
import os
import socket
import struct
import time
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed

from tests.hostile.wire import Server
from tests.parts.installation import installed
from tests.parts.socket import greeted, opened

pytestmark = [pytest.mark.slow, pytest.mark.once]
MOST = 60  # MB that a process may grow by
HUGE = 2_000_000  # bytes of a message
TEXT, BINARY, PING, MORE = 0x1, 0x2, 0x9, 0x0
LOST = 1006  # the line was cut and no close frame came


@pytest.fixture(scope="module")
def here():
    with installed(SOCKET_HELLO_SECONDS="2") as made:
        url = made.start()
        server = Server(urlsplit(url).port, made.processes[url].pid)
        server.rest()
        with greeted(url, "warm") as line:
            line.send(text="oi", agent_id="telecom_contas")
            line.until("done")
        yield url, server


def frame(kind: int, data: bytes, last: bool = True) -> bytes:
    """One masked frame."""
    first = bytes([kind | (0x80 if last else 0)])
    size = len(data)
    length = bytes([0x80 | size]) if size < 126 else bytes([0x80 | 126]) + struct.pack("!H", size)
    return first + length + b"\0\0\0\0" + data


@contextlib.contextmanager
def raw(url: str):
    """A plain line on which a socket was opened and greeted."""
    head = (
        b"GET /ws/chat/raw/ HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", urlsplit(url).port), timeout=40) as line:
        line.sendall(head)
        assert line.recv(4096).startswith(b"HTTP/1.1 101")
        line.sendall(frame(TEXT, b'{"type": "hello"}'))
        assert b"ready" in line.recv(4096)
        yield line


def flood(line: socket.socket, piece: bytes, most: int = 200_000_000) -> int:
    """Sends a piece again and again and reads nothing, until the other side has had enough."""
    sent = 0
    with contextlib.suppress(OSError):
        while sent < most:
            line.sendall(piece)
            sent += len(piece)
    return sent


@pytest.mark.parametrize(
    "piece",
    [
        pytest.param(frame(PING, b"x" * 125) * 500, id="pings"),
        pytest.param(frame(MORE, b"", last=False) * 5_000, id="parts of nothing"),
        pytest.param(frame(TEXT, b"{}") * 5_000, id="thousands of messages"),
        pytest.param(frame(TEXT, b"{}") * 20, id="messages without end"),
    ],
)
def test_a_flood_is_cut_off_or_held_up_and_costs_no_memory(here, piece):
    url, server = here
    before = server.megabytes()
    with raw(url) as line:
        if piece[0] & 0xF == MORE:
            line.sendall(frame(TEXT, b"{", last=False))
        line.settimeout(8)  # held up: the server reads no more than it can answer
        assert flood(line, piece) < 100_000_000
        assert server.megabytes() - before < MOST
    with greeted(url, "after") as line:
        line.send("odd")
        assert line.next()["data"]["status"] == 422


def test_a_client_that_asks_and_never_reads_is_closed(here):
    url, server = here
    before = server.megabytes()
    with raw(url) as line:
        line.settimeout(3)
        flood(line, frame(TEXT, b'{"type": "odd"}') * 100)
        line.settimeout(40)
        time.sleep(22)  # UNREAD_SECONDS
        got = b""
        with contextlib.suppress(ConnectionResetError):  # a timeout fails: the line would still be open
            while piece := line.recv(1 << 20):
                got = (got + piece)[-200:]
    said = got[-20:]  # a whole close frame, where the line was not cut before it
    assert said[:1] != b"\x88" or said[2:] == struct.pack("!H", 1013) + b"reads too slowly"
    assert server.megabytes() - before < MOST


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        pytest.param(frame(TEXT, b"\xff\xfe"), 1007, id="no UTF-8"),
        pytest.param(b"\x81\x02{}", 1002, id="not masked"),
        pytest.param(frame(0x3, b""), 1002, id="an unknown kind"),
        pytest.param(b"\x81\xff" + struct.pack("!Q", 1 << 40) + b"\0\0\0\0", 1009, id="a terabyte"),
        pytest.param(b"\x81\xff" + struct.pack("!Q", HUGE) + b"\0\0\0\0", 1009, id="past the hard limit"),
    ],
)
def test_what_is_no_websocket_closes_the_line_with_its_code(here, sent, code):
    url, _server = here
    with raw(url) as line:
        line.sendall(sent)
        got = b""
        with contextlib.suppress(OSError):
            while piece := line.recv(4096):
                got += piece
    assert got[0] == 0x88
    assert struct.unpack("!H", got[2:4])[0] == code


def test_a_message_past_the_hard_limit_closes_the_socket(here):
    """The server answers the head of the frame by a close frame and cuts the line, as RFC 6455 7.1.7 says.

    What the client still sends is then refused by a reset, which may overtake the close frame: 1006 by 7.1.5.
    """
    with greeted(here[0], "huge") as line:
        with contextlib.suppress(ConnectionClosed):
            line.wire.send("x" * HUGE)
        assert line.end()[0] in (1009, LOST)
    with greeted(here[0], "huge") as line:
        line.send(text="oi", agent_id="telecom_contas")
        assert line.until("done")


def test_another_sites_page_and_who_says_nothing_are_closed(here):
    with opened(here[0], "evil", origin="https://evil.example.com") as line:
        assert line.end()[0] == 4403
    with opened(here[0], "silent") as line:
        begun = time.monotonic()
        assert line.end()[0] == 4408
        assert time.monotonic() - begun < 15


@pytest.mark.parametrize("path", ["/ws/chat/", "/ws/chat/a/b/", "/ws/", "/gateway/message", "/ws/chat/%2f/"])
def test_no_other_address_opens_a_socket(here, path):
    with socket.create_connection(("127.0.0.1", here[1].port), timeout=10) as line:
        line.sendall(
            f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        assert line.recv(4096).startswith(b"HTTP/1.1 403")


def test_hundreds_that_come_and_go_leave_nothing(here):
    url, server = here
    held = []
    for _round in range(2):
        for number in range(150):
            with greeted(url, f"come-{number}"):
                pass
        held.append(server.megabytes())
    assert held[1] - held[0] < 10
    assert len(os.listdir(f"/proc/{server.pid}/fd")) < 100
