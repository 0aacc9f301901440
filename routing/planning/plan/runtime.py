"""What the domains of one turn are called with, and what of them may be called now.

Switches act at once and win over what was published. A domain that is an MCP server is bound by what binds
its tools: its server's switch, each tool's, and that of all.
"""

import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import partial

from agents.resources import Resources
from conversations.turn import TurnContext
from routing.planning.specs import DomainAddress, DomainOutput, ExecutionIntent

AtHome = Callable[[ExecutionIntent, float], Awaitable[DomainOutput]]
Closed = Callable[[str, str], str]
"""Why a domain's capability may not be called now, by both names: see `why_closed`."""
OFF, CONSENT = "switched_off", "needs_consent"


@dataclass(frozen=True, slots=True)
class PlanRuntime:
    """The same for every step of a turn.

    `deadline` is epoch seconds; `turn_id` empty: nothing is recorded.
    """

    addresses: Mapping[str, DomainAddress]
    tenant_id: str
    session_key: str
    language: str
    deadline: float
    at_home: AtHome = field(repr=False)
    turn_id: str = ""
    attempt: int = 1
    closed: Closed = field(default=lambda domain, capability: "", repr=False)

    @classmethod
    def of(
        cls, context: TurnContext, resources: Resources, language: str, deadline: float, at_home: AtHome
    ) -> "PlanRuntime":
        request = context.request
        return cls(
            resources.domains, request.tenant_id, request.conversation_key, language, deadline, at_home,
            request.turn_id, request.attempt, partial(why_closed, resources),
        )  # fmt: skip

    def time_left(self) -> float:
        return self.deadline - time.time()


def why_closed(resources: Resources, domain: str, capability: str) -> str:
    """Why a capability may not be called now, a key of the planner's sentences; empty: it may."""
    if resources.switches.off("domain", domain):
        return OFF
    address: DomainAddress | None = resources.domains.get(domain)
    if address is None or address.server is None:
        return ""
    server = address.server.name
    row, tool = resources.section.servers.get(server), resources.section.tools.get(capability)
    off = not resources.tools_on() or resources.switches.off("server", server)
    if off or resources.switches.off("tool", capability) or (row is not None and not row.enabled):
        return OFF
    if tool is None or tool.server != server:
        return ""
    if not resources.tool_on(tool):
        return OFF
    # A plan has nobody's yes: what a user must allow or confirm first is a specialist's to do.
    return CONSENT if tool.confirm or tool.permission else ""
