"""What may come before a body, and how long it may take: uvicorn's reader of HTTP asks neither.

Without this, one connection that sends a header for ever fills the memory, and thousands that send nothing
stay.
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_BYTES = 65_536  # one read (256 KB) may bring more, if it ends there
HEAD_SECONDS = 20.0


class Wire(HttpToolsProtocol):
    """Answers 431 to a head (or a chunk's, or a trailer) past `head_bytes`, 408 to one not there in
    `head_seconds`.
    """

    head_bytes, head_seconds = HEAD_BYTES, HEAD_SECONDS
    _unread = 0  # bytes that came since something was understood: a head, a piece of a body, an end
    _clock: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._start()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._unread += len(data)
        super().data_received(data)
        if self._unread > self.head_bytes and not self.transport.is_closing():
            self._refuse(b"431 Request Header Fields Too Large", b"The headers are too large.")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if self._clock is None:  # a further request of the same connection
            self._start()

    def on_headers_complete(self) -> None:
        self._unread = 0
        self._stop()
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._unread = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._unread = 0
        super().on_message_complete()

    def _start(self) -> None:
        self._clock = self.loop.call_later(self.head_seconds, self._too_late)

    def _stop(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None

    def _too_late(self) -> None:
        if self._answering:  # a stream goes on whatever else its client has begun to send
            self._start()
        else:
            self._refuse(b"408 Request Timeout", b"The headers did not arrive in time." * bool(self._unread))

    @property
    def _answering(self) -> bool:
        cycle: Any = self.cycle
        return cycle is not None and not cycle.response_complete

    def _refuse(self, status: bytes, sentence: bytes) -> None:
        """Says why where nothing else is being said, and closes. Who sent nothing is told nothing."""
        self._stop()
        if sentence and not self._answering:
            self.transport.write(
                b"HTTP/1.1 %s\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: %d\r\n"
                b"connection: close\r\n\r\n%s" % (status, len(sentence), sentence)
            )
        self.transport.close()
