"""What a small world consists of: one company's team, topics and tools, as data.

The parts are the very words a release is made of (`agents.specs`, `routing.decision.specs`), with what a
release does not hold beside them: addresses and example sentences. `demo.load` writes a world into the tables
that business users edit.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from agents.specs import (
    CollectionKind,
    JudgeSpec,
    PromptPolicySpec,
    RailSpec,
    SlotSpec,
    SpecialistSpec,
    ToolSpec,
)
from routing.decision.specs import IntentSpec, ProfileSpec, StatePolicySpec
from routing.gateway.specs import BackendSpec

LANGUAGES = ("pt", "es", "en")
"""What the demo's worlds are written in; what its profiles speak unless they say otherwise."""


@dataclass(frozen=True, slots=True)
class Server:
    """An MCP server and its tools; `url` may name a variable: ${ENV:DEMO_TELECOM_URL}."""

    name: str
    url: str
    description: str = ""
    tools: tuple[ToolSpec, ...] = ()


@dataclass(frozen=True, slots=True)
class DemoDomain:
    """A domain of plans, at an address that may name a variable.

    Its manifest is approved as it is delivered.
    """

    name: str
    url: str
    manifest: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class IntentTopic:
    """An intent and sentences people say for it, by language."""

    intent: IntentSpec
    examples: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A backend of the gateway and where it is; `url` may name a variable: ${ENV:BACKEND_CONTAS_URL}."""

    backend: BackendSpec
    url: str
    health_path: str = "/readyz"


@dataclass(frozen=True, slots=True)
class DemoDocument:
    """A document in Markdown; its first heading is its title."""

    path: str
    content: str

    @property
    def title(self) -> str:
        return self.content.partition("\n")[0].lstrip("# ")


@dataclass(frozen=True, slots=True)
class DemoCollection:
    """Documents that belong together, and who may look into them: all who are named, or everybody."""

    name: str
    title: str
    description: str = ""
    kind: CollectionKind = "company"
    specialists: tuple[str, ...] = ()
    threshold: float = 0.5
    documents: tuple[DemoDocument, ...] = ()


@dataclass(frozen=True, slots=True)
class World:
    """One tenant with everything it has authored. `multi_agent` is the rollout's percentage.

    The first of `backends` is the default. `business_keys` says what each is; they are read in the
    usual order, then from the fields in `key_sources`.
    """

    tenant: str
    title: str
    language: str
    default_agent_id: str
    profiles: tuple[ProfileSpec, ...]
    specialists: tuple[SpecialistSpec, ...]
    topics: tuple[IntentTopic, ...]
    servers: tuple[Server, ...] = ()
    domains: tuple[DemoDomain, ...] = ()
    collections: tuple[DemoCollection, ...] = ()
    slots: tuple[SlotSpec, ...] = ()
    state_policies: tuple[StatePolicySpec, ...] = ()
    prompt_policies: tuple[PromptPolicySpec, ...] = ()
    rails: tuple[RailSpec, ...] = ()
    judges: tuple[JudgeSpec, ...] = ()
    backends: tuple[Elsewhere, ...] = ()
    business_keys: Mapping[str, str] = field(default_factory=dict)
    key_sources: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    multi_agent: int = 100
