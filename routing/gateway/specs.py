"""What a release says about backends, and what the gateway decides. Frozen, by name."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

Mode = Literal["router", "supervisor", "hybrid"]
MODES: tuple[str, ...] = get_args(Mode)
Method = Literal["forced", "sticky", "closing", "rules", "model", "active", "default"]


@dataclass(frozen=True, slots=True)
class BackendSpec:
    """A backend as released: what it is for. `title` is what users read."""

    name: str
    title: str = ""
    description: str = ""
    domains: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    priority: int = 100
    default_agent_id: str = ""
    metadata: Mapping[str, Any] = field(default_factory=dict)

    @property
    def shown(self) -> str:
        return self.title or self.name


@dataclass(frozen=True, slots=True)
class GatewaySection:
    """The part of a release about backends; those that are not in use are left out."""

    backends: Mapping[str, BackendSpec] = field(default_factory=dict)
    default: str = ""


@dataclass(frozen=True, slots=True)
class BackendAddress:
    """Where a backend is now and what opens it; acts at once. `problem` says why there is no address."""

    url: str = ""
    secret: str = field(default="", repr=False)
    message_path: str = "/gateway/message"
    sse_message_path: str = "/gateway/message/sse"
    events_path_template: str = ""
    health_path: str = "/health"
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A backend that something in the message points to: how strongly (0 to 1), and by which words."""

    backend_id: str
    score: float
    matches: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GlobalRouteDecision:
    """Which backend a message goes to, and why. `keep_active_backend`: the session was with it already.

    `metadata` holds `method`, and what the model was asked and said where one was asked.
    """

    backend_id: str
    confidence: float
    reason: str
    mode: str
    used_llm: bool = False
    keep_active_backend: bool = False
    candidates: tuple[Candidate, ...] = ()
    metadata: Mapping[str, Any] = field(default_factory=dict)

    @property
    def method(self) -> str:
        return str(self.metadata.get("method", ""))
