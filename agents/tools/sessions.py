"""Calls to MCP servers, over sessions that are kept open.

    result = await sessions.call(server, "consultar_fatura", {"msisdn": "5511999999999"}, deadline=10)

Nothing is raised for a server that is down, slow or talks nonsense: the result says so. State belongs to
the running loop; `close_all` is part of a process's stop.
"""

import asyncio
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from django.conf import settings

from agents.errors import ServerFailed
from agents.resources import ServerAddress
from agents.tools import in_process, plain_http
from agents.tools.discovered_tools import MOST_TOOLS, UNREADABLE, FoundTool
from agents.tools.owner import Live, Owner, failure_words
from agents.tools.results import RawResult
from outbound import runtime
from outbound.sentences import Sentence as _
from telemetry import tracing

if TYPE_CHECKING:
    from mcp.shared.exceptions import MCPError
    from mcp_types import CallToolResult

__all__ = ["FoundTool", "RawResult", "call", "close_all", "list_tools", "seconds_in_line"]

MOST_OWNERS = 256
LIST_SECONDS = 15.0

_owners: "WeakKeyDictionary[asyncio.AbstractEventLoop, dict[ServerAddress, Owner]]" = WeakKeyDictionary()


async def call(
    server: ServerAddress, tool: str, arguments: Mapping[str, Any], deadline: float, patience: float = 0.0
) -> RawResult:
    """Calls a tool once, within `deadline` seconds (and never longer than TOOL_DEADLINE) from when it is
    sent, not counting those in which this process was too busy to send or to read.

    Where as many calls run as may run at once, it waits for its turn: all together no longer than `patience`,
    if that is more.
    """
    if server.problem:
        return RawResult(False, error=server.problem, down=True)
    owner = _owner(server)
    seconds = min(deadline, settings.TOOL_DEADLINE)
    sent = admitted = False
    try:
        async with asyncio.timeout(max(patience, seconds)), owner.slots, runtime.time_limit(seconds):
            admitted = True
            if server.transport == plain_http.NAME:
                sent = True
                return await plain_http.call(server, tool, arguments, seconds)
            result = None
            for last in (False, True):
                async with owner.session() as live:
                    sent = True
                    result = await _attempt(owner, live, tool, arguments)
                if result is not None:
                    return result
                if not last:
                    sent = False
            return RawResult(False, error=_("%s has forgotten the session.") % server.name, down=True)
    except ServerFailed as error:
        return RawResult(False, error=str(error), down=True)
    except TimeoutError:
        if not admitted:
            return RawResult(False, error=_("Too many calls to %s were under way.") % server.name, down=True)
        words = _("%(server)s did not answer within %(seconds)g s.")
        error_words = words % {"server": server.name, "seconds": round(seconds, 1)}
        return RawResult(False, error=error_words, lost=sent, down=not sent)


def seconds_in_line(servers: Iterable[ServerAddress]) -> float:
    """How long a call of the slowest of these servers would stand before it is sent; in any thread."""
    owners = _owners.get(runtime.loop(), {})
    lines = [owner.slots.seconds() for server in servers if (owner := owners.get(server)) is not None]
    return max(lines, default=0.0)


async def list_tools(server: ServerAddress, deadline: float = LIST_SECONDS) -> list[FoundTool]:
    """What a server offers, one more than `MOST_TOOLS` at most.

    Raises `ServerFailed` with the other side's words.
    """
    if server.problem:
        raise ServerFailed(server.name, server.problem)
    if server.toolbox:
        return in_process.list_tools(server.toolbox)
    if server.transport == plain_http.NAME:
        return await plain_http.list_tools(server, deadline, MOST_TOOLS + 1)
    found: list[FoundTool] = []
    cursor: str | None = None
    try:
        async with asyncio.timeout(deadline), _owner(server).session() as live:
            while len(found) <= MOST_TOOLS:
                page, cursor = await _page(live, cursor)
                found += page
                if not cursor:
                    break
    except ServerFailed:
        raise
    except Exception as error:
        raise ServerFailed(server.name, failure_words(server.name, error)) from error
    return found[: MOST_TOOLS + 1]


