"""A proxy in front of web processes, as an installation has one.

It asks each second who is ready, and counts.
"""

import contextlib
import http.client
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

LOOKS_EVERY = 1.0  # seconds


@dataclass
class Proxy:
    """Passes POSTs on to a ready process, and to the next one where the first says 503, as nginx does when
    told to.
    """

    url: str = ""
    behind: list[str] = field(default_factory=list)  # host:port of web processes, changed by the test
    ready: dict[str, bool] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)  # connections
    unavailable: list[str] = field(default_factory=list)  # the `Retry-After` of each 503
    turn: int = 0

    def look(self) -> None:
        for place in list(self.behind):
            self.ready[place] = _status(place, "GET", "/readyz") == 200

    def pass_on(self, path: str, body: bytes) -> tuple[int, bytes]:
        places = [place for place in self.behind if self.ready.get(place)]
        self.turn += 1
        for place in places[self.turn % max(len(places), 1) :] + places[: self.turn % max(len(places), 1)]:
            try:
                status, said, headers = _asked(place, "POST", path, body)
            except ConnectionRefusedError:
                self.refused.append(place)
                continue
            if status != 503:
                return status, said
            self.unavailable.append(headers.get("Retry-After", ""))
        return 502, b"{}"


def _asked(
    place: str, method: str, path: str, body: bytes | None = None
) -> tuple[int, bytes, http.client.HTTPMessage]:
    host, port = place.split(":")
    wire = http.client.HTTPConnection(host, int(port), timeout=60)
    try:
        wire.request(method, path, body, {"Content-Type": "application/json"} if body else {})
        answer = wire.getresponse()
        return answer.status, answer.read(), answer.headers
    finally:
        wire.close()


def _status(place: str, method: str, path: str) -> int:
    try:
        return _asked(place, method, path)[0]
    except OSError:
        return 0


@contextlib.contextmanager
def proxy() -> Iterator[Proxy]:
    """A running proxy; what is behind it is put into `behind`."""
    made = Proxy()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            sent = self.rfile.read(int(self.headers["Content-Length"]))
            status, said = made.pass_on(self.path, sent)
            self.send_response(status)
            self.send_header("Content-Length", str(len(said)))
            self.end_headers()
            self.wfile.write(said)

        def log_message(self, *_said: object) -> None:
            """Says nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.request_queue_size = 128
    ends = threading.Event()

    def look() -> None:
        while not ends.is_set():
            began = time.monotonic()
            made.look()
            ends.wait(max(0.0, LOOKS_EVERY - (time.monotonic() - began)))

    threads = [threading.Thread(target=serve, daemon=True) for serve in (server.serve_forever, look)]
    for thread in threads:
        thread.start()
    made.url = f"http://127.0.0.1:{server.server_port}"
    yield made
    ends.set()
    server.shutdown()
    server.server_close()
