"""What was answered to everything that was thrown, and what may never be."""

from collections.abc import Iterable, Iterator

from tests.hostile.target import Place, Target
from tests.hostile.wire import Answer

# Seconds of the server's processor for one request. What is over it is sent once more: the first use of a
# library, the collector and the turn of an earlier message are the process's, not the request's.
CPU = 1.5
WRITES = 3.0  # of one that was asked for rightly, and writes the whole company as files
ZIP = b"PK\x03\x04"
GROWTH = 160  # megabytes that the process may have grown by at the end: it learns drafts, 126 measured
MESSAGES = {
    "chat-message", "chat-multi-agent-message", "gateway-message", "gateway-message-sse", "channel-message",
    "openai-completions",
    "openai-responses",
}  # fmt: skip
# Not with the rest: it ends the browser's session.
APART = {"admin:logout"}
PROBLEM = "application/problem+json"


class Report:
    """What went wrong, one line each; `stored` counts turns and conversations that were made rightly."""

    def __init__(self, aim: Target) -> None:
        self.aim, self.wrong, self.accepted = aim, [], 0
        self.before = aim.stored()

    def throw(
        self, place: Place, name: str, method: str, path: bytes, headers: Iterable, body: bytes = b""
    ) -> Answer:
        sent = [*headers, *(self.aim.browser if place.kind == "page" else ())]
        got = self._send(place, method, path, sent, body)
        if got.cpu > limit(got):
            again = self._send(place, method, path, sent, body)
            got = min(got, again, key=lambda answer: answer.cpu) if got.status == again.status else again
        for flaw in flaws(place, got, method):
            self.wrong.append(f"{method} {path[:60]!r} {name}: {flaw} ({got.status} {got.body[:90]!r})")
        return got

    def _send(
        self, place: Place, method: str, path: bytes, headers: list[tuple[bytes, bytes]], body: bytes
    ) -> Answer:
        got = self.aim.server.send(method, path, headers, body)
        if place.name in MESSAGES and method == "POST" and got.status in (200, 202):
            self.accepted += 1
        return got

    def end(self) -> None:
        assert not self.wrong, f"{len(self.wrong)} answers:\n" + "\n".join(self.wrong[:40])


def limit(got: Answer) -> float:
    return WRITES if got.body.startswith(ZIP) else CPU


def flaws(place: Place, got: Answer, method: str) -> Iterator[str]:
    """What may never be, whatever was asked."""
    if got.status == 0:
        yield f"no answer in {got.seconds:.1f} s"
    if got.status >= 500:
        yield "a 5xx"
    if got.cpu > limit(got):
        yield f"{got.cpu:.2f} s of processor"
    unread = got.body.startswith(b"Invalid HTTP request")  # refused by the server: no request at all
    refused = place.kind == "door" and got.status >= 400 and method != "HEAD" and not unread
    as_openai = place.name.startswith("openai-") and b'{"error":{"message":"' in got.body
    if refused and got.kind != PROBLEM and not as_openai:
        yield f"no problem document but {got.kind}"
    silent = method == "HEAD" or unread or got.status == 405  # whose header Allow says it all
    if place.kind == "page" and got.status >= 400 and not silent and len(got.body) < 20:
        yield "an empty page"
    if b"Traceback (most recent" in got.body:
        yield "a traceback"


def places(aim: Target, *methods: str, kind: str = "") -> list[Place]:
    found = [one for one in aim.places if one.method in methods and one.name not in APART]
    return [one for one in found if not kind or one.kind == kind]
