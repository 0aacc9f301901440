"""What was asked on a stream of MCP messages and is not answered yet.

Each request gets its answer, or why there is none.

A transport that reads and writes single messages (a process's pipes, server-sent events) says here what it
heard and what went wrong; the SDK would end the whole session instead, and with it every call under way on
it.
"""

from contextlib import suppress

import anyio
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.shared.message import SessionMessage
from mcp_types import (
    ErrorData,
    JSONRPCError,
    JSONRPCMessage,
    JSONRPCResponse,
    RequestId,
    jsonrpc_message_adapter,
)

from agents.tools.wire import CODE, strict_message

Read = MemoryObjectReceiveStream[SessionMessage | Exception]
Write = MemoryObjectSendStream[SessionMessage]


class OpenRequests:
    """The open requests of one session; `incoming` is where the SDK listens."""

    def __init__(self, server: str, incoming: "MemoryObjectSendStream[SessionMessage | Exception]") -> None:
        self.server = server
        self.incoming = incoming
        self.asked: set[RequestId] = set()

    async def receive(self, content: bytes) -> None:
        """Passes on a message of the other side; raises ValueError when it is none."""
        message = jsonrpc_message_adapter.validate_json(strict_message(content) or content, by_name=False)
        if isinstance(message, JSONRPCResponse | JSONRPCError) and message.id is not None:
            self.asked.discard(message.id)
        await self._tell(message)

    async def fail(self, request: RequestId, words: str, **data: bool) -> None:
        """Answers a request that the other side will not answer, once."""
        if request in self.asked:
            self.asked.discard(request)
            error = ErrorData(code=CODE, message=words, data=data)
            await self._tell(JSONRPCError(jsonrpc="2.0", id=request, error=error))

    async def _tell(self, message: JSONRPCMessage) -> None:
        with suppress(anyio.BrokenResourceError, anyio.ClosedResourceError):
            await self.incoming.send(SessionMessage(message))


def encode(message: JSONRPCMessage) -> bytes:
    """A message as it is sent."""
    return message.model_dump_json(by_alias=True, exclude_unset=True).encode()
