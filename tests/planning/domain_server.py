"""A domain as a real HTTP server on a port of its own, whose manifest a test may change."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class Serving:
    """What the server answers: `status` and `body` of /manifest, and the headers of who asked."""

    def __init__(self, manifest: Any) -> None:
        self.manifest = manifest
        self.status = 200
        self.raw: bytes | None = None
        self.healthy = True
        self.asked: list[tuple[str, str]] = []  # path, authorization
        self.url = ""


@contextmanager
def serving(manifest: Any) -> Iterator[Serving]:
    """Serves `/health` and `/manifest` until the block ends."""
    state = Serving(manifest)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            state.asked.append((self.path, self.headers.get("authorization", "")))
            if self.path == "/health":
                self._answer(200 if state.healthy else 503, b'{"status": "ok"}')
            elif self.path == "/manifest":
                content = state.raw if state.raw is not None else json.dumps(state.manifest).encode()
                self._answer(state.status, content)
            else:
                self._answer(404, b"{}")

        def _answer(self, status: int, content: bytes) -> None:
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_args: Any) -> None:
            """Nothing on the console."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    state.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield state
    finally:
        server.shutdown()
        server.server_close()
