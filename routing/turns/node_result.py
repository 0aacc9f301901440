"""What nodes return: the parts of a turn that they replace, and how their step reads in the record."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from conversations.turn import (
    Json,
    Outcome,
    StepRecord,
    TurnDecision,
    TurnOutcome,
    TurnRequest,
    TurnWork,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeResult:
    """The parts that a node replaces (None: as before) and its step.

    `agent` is who the step is said of, `result` how it went, `inner_steps` what is recorded behind it.

    >>> NodeResult(summary="off", result="skipped").outcome is None
    True
    """

    request: TurnRequest | None = None
    decision: TurnDecision | None = None
    work: TurnWork | None = None
    outcome: TurnOutcome | None = None
    summary: str = ""
    result: Outcome = "ok"
    agent: str = ""
    detail: Mapping[str, Json] = field(default_factory=dict)
    inner_steps: tuple[StepRecord, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkResult(NodeResult):
    """Of a node in which somebody works: what was done, and how the turn ends by now."""

    work: TurnWork
    outcome: TurnOutcome
