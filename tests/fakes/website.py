"""A web site on a real port: pages by their paths, and what was asked for."""

import ssl
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Page = tuple[int, dict[str, str], bytes]


class Website:
    """A context manager; `url` is its address. What it has no page for is 404.

    With `certificate`, a file with key and certificate, it speaks TLS; `port` is where.
    """

    def __init__(self, certificate: str = "") -> None:
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.site = self
        self.port: int = self._server.server_address[1]
        if certificate:
            tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
            tls.load_cert_chain(certificate)
            self._server.socket = tls.wrap_socket(self._server.socket, server_side=True)
        self.url = f"http://127.0.0.1:{self.port}"
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
        status, headers, body = site.pages.get(self.path.partition("?")[0], (404, {}, b""))
        self.send_response(status)
        for name, value in {**headers, "content-length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        return None
