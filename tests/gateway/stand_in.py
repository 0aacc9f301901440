"""A backend that is not ours: a small HTTP server which answers `/gateway/message` as a test tells it to."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answering = Callable[[dict[str, Any]], Any]  # a body -> an answer, (status, answer), or the bytes of a stream


@dataclass
class StandIn:
    """Its address, what it was sent (body and headers), and how it answers."""

    name: str
    seen: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    answers: Answering | None = None
    well: bool = True
    known: set[str] = field(default_factory=set)  # its sessions whose events it tells
    asked: list[tuple[str, str | None]] = field(default_factory=list)  # paths of events, and Last-Event-ID
    delay: float = 0.0
    pause: float = 0.0  # of a stream, before its answer
    turn: int = 1  # what its events are numbered with
    breaks: int = 0  # connections that end without a word
    server: ThreadingHTTPServer | None = None

    def start(self, port: int = 0) -> "StandIn":
        self.server = ThreadingHTTPServer(("127.0.0.1", port), self._handler())
        self.server.daemon_threads = True
        self.server.handle_error = lambda *_about: None  # type: ignore[method-assign]  # who asked has left
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def stop(self) -> None:
        if self.server is not None:
            self.server.shutdown()
            self.server.server_close()
            self.server = None

    @property
    def url(self) -> str:
        assert self.server is not None
        return f"http://127.0.0.1:{self.server.server_port}"

    def said(self) -> list[str]:
        """The texts that it was sent."""
        return [body["payload"]["text"] for body in self.seen]

    def answer(self, body: dict[str, Any]) -> tuple[int, Any]:
        made = self.answers(body) if self.answers else f"{self.name} aqui."
        if isinstance(made, str):
            made = {"text": made, "metadata": {"language": "pt"}}
        if isinstance(made, dict) and "text" in made:
            made.setdefault("channel", body["channel"])
            made.setdefault("session_id", f"t:{self.name}:{body['payload']['session_id']}")
        return made if isinstance(made, tuple) else (200, made)

    def _handler(stand: "StandIn") -> type[BaseHTTPRequestHandler]:
        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_args: Any) -> None:
                pass

            def do_GET(self) -> None:
                path, _mark, _query = self.path.partition("?")
                known = any(name in path for name in stand.known)
                if known or "/events/" in path:
                    stand.asked.append((self.path, self.headers.get("Last-Event-ID")))
                    if known:
                        self._stream({"text": "", "session_id": "x"})
                    else:
                        self._send(404, {"code": "not_found", "title": "No", "detail": "No such session."})
                    return
                self._send(200 if stand.well else 503, {"status": "ok" if stand.well else "ill"})

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                stand.seen.append(body)
                stand.headers.append({name.lower(): value for name, value in self.headers.items()})
                if stand.breaks or stand.server is None:  # a kept connection of one that was stopped
                    stand.breaks -= 1
                    self.close_connection = True
                    self.connection.close()
                    return
                time.sleep(stand.delay)
                status, answer = stand.answer(body)
                if self.path.endswith("/sse") and status == 200:
                    self._stream(answer)
                else:
                    self._send(status, answer)

            def _stream(self, answer: Any) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "text/event-stream")
                self.send_header("Connection", "close")
                self.end_headers()
                self.close_connection = True
                if isinstance(answer, Iterator):  # bytes as they are
                    for piece in answer:
                        self.wfile.write(piece)
                        self.wfile.flush()
                    return
                half = answer["text"][: len(answer["text"]) // 2]
                for number, (name, data) in enumerate(
                    [
                        ("accepted", {"turn_id": "t"}),
                        ("text", {"text": half}),
                        ("answer", answer),
                        ("done", {}),
                    ],
                    1,
                ):
                    if name == "answer" and answer.get("cut"):
                        return
                    if name == "answer":
                        time.sleep(stand.pause)
                    self.wfile.write(
                        f"id: {stand.turn}.{number}\nevent: {name}\ndata: {json.dumps(data)}\n\n".encode()
                    )
                    self.wfile.flush()

            def _send(self, status: int, answer: Any) -> None:
                data = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
                kind = "application/json" if status < 400 else "application/problem+json"
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

        return Handler
