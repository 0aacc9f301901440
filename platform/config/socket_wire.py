"""The wire of a WebSocket.

Uvicorn's, which lets a client that does not read fill the memory, and stops at once.
"""

import asyncio
import logging
from typing import Any

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

from routing.api.leaving import LEAVE
from routing.errors import Draining
from routing.turns import registry

UNREAD_BYTES = 256 * 1024  # that wait for a client to read them: with more, its next ping cuts the line
WAITING = 256  # messages that wait to be answered (a read may bring many), or parts of one in all its reads
LAST_WORD = 1.0  # seconds in which a client that answers no ping may still read why its line ends
logger = logging.getLogger(__name__)
logger.setLevel(logging.WARNING)  # an address may hold a session's name: who connects is not logged


class SocketWire(WebSocketsSansIOProtocol):
    """Cuts off who floods or does not read.

    Told to stop, it asks the application to leave, which ends its turns.
    """

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.logger = logger

    def handle_connect(self, event: Request) -> None:
        """A process that stops opens no line: who asks for one tries again and comes to another process."""
        if registry.is_draining():
            self._refuse()
        else:
            super().handle_connect(event)

    def send_500_response(self) -> None:
        if registry.is_draining() and not (self.initial_response or self.handshake_complete):
            self._refuse()
        else:
            super().send_500_response()

    def _refuse(self) -> None:
        self.handshake_complete = self.close_sent = True
        refusal = Draining()
        response = self.conn.reject(refusal.status, f"{refusal}\n")
        response.headers["Retry-After"] = str(refusal.retry_after)
        self.conn.send_response(response)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.transport.close()

    def shutdown(self) -> None:
        if self.handshake_complete and not self.close_sent:
            leave: Any = {"type": LEAVE}
            self.queue.put_nowait(leave)
        else:
            super().shutdown()

    def handle_ping(self) -> None:
        if self.transport.get_write_buffer_size() > UNREAD_BYTES:
            self.transport.abort()
        else:
            super().handle_ping()

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) >= WAITING:
            self.transport.abort()
        else:
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        if self.queue.qsize() >= WAITING:
            self.transport.abort()
        else:
            super().send_receive_event_to_app()

    def keepalive_timeout(self) -> None:
        """A line with bytes that nobody reads would not close, and the application would not be told."""
        if self.close_sent:
            return
        super().keepalive_timeout()
        self.loop.call_later(LAST_WORD, self.transport.abort)

    async def send(self, message: Any) -> None:
        if message["type"] == "websocket.close":
            self.writable.set()  # the last word waits for nobody: who begins to read again learns why
        await self.writable.wait()
        if self.close_sent:  # by this wire: a ping was not answered, or what came was no WebSocket
            raise ClientDisconnected
        await super().send(message)

    def on_task_complete(self, task: "asyncio.Task[None]") -> None:
        """A line whose client reads no more would stay for ever, with what was not read."""
        super().on_task_complete(task)
        self.loop.call_later(self.close_timeout + 1, self.transport.abort)
