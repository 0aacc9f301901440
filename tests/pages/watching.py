"""What a page must never do, noted while it is used: errors, failed requests, other people's hosts."""

from typing import Any


class Watch:
    """Notes every complaint of a page: its console, its requests, and where these go.

    watch = Watch(page, "http://127.0.0.1:8000"); ...; assert watch.complaints == []
    """

    def __init__(self, page: Any, home: str) -> None:
        self.complaints: list[str] = []
        self.home = home
        self.expected: set[int] = set()
        page.on("console", self._line)
        page.on("pageerror", lambda error: self.complaints.append(f"{page.url}: {error}"))
        page.on("request", self._request)
        page.on("requestfailed", self._failed)
        page.on("response", self._response)

    def expect(self, *statuses: int) -> None:
        """These answers are what the test is about."""
        self.expected |= set(statuses)

    def _line(self, line: Any) -> None:
        # A refused request is told by its response.
        if line.type == "error" and not line.text.startswith("Failed to load resource"):
            self.complaints.append(line.text)

    def _request(self, request: Any) -> None:
        if not request.url.startswith((self.home, "data:", "blob:")):
            self.complaints.append(f"another host: {request.url}")

    def _failed(self, request: Any) -> None:
        if "ERR_ABORTED" not in (request.failure or ""):  # the page was left, or the user stopped it
            self.complaints.append(f"failed: {request.url} {request.failure}")

    def _response(self, response: Any) -> None:
        if response.status >= 400 and response.status not in self.expected:
            self.complaints.append(f"{response.status}: {response.url}")
