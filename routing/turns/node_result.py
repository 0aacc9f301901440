"""What nodes return: the parts of a turn that they replace, and how their step reads in the record."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from conversations.turn import (
    Json,
    Outcome,
    Step,
    TurnContext,
    TurnDecision,
    TurnOutcome,
    TurnRequest,
    TurnWork,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeResult:
    """The parts that a node replaces (None: as before) and its step: `agent` is who the step is said of, `result` how
    it went, `inner_steps` what is recorded behind it.

    >>> NodeResult(summary="off", result="skipped").after(context, step).decision is context.decision
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
    inner_steps: tuple[Step, ...] = ()

    def after(self, context: TurnContext, step: Step) -> TurnContext:
        """The context after the node, with its step in the record."""
        steps = (*context.work.steps, step, *self.inner_steps)
        return TurnContext(
            self.request or context.request,
            self.decision or context.decision,
            replace(self.work or context.work, steps=steps),
            self.outcome or context.outcome,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkResult(NodeResult):
    """Of a node in which somebody works: what was done, and how the turn ends by now."""

    work: TurnWork
    outcome: TurnOutcome
