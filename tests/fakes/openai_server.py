"""An OpenAI-compatible server with a script, on a real port: the model is the one part we cannot have.

    fake_openai.says("Your invoice is due on the 10th.").calls("consultar_fatura", {"invoice_id": "INV001"})
    fake_openai.fails(429).hangs(20).breaks().cuts("half an ans").cuts_call("get_order", '{"id": "P1').drops()
    fake_openai.says("as far as it goes", finish="length")

Each request takes the next line of the script that is for it (`to`); with none left it answers "ok". What was
asked is in `requests` (the JSON bodies) and `headers`.

Requests for embeddings have a script of their own (`embeds`); with none left the vectors mean something
(`meanings`). The texts of each are in `embedded`, its body and headers in `embeddings`.
"""

import asyncio
import json
import threading
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.fakes import meanings

HELD_SECONDS = 60.0
STALLED = ""  # in place of a chunk: nothing comes for a while


@dataclass(frozen=True)
class Line:
    """One scripted line. `tool_calls` are (name, arguments as text); `body` is sent instead of all else."""

    text: str = ""
    tool_calls: tuple[tuple[str, str], ...] = ()
    status: int = 200
    body: str | None = None
    chunks: tuple[str, ...] = ()  # instead of all else, and no end after them
    slow: float = 0.0  # seconds before the first byte
    held: threading.Event | None = None  # nothing is sent before it is set
    between: float = 0.0  # seconds between pieces
    stall: float = 0.0  # seconds before its end
    cut: bool = False  # the stream ends before its end
    done: bool = False  # a stream that is cut says [DONE] all the same
    finish: str = ""  # instead of stop or tool_calls
    drop: bool = False  # the connection is closed without a word
    usage: bool = True
    to: str = ""  # only for a request whose messages contain this: several specialists ask at once
    headers: dict[str, str] = field(default_factory=dict)


