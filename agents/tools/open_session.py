"""A session with an MCP server, over the transport that its row names."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import httpx2
from django.conf import settings
from mcp.client import Client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import Implementation

from agents.resources import ServerAddress
from agents.tools import pipes, sse, wire
from agents.tools.oauth import bearer
from outbound import policy


@asynccontextmanager
async def open_session(server: ServerAddress) -> AsyncIterator[Client]:
    """An initialised MCP session; enter and leave it in the same task."""
    info = Implementation(name="switchboard", version=settings.VERSION)
    if server.command is not None:
        async with Client(pipes.streams(server.name, server.command), client_info=info, cache=None) as client:
            yield client
        return
    if server.transport == "sse":
        async with Client(sse.streams(server), client_info=info, cache=None) as client:
            yield client
        return
    headers = wire.headers_of(server)
    seconds = settings.TOOL_DEADLINE
    async with AsyncExitStack() as stack:
        http = await stack.enter_async_context(
            httpx2.AsyncClient(
                transport=wire.Contained(bearer.over(policy.transport("mcp"), server), server.name),
                headers=headers,
                timeout=httpx2.Timeout(seconds + 5, connect=min(seconds, wire.CONNECT_SECONDS)),
                trust_env=False,
            )
        )
        streams = streamable_http_client(server.url, http_client=http, max_sse_event_size=None)
        yield await stack.enter_async_context(Client(streams, client_info=info, cache=None))
