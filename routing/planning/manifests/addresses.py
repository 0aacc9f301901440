"""Where domains are now and what opens them: operational, acts at once, no part of a release."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from agents.resources import ServerAddress


@dataclass(frozen=True, slots=True)
class DomainAddress:
    """A domain's address, without a slash at its end; `name` is the domain's.

    `problem` says why there is none (a variable that is not set). A domain that is an MCP server has that
    server's address, and the server itself as `server`: what calls tools takes it as it is.
    """

    name: str
    url: str = ""
    secret: str = field(default="", repr=False)
    transport: str = "http"  # of an MCP server: streamable_http, sse, stdio
    problem: str = ""
    server: ServerAddress | None = None


@dataclass(frozen=True, slots=True)
class PlanningOperational:
    """The operational part "planning" of a tenant: every domain's address by its name."""

    domains: Mapping[str, DomainAddress] = field(default_factory=dict)
