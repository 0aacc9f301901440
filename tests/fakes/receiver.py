"""A system that webhooks are sent to, on a real port: keeps what it got, and answers what it is told to."""

import contextlib
import json
import threading
import time
from collections import deque
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class Receiver:
    """A context manager; `url` is its address. Each request takes the next answer, else 200."""

    def __init__(self) -> None:
        self._server = Server(("127.0.0.1", 0), Handler)
        self._server.receiver = self
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        self.got: list[tuple[str, dict[str, str], bytes]] = []  # path, headers, body
        self.answers: deque[tuple[int, Any, dict[str, str]]] = deque()
        self.answering = threading.Event()
        self.answering.set()

    def __enter__(self) -> "Receiver":
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(self, *_: Any) -> None:
        self._server.shutdown()
        self._server.server_close()

    def answer(self, status: int, body: Any = None, **headers: str) -> "Receiver":
        """The answer to the next request; bytes go out as they are, anything else as JSON."""
        self.answers.append((status, body, headers))
        return self

    def hold(self) -> None:
        """Lets every request wait for its answer, until `let_go`."""
        self.answering.clear()

    def let_go(self) -> None:
        self.answering.set()

    def bodies(self) -> list[dict[str, Any]]:
        return [json.loads(body) for _path, _headers, body in self.got]

    def wait(self, number: int, seconds: float = 30) -> None:
        """Until so many requests came."""
        until = time.monotonic() + seconds
        while len(self.got) < number:
            assert time.monotonic() < until, f"{len(self.got)} of {number} came"
            time.sleep(0.02)


class Server(ThreadingHTTPServer):
    daemon_threads = True
    receiver: Receiver


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        receiver: Receiver = self.server.receiver  # type: ignore[attr-defined]
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        headers = {name.lower(): value for name, value in self.headers.items()}
        receiver.got.append((self.path, headers, body))
        receiver.answering.wait(60)
        status, said, more = receiver.answers.popleft() if receiver.answers else (200, {"ok": True}, {})
        sent = said if isinstance(said, bytes) else json.dumps(said).encode()
        self.send_response(status)
        named = {name.replace("_", "-"): value for name, value in more.items()}
        for name, value in {"Content-Type": "application/json", **named}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(sent)))
        with contextlib.suppress(ConnectionError):  # who asked may have been killed
            self.end_headers()
            self.wfile.write(sent)

    def log_message(self, *args: Any) -> None:
        return None
