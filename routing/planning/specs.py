"""The published domains: what each can do, and how a message names it.

All of it comes from their manifests.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from conversations.turn import Json

EntityType = Literal["string", "enum", "array"]
DomainKind = Literal["remote_http", "mcp", "built_in"]
ALL = "_all"  # in a capability map: every capability of the goal


@dataclass(frozen=True, slots=True)
class Hints:
    """What people say when they mean it: `keywords` as whole words, `examples` as whole messages."""

    keywords: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EntitySpec:
    """One entity of a goal.

    An enum has `values`; `capability_map` says which capabilities each value stands for, `aliases` what else
    people say for it ({"GAINERS": ("altas", "que mais subiram")}).
    """

    name: str
    type: EntityType = "string"
    values: tuple[str, ...] = ()
    required: bool = False
    default: str | None = None
    description: str = ""
    capability_map: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    aliases: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    format: str = ""  # "handle": a word that begins with @


@dataclass(frozen=True, slots=True)
class GoalSpec:
    """What a user may want of a domain. The first of `capabilities` is what an unmapped goal resolves to."""

    name: str
    domain: str
    description: str = ""
    capabilities: tuple[str, ...] = ()
    requires_domains: tuple[str, ...] = ()
    hints: Hints = Hints()
    entities: Mapping[str, EntitySpec] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CapabilitySpec:
    """One thing a domain does.

    `schema` is the JSON Schema of its parameters; `metadata` as the manifest has it (intent_hints,
    parameter_specs, decomposition, composition, flow, explanation_template, ...). One that does not say it
    only reads is never repeated.
    """

    name: str
    domain: str
    description: str = ""
    schema: Mapping[str, Json] = field(default_factory=dict)
    metadata: Mapping[str, Json] = field(default_factory=dict)
    read_only: bool = False


@dataclass(frozen=True, slots=True)
class DomainSpec:
    """A domain as published.

    `timeout` is of one step, in seconds; `variables` are the names of the environment that its parameters may
    refer to as ${ENV:NAME}.
    """

    name: str
    kind: DomainKind = "remote_http"
    description: str = ""
    hints: Hints = Hints()
    timeout: float = 10.0
    variables: tuple[str, ...] = ()
    goals: Mapping[str, GoalSpec] = field(default_factory=dict)
    capabilities: Mapping[str, CapabilitySpec] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PlanningSection:
    """Every published domain of a tenant, by name."""

    domains: Mapping[str, DomainSpec] = field(default_factory=dict)
