"""A web site on a real port: pages by their paths, and what was asked for."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Page = tuple[int, dict[str, str], bytes]


class Website:
    """A context manager; `url` is its address. What it has no page for is 404."""

    def __init__(self) -> None:
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.site = self
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        self.pages: dict[str, Page] = {}
        self.asked: list[str] = []

    def __enter__(self) -> "Website":
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(self, *_: Any) -> None:
        self._server.shutdown()
        self._server.server_close()

    def put(self, path: str, body: str | bytes, status: int = 200, **headers: str) -> None:
        """A page; `headers` as `content_type="text/plain"`, by default HTML."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        raw = body.encode() if isinstance(body, str) else body
        self.pages[path] = (status, {"content-type": "text/html; charset=utf-8", **named}, raw)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    site: Website


class _Handler(BaseHTTPRequestHandler):
    server: _Server

    def do_GET(self) -> None:
        site = self.server.site
        site.asked.append(self.path)
        status, headers, body = site.pages.get(self.path, (404, {}, b""))
        self.send_response(status)
        for name, value in {**headers, "content-length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        return None
