"""An MCP server of the older kind (with sessions) that misbehaves on demand: each tool is a way to fail.

`calls` counts what arrived, by tool; `forget()` drops the sessions, as a restart does; `refuse` makes every
request an HTTP error.
"""

import json
import threading
import time
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

SURROGATE = '{"name": "a\\ud800b", "total": NaN, "nul": "x\\u0000y"}'


class Misbehaving:
    """The server; a context manager. `url` is its MCP endpoint."""

    def __init__(self) -> None:
        owner = self
        self.calls: Counter[str] = Counter()
        self.headers: dict[str, str] = {}
        self.meta: dict[str, Any] = {}
        self.sessions: set[str] = set()
        self.refuse = 0
        self.tools: list[dict[str, Any]] = []
        self.under_way = self.most_under_way = 0
        self.lock = threading.Lock()

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                owner.headers = dict(self.headers)
                try:
                    owner.answer(self, body)
                except (BrokenPipeError, ConnectionResetError):
                    self.close_connection = True

            def do_DELETE(self) -> None:
                owner.send(self, 200, "")

            def log_message(self, *_: Any) -> None: ...

        class Server(ThreadingHTTPServer):
            daemon_threads = True
            request_queue_size = 128

            def handle_error(self, *_: Any) -> None: ...  # callers that give up are what is tested here

        self.server = Server(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/mcp"

    def __enter__(self) -> "Misbehaving":
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(self, *_: Any) -> None:
        self.server.shutdown()
        self.server.server_close()

    def clear(self) -> None:
        self.calls.clear()
        self.refuse = self.most_under_way = 0
        self.tools = []

    def forget(self) -> None:
        """Forgets every session: what follows on them is answered 404."""
        self.sessions.clear()

    def answer(self, http: BaseHTTPRequestHandler, body: dict[str, Any]) -> None:
        method = body.get("method")
        if self.refuse:
            return self.send(http, self.refuse, "<h1>no</h1>", "text/html")
        if method == "initialize":
            session = f"s{len(self.sessions)}-{time.monotonic_ns()}"
            self.sessions.add(session)
            about = {"name": "misbehaving", "version": "1"}
            result = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": about}
            return self.result(http, body, result, session)
        if method == "server/discover":
            return self.send(http, 404, "")
        if http.headers.get("mcp-session-id") not in self.sessions:
            return self.send(http, 404, json.dumps({"error": "no such session"}))
        if "id" not in body:
            return self.send(http, 202, "")
        if method == "tools/list":
            return self.result(http, body, {"tools": self.tools})
        return self.tool(http, body)

    def tool(self, http: BaseHTTPRequestHandler, body: dict[str, Any]) -> None:
        name, arguments = body["params"]["name"], body["params"].get("arguments", {})
        self.meta = body["params"].get("_meta", {})
        with self.lock:
            self.calls[name] += 1
            times = self.calls[name]
            self.under_way += 1
            self.most_under_way = max(self.most_under_way, self.under_way)
        try:
            self.misbehave(http, body, name, arguments, times)
        finally:
            with self.lock:
                self.under_way -= 1

    def misbehave(
        self, http: BaseHTTPRequestHandler, body: dict[str, Any], name: str, arguments: Any, times: int
    ) -> None:
        match name:
            case "slow":
                time.sleep(arguments["seconds"])
                self.text(http, body, "late")
            case "garbage":
                self.send(http, 200, "<html>it works</html>", "text/html")
            case "broken_json":
                self.send(http, 200, '{"jsonrpc": "2.0", "id": 1, "resu')
            case "huge":
                self.text(http, body, "x" * arguments["size"])
            case "huge_event":
                self.event(http, body, "x" * arguments["size"])
            case "http_500":
                self.send(http, 500, "oops", "text/plain")
            case "dies":
                self.die(http)
            case "dies_once":
                self.die(http) if times == 1 else self.text(http, body, "back again")
            case "dies_in_event":
                http.send_response(200)
                http.send_header("Content-Type", "text/event-stream")
                http.send_header("Connection", "close")
                http.end_headers()
                http.wfile.write(b'event: message\ndata: {"jsonrpc": "2.0", "id"')
                http.close_connection = True
            case "strange":
                content = [{"type": "text", "text": "x"}]
                message = '{"jsonrpc": "2.0", "id": %s, "result": {"content": %s, "structuredContent": %s}}'
                self.send(http, 200, message % (json.dumps(body["id"]), json.dumps(content), SURROGATE))
            case "json_text":
                self.text(http, body, json.dumps({"answer": 42}))
            case "refuses":
                self.text(http, body, "no such invoice", is_error=True)
            case "event":
                self.event(http, body, "from a stream")
            case _:
                self.text(http, body, json.dumps(arguments))

    def text(self, http: Any, body: dict[str, Any], text: str, is_error: bool = False) -> None:
        self.result(http, body, {"content": [{"type": "text", "text": text}], "isError": is_error})

    def result(self, http: Any, body: dict[str, Any], result: Any, session: str = "") -> None:
        message = json.dumps({"jsonrpc": "2.0", "id": body["id"], "result": result})
        self.send(http, 200, message, session=session)

    def event(self, http: Any, body: dict[str, Any], text: str) -> None:
        result = {"content": [{"type": "text", "text": text}]}
        message = json.dumps({"jsonrpc": "2.0", "id": body["id"], "result": result})
        notice = (
            '{"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": "x"}}'
        )
        stream = f"event: message\r\ndata: {notice}\r\n\r\nevent: message\r\ndata: {message}\r\n\r\n"
        self.send(http, 200, stream, "text/event-stream")

    def die(self, http: Any) -> None:
        http.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 999\r\n\r\n{")
        http.close_connection = True

    def send(
        self, http: Any, status: int, text: str, kind: str = "application/json", session: str = ""
    ) -> None:
        data = text.encode()
        http.send_response(status)
        http.send_header("Content-Type", kind)
        http.send_header("Content-Length", str(len(data)))
        if session:
            http.send_header("Mcp-Session-Id", session)
        http.end_headers()
        http.wfile.write(data)