async def _page(live: Live, cursor: str | None) -> tuple[list[FoundTool], str | None]:
    """One page of a list. Where the library refuses it for one tool, each is read by itself."""
    from mcp_types import ListToolsRequest, PaginatedRequestParams
    from pydantic import ValidationError

    session = live.client.session
    try:
        page = await session.list_tools(params=PaginatedRequestParams(cursor=cursor))
    except ValidationError:
        asked = ListToolsRequest(params=PaginatedRequestParams(cursor=cursor))
        data = asked.model_dump(by_alias=True, mode="json", exclude_none=True)
        options: Any = {}
        session._stamp(data, options)
        raw = await session._dispatcher.send_raw_request(data["method"], data.get("params"), options)
        tools, cursor = raw.get("tools"), raw.get("nextCursor")
        if not isinstance(tools, list):
            raise
        return [_read_tool(each) for each in tools], cursor if isinstance(cursor, str) else None
    return [_read_tool(each) for each in page.tools], page.next_cursor


def _read_tool(given: Any) -> FoundTool:
    from mcp_types import Tool
    from pydantic import ValidationError

    try:
        tool = given if isinstance(given, Tool) else Tool.model_validate(given, by_name=False)
    except ValidationError:
        name = given.get("name") if isinstance(given, dict) else None
        return FoundTool(name if isinstance(name, str) else "?", problem=UNREADABLE)
    hints = tool.annotations
    title = tool.title or (hints.title if hints else None) or ""
    read_only = bool(hints and hints.read_only_hint)
    declared = hints is not None and (hints.read_only_hint, hints.destructive_hint) != (None, None)
    destructive = bool(hints and hints.destructive_hint) and not read_only
    words = tool.description or ""
    return FoundTool(tool.name, title, words, tool.input_schema, read_only, declared, destructive)


async def close_all() -> None:
    """Closes every session of the running loop."""
    owners = _owners.pop(asyncio.get_running_loop(), {})
    await asyncio.gather(*(owner.close() for owner in owners.values()))


def _owner(address: ServerAddress) -> Owner:
    """The owner of an address on the running loop; a changed secret makes it another address."""
    owners = _owners.setdefault(asyncio.get_running_loop(), {})
    if address not in owners:
        if len(owners) >= MOST_OWNERS:
            for known in [known for known, owner in owners.items() if owner.forgettable]:
                del owners[known]
        owners[address] = Owner(address)
    return owners[address]


async def _attempt(owner: Owner, live: Live, tool: str, arguments: Mapping[str, Any]) -> RawResult | None:
    """One call on one session; None when the session was gone and the call certainly not carried out."""
    import anyio
    from mcp.shared.exceptions import MCPError
    from pydantic import ValidationError

    from agents.tools import results

    name = owner.address.name
    try:
        return results.read(await _send(live, tool, arguments), name)
    except MCPError as error:
        return _explain_failure(owner, live, error)
    except ValidationError:
        return RawResult(False, error=_("%s answered with something that is not MCP.") % name, lost=True)
    except (anyio.ClosedResourceError, anyio.BrokenResourceError, RuntimeError):
        owner.replace(live)
        return None


async def _send(live: Live, tool: str, arguments: Mapping[str, Any]) -> "CallToolResult":
    """Sent below `Client.call_tool`, which lists tools and checks results against a schema for each call."""
    from mcp_types import CallToolRequest, CallToolRequestParams, CallToolResult

    about: Any = {"_meta": meta} if (meta := tracing.outgoing_meta()) else {}
    params = CallToolRequestParams(name=tool, arguments=dict(arguments), **about)
    return await live.client.session.send_request(CallToolRequest(params=params), CallToolResult)


def _explain_failure(owner: Owner, live: Live, error: "MCPError") -> RawResult | None:
    from mcp_types import CONNECTION_CLOSED, PARSE_ERROR

    about = error.data if isinstance(error.data, dict) else {}
    closed = error.code == CONNECTION_CLOSED
    if closed or about.get("gone") or about.get("down"):
        owner.replace(live)
    if about.get("gone"):
        return None
    words = error.message.strip()[:500] or type(error).__name__
    if closed:
        words = _("The connection to %s broke.") % owner.address.name
    elif error.code == PARSE_ERROR:
        words = _("%s answered with something that is not MCP.") % owner.address.name
    lost = bool(closed or about.get("lost") or error.code == PARSE_ERROR)
    again = bool(closed or about.get("again"))
    return RawResult(False, error=words, lost=lost, again=again, down=bool(about.get("down")))
