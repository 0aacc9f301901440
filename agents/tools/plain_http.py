"""Servers of tools that do not speak MCP: the transport `http` of configuration files.

    GET  <address>/tools/list                                -> {"tools": [{"name", "description", ...}]}
    POST <address>/tools/call {"tool_name", "arguments"}     -> {"ok", "result", "error"}

Nothing is kept open between calls. How a call ended is said as for MCP (`agents.tools.results`).
"""

from collections.abc import Mapping
from typing import Any

import httpx2
import orjson
from django.conf import settings

from agents.errors import ServerFailed
from agents.resources import ServerAddress
from agents.tools.discovered_tools import UNREADABLE, FoundTool
from agents.tools.oauth import bearer
from agents.tools.results import RawResult, make_refusal, too_large
from outbound import policy
from outbound.cleaning import clean
from outbound.errors import AddressRefused, NotSent, OutboundError, TooLarge
from outbound.sentences import Sentence as _

NAME = "http"
CONNECT_SECONDS = 3.0
LIST_BYTES = 2 * 1024 * 1024
ENVELOPE = 65_536  # what stands around a result
SCHEMAS = ("input_schema", "inputSchema", "args_schema", "parameters")


async def call(server: ServerAddress, tool: str, arguments: Mapping[str, Any], seconds: float) -> RawResult:
    """Calls a tool once; whatever happens is in the result."""
    body = orjson.dumps({"tool_name": tool, "arguments": dict(arguments)})
    try:
        status, content = await _ask(
            server, "POST", "/tools/call", seconds, settings.MCP_RESULT_BYTES + ENVELOPE, body
        )
    except (AddressRefused, NotSent, ServerFailed) as error:
        return RawResult(False, error=str(error), down=True)
    except TooLarge:
        return RawResult(False, error=too_large(server.name), lost=True)
    except OutboundError as error:
        return RawResult(False, error=str(error), lost=True)
    except (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.PoolTimeout):
        return RawResult(False, error=_("%s cannot be reached.") % server.name, down=True)
    except httpx2.TimeoutException:
        return RawResult(False, error=_("%s did not answer in time.") % server.name, lost=True)
    except httpx2.HTTPError:
        return RawResult(False, error=_("The connection to %s broke.") % server.name, lost=True, again=True)
    if status != 200:
        broke = status >= 500
        return RawResult(False, error=_status(server, status), lost=broke, again=broke)
    return _read(server.name, content)


async def list_tools(server: ServerAddress, seconds: float, most: int) -> list[FoundTool]:
    """What a server offers; raises `ServerFailed`."""
    try:
        status, content = await _ask(server, "GET", "/tools/list", seconds, LIST_BYTES)
    except (OutboundError, httpx2.HTTPError) as error:
        words = str(error).strip()[:300] or type(error).__name__
        raise ServerFailed(server.name, f"{server.name}: {words}") from error
    if status != 200:
        raise ServerFailed(server.name, _status(server, status))
    try:
        answer = orjson.loads(content)
    except orjson.JSONDecodeError as error:
        raise ServerFailed(
            server.name, _("%s answered with something that is not JSON.") % server.name
        ) from error
    tools = answer.get("tools", ()) if isinstance(answer, dict) else answer
    if not isinstance(tools, list):
        raise ServerFailed(server.name, _("%s did not answer with a list of tools.") % server.name)
    return [_read_tool(each) for each in tools[:most]]


async def _ask(
    server: ServerAddress, method: str, path: str, seconds: float, cap: int, body: bytes | None = None
) -> tuple[int, bytes]:
    headers = {"content-type": "application/json"}
    if server.secret:
        headers["authorization"] = f"Bearer {server.secret}"
    headers |= {name.lower(): value for name, value in server.headers}
    response = await _client(server).request(
        method,
        server.url.rstrip("/") + path,
        content=body,
        headers=headers,
        timeout=httpx2.Timeout(seconds + 5, connect=min(seconds, CONNECT_SECONDS)),
        extensions={"answer_bytes": cap},
    )
    return response.status_code, response.content


def _client(server: ServerAddress) -> httpx2.AsyncClient:
    """The shared client, or one on the same connections that adds the server's token."""
    if server.sign_in is None:
        return policy.client("http")
    over = bearer.over(policy.transport("http"), server)
    return policy.OutboundClient(transport=over, headers={"accept-encoding": "identity"}, trust_env=False)


def _read(server: str, content: bytes) -> RawResult:
    try:
        answer = clean(orjson.loads(content))
    except orjson.JSONDecodeError:
        return RawResult(False, error=_("%s answered with something that is not JSON.") % server, lost=True)
    if not isinstance(answer, dict):
        return RawResult(False, error=_("%s did not answer with ok and result.") % server, lost=True)
    if answer.get("ok", True) is not True:
        error = answer.get("error")
        words = error if isinstance(error, str) else orjson.dumps(error).decode() if error else ""
        return make_refusal(words, server)
    value = answer.get("result")
    if len(orjson.dumps(value)) > settings.MCP_RESULT_BYTES:
        return RawResult(False, error=too_large(server), lost=True)
    return RawResult(True, value)


def _status(server: ServerAddress, status: int) -> str:
    words = _("%(server)s answered with HTTP status %(status)s.")
    return words % {"server": server.name, "status": status}


def _read_tool(each: Any) -> FoundTool:
    if not isinstance(each, dict) or not isinstance(each.get("name"), str):
        return FoundTool("?", problem=UNREADABLE)
    given = [each[key] for key in SCHEMAS if each.get(key) is not None]
    schema: Mapping[str, Any] | None = next((one for one in given if isinstance(one, dict)), None)
    if given and schema is None:
        return FoundTool(each["name"], problem=UNREADABLE)
    schema = schema or {}
    return FoundTool(each["name"], description=str(each.get("description") or ""), schema=_schema(schema))


def _schema(given: Mapping[str, Any]) -> Mapping[str, Any]:
    """A JSON Schema as it is; the short form of configuration files, names with types, as one."""
    if "properties" in given or "type" in given:
        return given
    properties = {
        name: about if isinstance(about, dict) else {"type": str(about)} for name, about in given.items()
    }
    return {"type": "object", "properties": properties} if properties else {}
