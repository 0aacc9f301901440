"""What a turn's workers are equipped with.

The release's section, what is operational, what is switched off.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.conf import settings

from agents.specs import AgentsSection, ToolSpec
from budgets.snapshot import BudgetsSnapshot
from conversations.budget import Budget

if TYPE_CHECKING:
    from agents.commands import Command
    from releases.freshness import PinnedRelease
    from rollout.evaluate import RolloutSnapshot

Emit = Callable[[str, dict[str, Any]], None]
"""Tells whoever follows the turn: `emit("step", {"node": "tool", "agent": ..., "phase": "started"})`."""


@dataclass(frozen=True, slots=True)
class SignIn:
    """The sign-in that opens a server, by its row, and its token as it was when this was read.

    Times are seconds since 1970; infinite where the token does not end. `agents.tools.oauth.tokens` has the
    newest.
    """

    row: str
    tenant: str
    token: str = field(repr=False, compare=False)
    expires_at: float = field(compare=False)
    renew_at: float = field(compare=False)
    version: int = field(compare=False)


@dataclass(frozen=True, slots=True)
class ServerAddress:
    """Where an MCP server is now and what opens it; `name` is the row's, for people.

    `problem` says why there is no address (a variable of the environment that is not set). A server with a
    `command` is a process of ours and has no address, nor has a package's `toolbox`.
    """

    name: str
    url: str
    secret: str = field(default="", repr=False)
    transport: str = "streamable_http"
    problem: str = ""
    command: "Command | None" = None
    headers: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    toolbox: str = ""
    sign_in: SignIn | None = None  # of a server that wants OAuth


@dataclass(frozen=True, slots=True)
class LLMAddress:
    """Where a model profile's requests go and with which key; empty: the provider's own. Key and headers are
    `provider`'s."""

    base_url: str = ""
    api_key: str = field(default="", repr=False)
    problem: str = ""
    provider: str = ""
    headers: tuple[tuple[str, str], ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class AgentsOperational:
    """Addresses and secrets by name: they act at once and are no part of a release."""

    servers: Mapping[str, ServerAddress] = field(default_factory=dict)
    llms: Mapping[str, LLMAddress] = field(default_factory=dict)
    plugins: Mapping[str, Mapping[str, str]] = field(default_factory=dict, repr=False)  # secrets of settings


@dataclass(frozen=True, slots=True)
class Resources:
    """Everything a specialist may use in one turn, as it was when the turn began."""

    section: AgentsSection
    operational: AgentsOperational
    switches: "RolloutSnapshot"
    domains: Mapping[str, Any] = field(default_factory=dict)  # addresses of planning's domains, by name
    budgets: BudgetsSnapshot = field(default_factory=BudgetsSnapshot)
    saves: bool = False  # a budget is used up: nobody asks a model that another way can do without
    searched: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)  # found before the work

    @classmethod
    def of(cls, pinned: "PinnedRelease", budget: Budget | None = None) -> "Resources":
        """The kit of what a turn is pinned to, with what is left for it."""
        planning = pinned.operational.get("planning")
        return cls(
            pinned.release["agents"],
            pinned.operational["agents"],
            pinned.operational["rollout"],
            planning.domains if planning is not None else {},
            pinned.operational["budgets"],
            budget is not None and budget.saves,
        )

    def settings_of(self, plugin: str) -> Mapping[str, Any]:
        """What the company says of an entry of a package ("judges:brevity"), with its secrets."""
        return {**self.section.plugins.get(plugin, {}), **self.operational.plugins.get(plugin, {})}

    def tools_on(self) -> bool:
        """Whether tools are called at all."""
        return bool(settings.ENABLE_MCP_TOOLS) and not self.switches.off("tool")

    def tool_on(self, tool: ToolSpec) -> bool:
        """Whether a published tool and its server may be called now. Switches act at once and win."""
        server = self.section.servers.get(tool.server)
        return (
            self.tools_on()
            and tool.enabled
            and not self.switches.off("tool", tool.name)
            and server is not None
            and server.enabled
            and not self.switches.off("server", tool.server)
        )
