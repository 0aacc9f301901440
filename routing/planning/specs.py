"""What is published of domains, and what a plan is made of; all of it comes from their manifests.

The names of a plan's parts are those of the domain protocol.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from agents.resources import ServerAddress
from conversations.turn import Json

EntityType = Literal["string", "enum", "array"]
DomainKind = Literal["remote_http", "mcp", "built_in"]
ENTITY_LETTERS = 400  # of an entity that a model names
TEXT = "_text"  # what a parameter in the user's own words ends in
BUILT_IN = "general"  # a domain that every company has: what no goal of another one fits
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

    def part(self, name: str) -> Mapping[str, Any]:
        """A block of the metadata; empty where the manifest has none."""
        return read_mapping(self.metadata, name)

    @property
    def composition(self) -> Mapping[str, Any]:
        return self.part("composition")

    @property
    def role(self) -> str:
        """What it is in a plan of others ("notifier"); empty: nothing in particular."""
        return str(self.composition.get("role") or "")

    @property
    def plannable(self) -> bool:
        """Whether plans may use it."""
        return self.metadata.get("planner_available") is not False

    @property
    def hints(self) -> Hints:
        """The words of its own metadata."""
        given = self.part("intent_hints")
        return Hints(texts_of(given.get("keywords")), texts_of(given.get("examples")))

    @property
    def properties(self) -> Mapping[str, Any]:
        """The parameters that its JSON Schema names."""
        return read_mapping(self.schema, "properties")

    @property
    def specs(self) -> dict[str, Mapping[str, Any]]:
        """What the manifest says of its parameters beside the schema."""
        specs = self.part("parameter_specs").items()
        return {name: spec for name, spec in specs if isinstance(spec, Mapping)}

    def describe_parameter(self, name: str) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        """What the manifest and the schema say of a parameter."""
        return self.specs.get(name, {}), read_mapping(self.properties, name)

    @property
    def pre_flow(self) -> list[Mapping[str, Any]]:
        """What is looked up before it is called."""
        return [rule for rule in read_rows(self.part("flow"), "pre") if rule.get("param")]

    @property
    def array_params(self) -> list[Mapping[str, Any]]:
        """The rules by which its lists become steps."""
        rules = read_rows(self.part("decomposition"), "array_params")
        return [rule for rule in rules if rule.get("param_name") and rule.get("single_param_name")]


NO_CAPABILITY = CapabilitySpec("", "", read_only=True)  # of a question that no step asks


def read_mapping(holder: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """A block of a manifest; empty where it has none."""
    found = holder.get(name)
    return found if isinstance(found, Mapping) else {}


def read_list(holder: Mapping[str, Any], name: str) -> list[Any]:
    """A list of a manifest; empty where it has none."""
    found = holder.get(name)
    return list(found) if isinstance(found, list | tuple) else []


def read_rows(holder: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    """The rules of a list of a manifest."""
    return [each for each in read_list(holder, name) if isinstance(each, Mapping)]


def texts_of(value: Any) -> tuple[str, ...]:
    return tuple(each for each in value if isinstance(each, str)) if isinstance(value, list | tuple) else ()


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


ExecutionMode = Literal["sequential", "parallel", "dag"]
CombineMode = Literal["last", "report", "merge"]
OutputStatus = Literal["success", "failure", "clarification"]


@dataclass(frozen=True, slots=True)
class IntentOutput:
    """What the user wants, in the user's words: never a ticker or an id.

    Enum entities hold a value of the schema.
    """

    primary_domain: str
    goal: str
    entities: Mapping[str, Json] = field(default_factory=dict)
    confidence: float = 0.0
    original_query: str = ""


@dataclass(frozen=True, slots=True)
class ExecutionIntent:
    """One capability with its parameters: the body of a domain's /execute."""

    domain: str
    capability: str
    confidence: float = 0.0
    parameters: Mapping[str, Json] = field(default_factory=dict)
    original_query: str = ""


@dataclass(frozen=True, slots=True)
class ExecutionStep:
    """One node of a plan.

    `params` may refer to earlier steps as ${1.explanation} or ${1.result.a.b}; `picked` are those that the
    user chose among candidates. `confirm`: the user is shown first what it carries, `agreed` is what was.
    """

    id: int
    domain: str
    capability: str
    params: Mapping[str, Json] = field(default_factory=dict)
    depends_on: tuple[int, ...] = ()
    required: bool = True
    output_key: str = ""
    timeout_seconds: float | None = None
    picked: tuple[str, ...] = ()
    confirm: bool = False
    agreed: Mapping[str, Json] | None = None


@dataclass(frozen=True, slots=True)
class ExecutionPlan:
    """Steps and how they run: at most `max_concurrency` at once, each after those it depends on.

    `proposed_by` is the model that proposed them; empty: they follow from the manifests alone.
    """

    steps: tuple[ExecutionStep, ...]
    execution_mode: ExecutionMode = "sequential"
    combine_mode: CombineMode = "last"
    max_concurrency: int = 4
    proposed_by: str = ""


@dataclass(frozen=True, slots=True)
class DomainOutput:
    """What a domain said. `explanation` is for the user; `metadata.error` names why it failed."""

    status: OutputStatus
    result: Json = None
    explanation: str = ""
    confidence: float = 1.0
    metadata: Mapping[str, Json] = field(default_factory=dict)

    @classmethod
    def fail(cls, error: str, words: str = "", **about: Json) -> "DomainOutput":
        """It came to no result; `words` are for whoever reads the record."""
        return cls("failure", None, words, 0.0, {"error": error, **about})

    @classmethod
    def asks(cls, resolution: str, result: Json = None, **about: Json) -> "DomainOutput":
        """The user is asked first; `resolution` is how that may be answered."""
        return cls("clarification", result, "", 1.0, {"resolution": resolution, **about})

    @classmethod
    def lacks(cls, params: Sequence[str]) -> "DomainOutput":
        """The question for required parameters that nobody named."""
        return cls.asks("missing_required_params", missing_required_params=list(params))


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
