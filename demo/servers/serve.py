"""Runs one of the demo's MCP servers: `/mcp` and `/health`, quiet, gone at once when asked to stop."""

import logging
import os
from collections.abc import Callable
from typing import Any

from mcp.server.mcpserver import MCPServer
from mcp_types import ToolAnnotations
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from demo.servers import at_once

READS = ToolAnnotations(read_only_hint=True)
CHANGES = ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=True)
NOT_FOUND: dict[str, Any] = {"found": False}


def serve(
    server: MCPServer[Any],
    default_port: int,
    events: bool = False,
    listening: Callable[[int], None] = lambda _port: None,
) -> None:
    """Serves until it is stopped; `--parent` also ends it with that process.

    `events`: answers come as an event stream instead of plain JSON; MCP allows both. `listening` is told the
    port before the first request, for a server that gives out addresses of its own.
    """
    options = at_once.options(f"The demo's {server.name} tools over MCP.", default_port)
    listening(options.port)

    async def health(_request: Request) -> Response:
        return JSONResponse({"status": "ok", "server": server.name, "pid": os.getpid()})

    server.custom_route("/health", ["GET"])(health)
    app = server.streamable_http_app(json_response=not events, stateless_http=True, host=options.host)
    logging.getLogger("mcp").setLevel(logging.ERROR)
    at_once.serve(app, options)
