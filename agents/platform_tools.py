"""Tools that the platform has itself, and that run in its own process: a room registers how each is called.

    register(SERVER, call)

A call gets what the turn knows of who asks, never arguments that say so: neither a model nor a user chooses
whose documents are read.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from agents.resources import Resources
    from conversations.turn import ToolResult, TurnContext


@dataclass(frozen=True, slots=True)
class PlatformCall:
    """Who calls what: a specialist, in a turn. Whose turn it is says `context.request` (tenant, identity)."""

    tool: str
    arguments: Mapping[str, Any]
    agent: str
    context: "TurnContext"
    resources: "Resources"
    results: Sequence["ToolResult"] = ()  # of the specialist's calls before this one
    settings: Any = None  # of a package's toolbox: what the company says of it


Json = Any  # a JSON value
Handler = Callable[[PlatformCall], Awaitable[Json]]
handlers: dict[str, Handler] = {}
"""Who carries out the tools of each of the platform's own servers; a company's servers are none of these."""


def register(server: str, handler: Handler) -> None:
    """Says who carries out the tools of one of the platform's own servers."""
    handlers[server] = handler