class FakeOpenAI:
    """The server; a context manager. `base_url` ends in /v1."""

    def __init__(self) -> None:
        self._server = Server(("127.0.0.1", 0), Handler)
        self._server.fake = self
        self._lock = threading.Lock()
        self._script: deque[Line] = deque()
        self._rest = threading.Event()
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self._embeddings: deque[Line] = deque()
        self.embedded: list[list[str]] = []
        self.embeddings: list[tuple[dict[str, Any], dict[str, str]]] = []
        self.size = meanings.SIZE
        self.flagged: dict[str, str] = {}
        self.moderation = Line()
        self.moderated: list[dict[str, Any]] = []
        self.base_url = f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def __enter__(self) -> "FakeOpenAI":
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(self, *_: Any) -> None:
        self.clear()
        self._server.shutdown()
        self._server.server_close()

    def clear(self) -> None:
        """Forgets the script and what was asked; lets go of whoever hangs."""
        self.let_go()
        self._script.clear()
        self.requests.clear()
        self.headers.clear()
        self._embeddings.clear()
        self.embedded.clear()
        self.embeddings.clear()
        self.flagged, self.moderation = {}, Line()
        self.moderated.clear()
        self.size = meanings.SIZE

    def embeds(self, line: Line, times: int = 1) -> "FakeOpenAI":
        """Answers the next requests for embeddings in this way instead."""
        self._embeddings.extend([line] * times)
        return self

    def flags(self, **words: str) -> "FakeOpenAI":
        """Moderates: a text with such a word is of that category, `flags(idiota="harassment")`."""
        self.flagged |= words
        return self

    def moderate(self, asked: dict[str, Any]) -> Line:
        self.moderated.append(asked)
        found = {category: word in asked["input"].lower() for word, category in self.flagged.items()}
        scores = {category: 0.9 if yes else 0.01 for category, yes in found.items()}
        result = {"flagged": any(found.values()), "categories": found, "category_scores": scores}
        return replace(self.moderation, body=self.moderation.body or json.dumps({"results": [result]}))

    def says(self, text: str, slow: float = 0.0, **more: Any) -> "FakeOpenAI":
        """Answers with a text, word by word when streaming; `slow` seconds before the first."""
        return self._add(Line(text=text, slow=slow, **more))

    def holds(self, text: str) -> threading.Event:
        """Answers with a text once the event that it gives is set."""
        let_go = threading.Event()
        self._add(Line(text=text, held=let_go))
        return let_go

    def calls(
        self, tool: str, arguments: dict[str, Any] | str, text: str = "", to: str = "", slow: float = 0.0
    ) -> "FakeOpenAI":
        """Calls a tool; arguments given as text are sent as they are (broken JSON, for example)."""
        return self.calls_all((tool, arguments), text=text, to=to, slow=slow)

    def calls_all(
        self, *calls: tuple[str, dict[str, Any] | str], text: str = "", to: str = "", slow: float = 0.0
    ) -> "FakeOpenAI":
        """Calls several tools in one line."""
        return self._calls(calls, text=text, to=to, slow=slow)

    def cuts_call(self, tool: str, arguments: str = "", text: str = "", **more: Any) -> "FakeOpenAI":
        """Begins a call of a tool and ends the stream within its arguments."""
        return self._calls([(tool, arguments)], text=text, **{"cut": True, **more})

    def _calls(self, calls: Iterable[tuple[str, dict[str, Any] | str]], **more: Any) -> "FakeOpenAI":
        written = [(name, given if isinstance(given, str) else json.dumps(given)) for name, given in calls]
        return self._add(Line(tool_calls=tuple(written), **more))

    def fails(
        self, status: int, times: int = 1, message: str = "", to: str = "", **headers: str
    ) -> "FakeOpenAI":
        """Answers with an HTTP error; `retry_after="2"` is a header of it."""
        error = {"error": {"message": message or f"scripted {status}", "type": "scripted"}}
        for _ in range(times):
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            self._add(Line(status=status, body=json.dumps(error), to=to, headers=named))
        return self

    def breaks(self) -> "FakeOpenAI":
        """Answers 200 with something that is no JSON."""
        return self._add(Line(body="{not json"))

    def misunderstands(self) -> "FakeOpenAI":
        """Answers 200 with JSON of another shape."""
        return self._add(Line(body=json.dumps({"choices": [{"surprise": True}]})))

    def hangs(self, seconds: float = 20.0) -> "FakeOpenAI":
        """Says nothing for so long."""
        return self.says("too late", slow=seconds)

    def cuts(self, text: str, times: int = 1, **more: Any) -> "FakeOpenAI":
        """Begins an answer and ends the stream without finishing it."""
        for _ in range(times):
            self._add(Line(text=text, cut=True, **more))
        return self

    def streams(self, *chunks: Mapping[str, Any], **more: Any) -> "FakeOpenAI":
        """Sends these chunks of a stream as they are, and nothing after them."""
        return self._add(Line(chunks=tuple(map(json.dumps, chunks)), **more))

    def drops(self, times: int = 1) -> "FakeOpenAI":
        """Closes the connection without a word."""
        for _ in range(times):
            self._add(Line(drop=True))
        return self

    def let_go(self) -> None:
        """Ends the waiting of those that wait now."""
        self._rest.set()
        self._rest = threading.Event()

    async def asked(self, times: int = 1) -> None:
        """Returns once it was asked so often since it was cleared."""
        for _ in range(1000):
            if len(self.requests) >= times:
                return
            await asyncio.sleep(0.02)
        raise AssertionError(f"asked {len(self.requests)} times in 20 s, not {times}")

    def _add(self, line: Line) -> "FakeOpenAI":
        self._script.append(line)
        return self

    def next(self, asked: dict[str, Any]) -> Line:
        """The first line of the script that is for this request."""
        said = json.dumps(asked.get("messages", []), ensure_ascii=False)
        with self._lock:
            line = next((line for line in self._script if line.to in said), None)
            if line is None:
                return Line(text="ok")
            self._script.remove(line)
            return line

    def embed(self, asked: dict[str, Any], headers: dict[str, str]) -> Line:
        """How a request for embeddings is answered."""
        with self._lock:
            self.embedded.append(asked["input"])
            self.embeddings.append((asked, headers))
            line = self._embeddings.popleft() if self._embeddings else Line()
        if line.body is None and line.status == 200:
            line = replace(line, body=json.dumps(meanings.answer(asked["input"], self.size)))
        return line

    def wait(self, seconds: float) -> None:
        """Waits, unless the test ends first."""
        if seconds:
            self._rest.wait(seconds)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: "Server"

    def do_POST(self) -> None:
        fake = self.server.fake
        asked = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))) or b"{}")
        headers = {name.title(): value for name, value in self.headers.items()}
        if self.path.endswith("/embeddings"):
            line = fake.embed(asked, headers)
        elif self.path.endswith("/moderations"):
            line = fake.moderate(asked)
        else:
            fake.requests.append(asked)
            fake.headers.append(headers)
            line = fake.next(asked)
        try:
            self._answer(fake, line, asked)
        except (BrokenPipeError, ConnectionResetError):  # the caller gave up: that is a test too
            self.close_connection = True

    def do_GET(self) -> None:
        self._whole(200, json.dumps({"object": "list", "data": [{"id": "fake-model"}]}))

    def _answer(self, fake: FakeOpenAI, line: Line, asked: dict[str, Any]) -> None:
        fake.wait(line.slow)
        if line.held:
            line.held.wait(HELD_SECONDS)
        if line.drop:
            self.close_connection = True
        elif line.status != 200:
            self._whole(line.status, line.body or "", line.headers)
        elif asked.get("stream"):
            self._stream(fake, line, asked)
        else:
            self._whole(200, line.body or json.dumps(_completion(line, asked)))

    def _whole(self, status: int, body: str, more: Mapping[str, str] | None = None) -> None:
        data = body.encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        for name, value in (more or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def _stream(self, fake: FakeOpenAI, line: Line, asked: dict[str, Any]) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        for chunk in _chunks(line, asked):
            if chunk == STALLED:
                fake.wait(line.stall)
                continue
            self.wfile.write(f"data: {chunk}\n\n".encode())
            fake.wait(line.between)

    def log_message(self, *args: Any) -> None:
        """Quiet."""


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 512
    fake: FakeOpenAI


def _usage(line: Line, asked: dict[str, Any]) -> dict[str, Any]:
    prompt = sum(len(str(message.get("content"))) for message in asked.get("messages", [])) // 4
    return {
        "prompt_tokens": prompt,
        "completion_tokens": len(line.text) // 4,
        "total_tokens": prompt + len(line.text) // 4,
        "prompt_tokens_details": {"cached_tokens": 0},
    }


def _completion(line: Line, asked: dict[str, Any]) -> dict[str, Any]:
    tool_calls = [
        {"id": f"call_{n}", "type": "function", "function": {"name": name, "arguments": arguments}}
        for n, (name, arguments) in enumerate(line.tool_calls)
    ]
    message: dict[str, Any] = {"role": "assistant", "content": line.text or None}
    if tool_calls:
        message["tool_calls"] = tool_calls
    finish = line.finish or ("tool_calls" if tool_calls else "stop")
    return {
        "id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": asked.get("model", ""),
        "choices": [{"index": 0, "message": message, "finish_reason": finish}],
        "usage": _usage(line, asked),
    }  # fmt: skip


def _chunks(line: Line, asked: dict[str, Any]) -> Iterator[str]:
    if line.body is not None:
        yield line.body
        yield "[DONE]"
        return
    if line.chunks:
        yield from line.chunks
        yield from [STALLED] if line.stall else []
        return

    def chunk(delta: dict[str, Any], finish: str | None = None, **more: Any) -> str:
        choices = [{"index": 0, "delta": delta, "finish_reason": finish}]
        return json.dumps(
            {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1,
             "model": asked.get("model", ""), "choices": choices, **more}
        )  # fmt: skip

    yield chunk({"role": "assistant", "content": ""})
    for n, word in enumerate(line.text.split(" ") if line.text else []):
        yield chunk({"content": f" {word}" if n else word})
    for n, (name, arguments) in enumerate(line.tool_calls):
        head = {
            "index": n,
            "id": f"call_{n}",
            "type": "function",
            "function": {"name": name, "arguments": ""},
        }
        yield chunk({"tool_calls": [head]})
        middle = len(arguments) // 2
        for part in (arguments[:middle], arguments[middle:]):
            yield chunk({"tool_calls": [{"index": n, "function": {"arguments": part}}]})
    if line.stall:
        yield STALLED
    if line.cut:
        yield from ["[DONE]"] if line.done else []
        return
    yield chunk({}, line.finish or ("tool_calls" if line.tool_calls else "stop"))
    if line.usage and (asked.get("stream_options") or {}).get("include_usage"):
        yield chunk({}, choices=[], usage=_usage(line, asked))
    yield "[DONE]"
