"""A domain as an HTTP service: `/health`, `/manifest`, `/execute`, with whatever a test wants it to do.

with DomainServer({"find_copy": lambda body: {"status": "success", "result": {...}}}) as server:
    server.url, server.asked          # where it is; the bodies and headers that came
"""

import json
import threading
from collections.abc import Callable, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

Answer = Callable[[dict[str, Any]], Any]


class _Quiet(ThreadingHTTPServer):
    """Says nothing of a client that did not wait for its answer."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        return None


class DomainServer:
    """Answers by capability: a dict is sent as JSON with 200, (status, bytes) as it is."""

    def __init__(self, does: Mapping[str, Answer], manifest: Mapping[str, Any] | None = None) -> None:
        self.does, self.manifest = dict(does), dict(manifest or {})
        self.asked: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.at_once = self.most_at_once = 0
        self._lock = threading.Lock()
        self._server = _Quiet(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def calls(self, capability: str) -> list[dict[str, Any]]:
        """The parameters with which a capability was called, in order."""
        return [body["parameters"] for body in self.asked if body["capability"] == capability]

    def __enter__(self) -> "DomainServer":
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        domain = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True  # head and body are two writes: 40 ms of waiting otherwise

            def do_GET(self) -> None:
                self.send(200, {"status": "ok"} if self.path == "/health" else domain.manifest)

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["content-length"])))
                with domain._lock:
                    domain.asked.append(body)
                    domain.headers.append({name.lower(): value for name, value in self.headers.items()})
                    domain.at_once += 1
                    domain.most_at_once = max(domain.most_at_once, domain.at_once)
                try:
                    answer = domain.does[body["capability"]](body)
                finally:
                    with domain._lock:
                        domain.at_once -= 1
                if isinstance(answer, tuple):
                    self.send(*answer)
                else:
                    self.send(200, answer)

            def send(self, status: int, answer: Any) -> None:
                content = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
                self.send_response(status)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, format: str, *args: Any) -> None:
                return None

        return Handler


def success(result: Any, explanation: str = "", **more: Any) -> dict[str, Any]:
    return {"status": "success", "result": result, "explanation": explanation, "confidence": 1.0, **more}
