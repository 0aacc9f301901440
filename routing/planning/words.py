"""The words of a plan, named as domains know them: what was meant, what is to be done, what came of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from conversations.turn import Json

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
