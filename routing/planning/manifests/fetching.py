"""What a domain says of itself now.

`GET /health` and `GET /manifest`, or the tools of an MCP server as a manifest.

manifest = runtime.run(fetch("finance", address_of(row)), SECONDS)
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import httpx2

from agents.errors import ServerFailed
from agents.tools import sessions
from agents.tools.discovered_tools import MOST_TOOLS, FoundTool, refusal
from outbound import policy
from outbound.cleaning import clean
from outbound.errors import OutboundError
from outbound.sentences import Sentence as _
from outbound.sentences import sentence_of
from releases.sections import Json
from routing.planning.errors import NotFetched
from routing.planning.manifests.addresses import DomainAddress

SECONDS = 20.0  # for all of it
EACH_SECONDS = 8.0  # for one request
LARGEST = 1024 * 1024  # bytes of a manifest
WORDS = 120  # letters of a keyword
VERSION = "1.0"


async def fetch(name: str, address: DomainAddress) -> dict[str, Json]:
    """The manifest, cleaned of what no database holds.

    :raises NotFetched: with the other side's words, or what stands between.
    """
    if address.problem:
        raise NotFetched(name, address.problem)
    if address.server is not None:
        try:
            tools = await sessions.list_tools(address.server)
        except ServerFailed as error:
            raise NotFetched(name, error.reason) from error
        return describe_tools(name, tools)
    await _get(name, address, "/health")
    return read(name, await _get(name, address, "/manifest"))


def read(name: str, content: bytes) -> dict[str, Json]:
    """A manifest from its text; raises `NotFetched` for what is no JSON object."""
    try:
        found = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise NotFetched(name, _("it answered with something that is no JSON.")) from error
    if not isinstance(found, Mapping):
        raise NotFetched(name, _("its manifest is no JSON object."))
    cleaned: dict[str, Json] = clean(found)
    return cleaned


def describe_tools(name: str, tools: Sequence[FoundTool]) -> dict[str, Json]:
    """The manifest that an MCP server's tools amount to: each a capability, and a goal of its own.

    Its words are the tool's title and name; people give it better ones. What no tool may be is left out.
    """
    known = sorted((tool for tool in tools[:MOST_TOOLS] if not refusal(tool)), key=lambda tool: tool.name)
    found: dict[str, Json] = clean(
        {
            "manifest_version": VERSION,
            "domain": name,
            "goals": [_goal(tool) for tool in known],
            "capabilities": [_capability(tool) for tool in known],
        }
    )
    return found


async def _get(name: str, address: DomainAddress, path: str) -> bytes:
    headers = {"accept": "application/json"}
    if address.secret:
        headers["authorization"] = f"Bearer {address.secret}"
    timeout = httpx2.Timeout(EACH_SECONDS, connect=policy.CONNECT_SECONDS)
    try:
        answer = await policy.client("http").get(
            address.url + path, headers=headers, timeout=timeout, extensions=_cap(timeout)
        )
    except httpx2.TimeoutException as error:
        raise NotFetched(name, _("it did not answer in time.")) from error
    except (httpx2.HTTPError, httpx2.InvalidURL, OutboundError, OSError) as error:
        raise NotFetched(name, sentence_of(error)) from error
    if answer.status_code != 200:
        words = _("%(path)s answered with status %(status)d.")
        raise NotFetched(name, words % {"path": path, "status": answer.status_code})
    return bytes(answer.content)


def _cap(timeout: httpx2.Timeout) -> dict[str, Any]:
    return {"answer_bytes": LARGEST, "timeout": timeout.as_dict()}


def _goal(tool: FoundTool) -> Json:
    words = [tool.title, tool.name.replace("_", " ").replace("-", " ")]
    properties = tool.schema.get("properties")
    required = tool.schema.get("required")
    return {
        "goal": "".join(letter if letter.isalnum() else "_" for letter in tool.name).upper(),
        "description": tool.description[:400],
        "capabilities": [tool.name],
        "hints": {"keywords": list(dict.fromkeys(word[:WORDS] for word in words if word))},
        "entities_schema": {
            _entity_name(key, about): _entity(key in (required if isinstance(required, list) else ()), about)
            for key, about in (properties if isinstance(properties, Mapping) else {}).items()
        },
    }


def _capability(tool: FoundTool) -> Json:
    metadata = {"read_only": tool.read_only}
    description = tool.description[:400]
    return {"name": tool.name, "description": description, "schema": dict(tool.schema), "metadata": metadata}


def _entity_name(name: str, about: Json) -> str:
    """An enum keeps its name; what the user says in own words ends in _text."""
    return name if _values(about) else f"{name}_text"


def _entity(required: bool, about: Json) -> Json:
    described = str(about.get("description", "")) if isinstance(about, Mapping) else ""
    values = _values(about)
    kind = {"type": "enum", "values": values} if values else {"type": "string"}
    return {**kind, "required": required, "description": described[:400]}


def _values(about: Json) -> list[str]:
    values = about.get("enum") if isinstance(about, Mapping) else None
    return [each for each in values if isinstance(each, str)] if isinstance(values, list) else []
