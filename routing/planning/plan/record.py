"""What the record and the conversation keep of a plan and its steps, and how they are read back."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any, TypeVar

import orjson
from pydantic import TypeAdapter

from conversations.turn import Json, StepRecord, ToolResult
from routing.planning.plan.engine import StepOutcome
from routing.planning.specs import DomainOutput

Kept = TypeVar("Kept")


_reader = cache(TypeAdapter)


def from_json(kind: type[Kept], kept: Mapping[str, Any]) -> Kept:
    """A part of a plan as `to_json` wrote it: what a question keeps, and what a worker is sent."""
    value: Kept = _reader(kind).validate_python(kept)  # type: ignore[arg-type]  # a class is hashable
    return value


KIND = "plan_step"
SHOWN = 16_384  # bytes of a result that a step's line shows
KEPT = 65_536  # bytes of all results that wait in a conversation's question
OUTCOMES: Mapping[str, Any] = {
    "success": "ok",
    "failure": "failed",
    "clarification": "ok",
    "cancelled": "skipped",
}


def record_step(each: StepOutcome, agent: str) -> StepRecord:
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
    content = {"explanation": output.explanation, "result": shorten(output.result)}
    return ToolResult(
        tool_name=each.step.capability,
        server_name=each.step.domain,
        ok=ok,
        result=content if ok else None,
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
