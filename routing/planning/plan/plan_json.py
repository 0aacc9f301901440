"""A plan's words between JSON and their frozen form: what a question keeps, and what a worker is sent."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from conversations.as_json import to_json
from routing.planning.plan.engine import StepOutcome
from routing.planning.words import DomainOutput, ExecutionPlan, ExecutionStep, IntentOutput


def as_json(word: Any) -> dict[str, Any]:
    """Any of them as JSON."""
    written: dict[str, Any] = to_json(word)
    return written


def intent(kept: Mapping[str, Any]) -> IntentOutput:
    return IntentOutput(**_keep_known(IntentOutput, kept))


def step(kept: Mapping[str, Any]) -> ExecutionStep:
    known = _keep_known(ExecutionStep, kept)
    lists = {name: tuple(known.get(name, ())) for name in ("depends_on", "picked")}
    return ExecutionStep(**{**known, **lists})


def plan(kept: Mapping[str, Any]) -> ExecutionPlan:
    known = _keep_known(ExecutionPlan, kept)
    return ExecutionPlan(**{**known, "steps": tuple(map(step, known["steps"]))})


def outcome(kept: Mapping[str, Any]) -> StepOutcome:
    known = _keep_known(StepOutcome, kept)
    return StepOutcome(
        **{
            **known,
            "step": step(known["step"]),
            "output": DomainOutput(**_keep_known(DomainOutput, known["output"])),
            "at": datetime.fromisoformat(known["at"]),
            "before": tuple(known.get("before", ())),
        }
    )


def _keep_known(word: type[Any], kept: Mapping[str, Any]) -> dict[str, Any]:
    return {name: kept[name] for name in word.__dataclass_fields__ if name in kept}
