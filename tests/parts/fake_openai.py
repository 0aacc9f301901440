"""An OpenAI-compatible server with a script, on a real port: the model is the one part we cannot have.

>>> fake_openai.says("Your invoice is due on the 10th.").calls("consultar_fatura", {"invoice_id": "INV001"})
>>> fake_openai.fails(429)

Each request takes the next line of the script; with none left it answers "ok". What was asked is in
`requests` (the JSON bodies) and `headers`.
"""

import json
import threading
import time
from collections import deque
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class FakeOpenAI:
    """The server; a context manager. `base_url` ends in /v1."""

    def __init__(self) -> None:
        owner = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                owner.requests.append(body)
                owner.headers.append(dict(self.headers))
                with owner._lock:
                    line = owner._script.popleft() if owner._script else {"text": "ok"}
                try:
                    owner._answer(self, body, line)
                except (BrokenPipeError, ConnectionResetError):  # the caller gave up: that is a test too
                    self.close_connection = True

            def do_GET(self) -> None:
                owner._send(self, 200, json.dumps({"object": "list", "data": [{"id": "fake-model"}]}))

            def log_message(self, *_: Any) -> None: ...

        class Server(ThreadingHTTPServer):
            daemon_threads = True
            request_queue_size = 512

        self._server = Server(("127.0.0.1", 0), Handler)
        self._lock = threading.Lock()
        self._script: deque[dict[str, Any]] = deque()
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.base_url = f"http://127.0.0.1:{self._server.server_port}/v1"

    def __enter__(self) -> "FakeOpenAI":
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: Any) -> None:
        self._server.shutdown()
        self._server.server_close()

    def clear(self) -> None:
        """Forgets the script and what was asked."""
        self._script.clear()
        self.requests.clear()
        self.headers.clear()

    def says(self, text: str, slow: float = 0.0) -> "FakeOpenAI":
        """Answers with a text, word by word when streaming; `slow` seconds before the first."""
        self._script.append({"text": text, "slow": slow})
        return self

    def calls(self, tool: str, arguments: dict[str, Any] | str, text: str = "") -> "FakeOpenAI":
        """Calls a tool; arguments given as text are sent as they are (broken JSON, for example)."""
        written = arguments if isinstance(arguments, str) else json.dumps(arguments)
        self._script.append({"text": text, "tool": tool, "arguments": written})
        return self

    def fails(self, status: int, times: int = 1) -> "FakeOpenAI":
        """Answers with an HTTP error."""
        self._script.extend({"status": status} for _ in range(times))
        return self

    def breaks(self) -> "FakeOpenAI":
        """Answers 200 with something that is no JSON."""
        self._script.append({"broken": True})
        return self

    def hangs(self, seconds: float) -> "FakeOpenAI":
        """Says nothing for so long."""
        return self.says("too late", slow=seconds)

    def _answer(self, http: BaseHTTPRequestHandler, body: dict[str, Any], line: dict[str, Any]) -> None:
        time.sleep(line.get("slow", 0.0))
        if "status" in line:
            error = {"error": {"message": f"scripted {line['status']}", "type": "scripted"}}
            self._send(http, line["status"], json.dumps(error))
        elif line.get("broken"):
            self._send(
                http,
                200,
                "data: {not json\n\n",
                "text/event-stream" if body.get("stream") else "application/json",
            )
        elif body.get("stream"):
            pieces = "".join(f"data: {json.dumps(piece)}\n\n" for piece in _pieces(line)) + "data: [DONE]\n\n"
            self._send(http, 200, pieces, "text/event-stream")
        else:
            self._send(http, 200, json.dumps(_whole(line)))

    @staticmethod
    def _send(http: BaseHTTPRequestHandler, status: int, text: str, kind: str = "application/json") -> None:
        data = text.encode()
        http.send_response(status)
        http.send_header("Content-Type", kind)
        http.send_header("Content-Length", str(len(data)))
        http.end_headers()
        http.wfile.write(data)


_USAGE = {
    "prompt_tokens": 100,
    "completion_tokens": 20,
    "total_tokens": 120,
    "prompt_tokens_details": {"cached_tokens": 40},
}
_HEAD = {"id": "chatcmpl-1", "created": 1_700_000_000, "model": "fake-model"}


def _tool(line: dict[str, Any]) -> list[dict[str, Any]]:
    function = {"name": line["tool"], "arguments": line["arguments"]}
    return [{"index": 0, "id": "call_1", "type": "function", "function": function}]


def _whole(line: dict[str, Any]) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": line["text"]}
    if "tool" in line:
        message["tool_calls"] = _tool(line)
    reason = "tool_calls" if "tool" in line else "stop"
    choice = {"index": 0, "message": message, "finish_reason": reason}
    return {**_HEAD, "object": "chat.completion", "choices": [choice], "usage": _USAGE}


def _pieces(line: dict[str, Any]) -> list[dict[str, Any]]:
    deltas: list[dict[str, Any]] = [{"role": "assistant", "content": ""}]
    words = line["text"].split(" ") if line["text"] else []
    deltas += [{"content": word if i == 0 else f" {word}"} for i, word in enumerate(words)]
    if "tool" in line:
        deltas.append({"tool_calls": _tool(line)})
    head = {**_HEAD, "object": "chat.completion.chunk"}
    pieces = [{**head, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]} for delta in deltas]
    reason = "tool_calls" if "tool" in line else "stop"
    pieces.append({**head, "choices": [{"index": 0, "delta": {}, "finish_reason": reason}]})
    return [*pieces, {**head, "choices": [], "usage": _USAGE}]
