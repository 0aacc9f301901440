"""One request a connection, byte by byte as given, to a real server process.

And what it cost that process.
"""

import contextlib
import os
import socket
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
Headers = Iterable[tuple[bytes, bytes]]


@dataclass(frozen=True)
class Answer:
    """What came back. `cpu` is what the server's process spent meanwhile; status 0: nothing came."""

    status: int
    headers: dict[str, str]
    body: bytes
    seconds: float
    cpu: float

    @property
    def kind(self) -> str:
        return self.headers.get("content-type", "").split(";")[0]


@dataclass(frozen=True)
class Server:
    """A server to shout at: its port and its process."""

    port: int
    pid: int

    def cpu(self) -> float:
        """Seconds of processor that the process has used."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def rest(self) -> None:
        """Waits until the process has nothing to do, at most 30 s."""
        until, before = time.monotonic() + 30, -1.0
        while time.monotonic() < until and self.cpu() - before > 0.05:
            before = self.cpu()
            time.sleep(1)

    def megabytes(self) -> float:
        """Resident memory of the process."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) / 1024

    def send(
        self, method: str, path: bytes, headers: Headers = (), body: bytes = b"", seconds: float = 10
    ) -> Answer:
        """Sends a request whole and reads until the server closes, or a stream says that it is done."""
        before, begun = self.cpu(), time.monotonic()
        with socket.create_connection(("127.0.0.1", self.port), timeout=seconds) as line:
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                line.sendall(head(method, path, headers, body) + body)
            got = listen(line)
        return answer(got, time.monotonic() - begun, self.cpu() - before)


def head(method: str, path: bytes, headers: Headers, body: bytes) -> bytes:
    """The request line and headers; Host, Connection and Content-Length where none are given."""
    given = list(headers)
    names = {name.lower() for name, _value in given}
    if b"host" not in names:
        given.append((b"Host", b"localhost"))
    if not names & {b"content-length", b"transfer-encoding"} and (body or method == "POST"):
        given.append((b"Content-Length", b"%d" % len(body)))
    given.append((b"Connection", b"close"))
    lines = [b"%s %s HTTP/1.1" % (method.encode(), path), *(b": ".join(pair) for pair in given)]
    return b"\r\n".join(lines) + b"\r\n\r\n"


def listen(line: socket.socket) -> bytes:
    """Everything the server says, until it closes, ends a stream, or says nothing for the socket's time."""
    got = b""
    with contextlib.suppress(ConnectionResetError, TimeoutError):
        while piece := line.recv(1 << 16):
            got += piece
            if b"event: done" in got:
                break
    return got


def answer(got: bytes, seconds: float = 0.0, cpu: float = 0.0) -> Answer:
    """The parts of a response."""
    if not got:
        return Answer(0, {}, b"", seconds, cpu)
    top, _gap, body = got.partition(b"\r\n\r\n")
    first, *lines = top.split(b"\r\n")
    pairs = (line.decode("latin-1").partition(":") for line in lines)
    headers = {name.lower(): value.strip() for name, _colon, value in pairs}
    return Answer(int(first.split()[1]), headers, body, seconds, cpu)
