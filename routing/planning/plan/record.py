"""What the record and the conversation keep of a plan and its steps, and how they are read back."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

import orjson

from conversations.as_json import to_json
from conversations.turn import Json, StepRecord, ToolResult
from routing.planning.plan.engine import StepOutcome
from routing.planning.specs import DomainOutput, ExecutionPlan, ExecutionStep, IntentOutput


def as_json(word: Any) -> dict[str, Any]:
    """Any of them as JSON."""
    written: dict[str, Any] = to_json(word)
    return written


def read_intent(kept: Mapping[str, Any]) -> IntentOutput:
    return IntentOutput(**_keep_known(IntentOutput, kept))


def read_step(kept: Mapping[str, Any]) -> ExecutionStep:
    known = _keep_known(ExecutionStep, kept)
    lists = {name: tuple(known.get(name, ())) for name in ("depends_on", "picked")}
    return ExecutionStep(**{**known, **lists})


def read_plan(kept: Mapping[str, Any]) -> ExecutionPlan:
    known = _keep_known(ExecutionPlan, kept)
    return ExecutionPlan(**{**known, "steps": tuple(map(read_step, known["steps"]))})


def read_outcome(kept: Mapping[str, Any]) -> StepOutcome:
    known = _keep_known(StepOutcome, kept)
    return StepOutcome(
        **{
            **known,
            "step": read_step(known["step"]),
            "output": DomainOutput(**_keep_known(DomainOutput, known["output"])),
            "at": datetime.fromisoformat(known["at"]),
            "before": tuple(known.get("before", ())),
        }
    )


def _keep_known(word: type[Any], kept: Mapping[str, Any]) -> dict[str, Any]:
    return {name: kept[name] for name in word.__dataclass_fields__ if name in kept}


KIND = "plan_step"
SHOWN = 16_384  # bytes of a result that a step's line shows
KEPT = 65_536  # bytes of all results that wait in a conversation's question
OUTCOMES: Mapping[str, Any] = {
    "success": "ok",
    "failure": "failed",
    "clarification": "ok",
    "cancelled": "skipped",
}


def step_record(each: StepOutcome, agent: str) -> StepRecord:
    """A step as the record keeps it: all that a picture of the plan shows."""
    step, output = each.step, each.output
    return StepRecord(
        node=step.capability[:64],
        kind=KIND,
        outcome=OUTCOMES[each.status],
        summary=(output.explanation or each.why or _why(output))[:400],
        at=each.at,
        ms=each.ms,
        agent=agent,
        detail={
            "step_id": step.id,
            "domain": step.domain,
            "capability": step.capability,
            "params": dict(each.params or step.params),
            "depends_on": list(step.depends_on),
            "required": step.required,
            "output_key": step.output_key,
            "status": each.status,
            "result": shorten(output.result),
            "explanation": output.explanation,
            "confidence": output.confidence,
            "metadata": dict(output.metadata),
            "before": list(each.before),
            "ms": round(each.ms, 1),
            "tried": each.tried,
            "where": each.where,
            "why": each.why,
        },
    )


def _why(output: DomainOutput) -> str:
    """Why a step failed that has no words for the user: what its server said, else the kind of error."""
    return str(output.metadata.get("said") or output.metadata.get("error", ""))


def tool_result(each: StepOutcome, agent: str) -> ToolResult:
    """A step as rails and judges know what was found out and done in a turn."""
    output, ok = each.output, each.output.status == "success"
    about: dict[str, Any] = {
        "arguments": dict(each.params),
        "step_id": each.step.id,
        "domain": each.step.domain,
    }
    if each.acted:
        about["side_effect"] = True
    if output.metadata.get("uncertain"):
        about["uncertain"] = True
    if output.status == "clarification":
        about |= {"skipped": True, "reason": "argument_missing"}
    said = {"explanation": output.explanation, "result": shorten(output.result)}
    return ToolResult(
        tool_name=each.step.capability,
        server_name=each.step.domain,
        ok=ok,
        result=said if ok else None,
        error=None if ok else output.explanation or _why(output),
        metadata=about,
        agent=agent,
        ms=round(each.ms, 1),
    )


def shorten(value: Json, most: int = SHOWN) -> Json:
    """A result that is not too long to be shown, else how it begins."""
    written = orjson.dumps(value)
    if len(written) <= most:
        return value
    return {"_shortened": len(written), "_begins": written[: most // 8].decode(errors="replace")}


def select_kept(outcomes: Mapping[int, StepOutcome]) -> dict[int, StepOutcome]:
    """The steps that need not be done again once the user has answered.

    Those that succeeded, as far as they are small enough to wait; one that changed something, or may have, is
    never done twice, whatever came of it.
    """
    kept, left = {}, KEPT
    for number, each in sorted(outcomes.items()):
        begun = each.acted or bool(each.output.metadata.get("uncertain"))
        if each.status != "success" and not (begun and each.status == "failure"):
            continue  # what asked the user did nothing yet
        weight = len(orjson.dumps(each.output.result))
        if weight <= left:
            kept[number], left = each, left - weight
        elif begun:
            kept[number] = replace(each, output=replace(each.output, result=None))
    return kept
