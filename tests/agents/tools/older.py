"""Servers of other kinds than today's: the SDK's own with server-sent events, and seed 000's plain HTTP.

Each runs in a thread of its own. `Plain` fails in the way the called tool is named after, and counts what
arrived.
"""

import asyncio
import socket
import threading
from collections import Counter
from typing import Any

import uvicorn
from mcp.server.mcpserver import MCPServer
from mcp_types import ToolAnnotations
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

READS = ToolAnnotations(read_only_hint=True)


class Running:
    """An ASGI application on a free port; a context manager. `stop` ends it with every connection to it."""

    def __init__(self, app: Any, port: int = 0) -> None:
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.socket.bind(("127.0.0.1", port))
        self.port = self.socket.getsockname()[1]
        config = uvicorn.Config(
            app, log_level="critical", ws="none", lifespan="on", timeout_graceful_shutdown=0
        )
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, args=([self.socket],), daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> "Running":
        self.thread.start()
        while not self.server.started:
            threading.Event().wait(0.01)
        return self

    def __exit__(self, *_: Any) -> None:
        self.stop()

    def stop(self) -> None:
        self.server.should_exit = self.server.force_exit = True
        self.thread.join(5)
        self.socket.close()


def with_events(calls: Counter[str]) -> Any:
    """The SDK's server of before 2025: `/sse` and `/messages/`."""
    server: MCPServer[Any] = MCPServer("older")

    @server.tool(annotations=READS)
    def echo(n: int) -> dict[str, int]:
        """Gives back its number."""
        calls["echo"] += 1
        return {"n": n}

    @server.tool()
    async def slow(seconds: float) -> dict[str, float]:
        calls["slow"] += 1
        await asyncio.sleep(seconds)
        return {"seconds": seconds}

    @server.tool()
    def large(size: int) -> str:
        calls["large"] += 1
        return "x" * size

    return server.sse_app(host="127.0.0.1")


def named(session: bool = False) -> Any:
    """The SDK's server of today, without sessions as in the 2026 revision, or with them as in 2025."""
    server: MCPServer[Any] = MCPServer("today")

    @server.tool(annotations=READS)
    def echo(n: int) -> dict[str, int]:
        return {"n": n}

    return server.streamable_http_app(host="127.0.0.1", stateless_http=not session)


def straying(target: str) -> Starlette:
    """A stream that wants its requests sent elsewhere."""

    async def events(_request: Request) -> Response:
        async def said() -> Any:
            yield f"event: endpoint\ndata: {target}\n\n"
            await asyncio.sleep(5)

        return StreamingResponse(said(), media_type="text/event-stream")

    return Starlette(routes=[Route("/sse", events)])


class Plain:
    """Seed 000's contract: `/tools/list` and `/tools/call`."""

    def __init__(self) -> None:
        self.calls: Counter[str] = Counter()
        self.headers: dict[str, str] = {}
        self.under_way = self.most_under_way = 0
        routes = [
            Route("/mcp/tools/list", self.listed),
            Route("/mcp/tools/call", self.call, methods=["POST"]),
        ]
        self.app = Starlette(routes=routes)

    async def listed(self, _request: Request) -> Response:
        tools = [
            {"name": "echo", "description": "Gives back.", "args_schema": {"n": "integer"}},
            {
                "name": "slow",
                "input_schema": {"type": "object", "properties": {"seconds": {"type": "number"}}},
            },
            {"title": "no name"},
        ]
        return JSONResponse({"tools": tools})

    async def call(self, request: Request) -> Response:
        body = await request.json()
        name, arguments = body["tool_name"], body["arguments"]
        self.headers = dict(request.headers)
        self.calls[name] += 1
        self.under_way += 1
        self.most_under_way = max(self.most_under_way, self.under_way)
        try:
            return await self.answer(name, arguments)
        finally:
            self.under_way -= 1

    async def answer(self, name: str, arguments: dict[str, Any]) -> Response:
        match name:
            case "slow":
                await asyncio.sleep(arguments["seconds"])
            case "refused":
                return JSONResponse({"ok": False, "result": None, "error": "not on a Sunday"})
            case "broken":
                return Response(status_code=500)
            case "unknown":
                return Response(status_code=404)
            case "garbage":
                return Response("<html>", media_type="text/html")
            case "moved":
                return Response(status_code=307, headers={"location": "http://127.0.0.1:9/"})
            case "large":
                return JSONResponse({"ok": True, "result": "x" * arguments["size"]})
        return JSONResponse({"ok": True, "result": arguments, "metadata": {"server": "plain"}})
