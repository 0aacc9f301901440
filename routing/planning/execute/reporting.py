"""What came of a plan: as one DomainOutput, in the record, and as a conversation or a worker keeps it.

One output is the last step's, a report of all, or their results merged. It says what each step found, and
what could not be done: a follow-up that failed takes nothing from the rest.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, TypeVar

import orjson
from pydantic import TypeAdapter

from conversations.turn import Json, StepRecord, ToolResult
from routing.planning.execute import sentences
from routing.planning.plan import checking
from routing.planning.plan.engine import StepOutcome
from routing.planning.specs import DomainOutput, ExecutionPlan
from routing.planning.understand.catalogue import Catalogue

OURS = frozenset({
    "unreachable", "unavailable", "refused", "timeout", "bad_answer", "task_not_found", "turn_ended",
    "cancelled",
    "no_time", "broken",
})  # fmt: skip
"""Errors whose words are for the record: the user is told in the platform's own."""
LASTING = frozenset({"refused", "bad_answer", "task_not_found", "broken"})  # trying again does not help


def combine(
    plan: ExecutionPlan,
    outcomes: Mapping[int, StepOutcome],
    catalogue: Catalogue,
    language: str,
    read_before: Sequence[int] = (),
) -> DomainOutput:
    """One output for all steps; the user has read the explanation of those `read_before`."""
    ended = [outcomes[step.id] for step in plan.steps if step.id in outcomes]
    failed = [each for each in ended if each.status in ("failure", "cancelled")]
    metadata: dict[str, Any] = {
        "execution_mode": plan.execution_mode,
        "combine_mode": plan.combine_mode,
        "steps_executed": sum(each.tried > 0 for each in ended),
    }
    status = _status(ended)
    asking = next((each for each in ended if _asks(each)), None)
    if asking is not None:
        metadata |= dict(asking.output.metadata)
    paragraphs = [
        words
        for each in ended
        if each.step.id not in read_before and (words := _tell(each, ended, catalogue, language))
    ]
    explanation = "\n\n".join(dict.fromkeys(paragraphs))
    if plan.combine_mode == "last" and len(ended) == 1:
        only = ended[0].output
        return replace(only, explanation=explanation, metadata={**only.metadata, **metadata})
    if plan.combine_mode == "last":
        last = ended[-1].output
        return DomainOutput(
            status, last.result, explanation, _confidence(ended), {**last.metadata, **metadata}
        )
    if plan.combine_mode == "merge":
        merged: dict[str, Any] = {}
        for each in ended:
            if each.status == "success" and isinstance(each.output.result, Mapping):
                merged.update(each.output.result)
        return DomainOutput(status, merged, explanation, _confidence(ended), metadata)
    result = {
        "combined": True,
        "steps": {_key(each): _line(each) for each in ended},
        "required_failures": [_key(each) for each in failed if each.step.required],
        "optional_failures": [_key(each) for each in failed if not each.step.required]
        + [_key(each) for each in ended if each.status == "clarification" and not each.step.required],
    }
    return DomainOutput(status, result, explanation, _confidence(ended), metadata)


def find_question(outcomes: Mapping[int, StepOutcome]) -> StepOutcome | None:
    """The first step that asks the user something.

    An optional one asks only whether it may be done, else it is left out.
    """
    return next((each for _number, each in sorted(outcomes.items()) if _asks(each)), None)


def _asks(each: StepOutcome) -> bool:
    must_ask = each.step.required or each.output.metadata.get("resolution") == checking.NEEDED
    return each.status == "clarification" and must_ask


def _status(ended: Sequence[StepOutcome]) -> Any:
    if any(map(_asks, ended)):
        return "clarification"
    needed = [each for each in ended if each.step.required]
    return "success" if any(each.status == "success" for each in needed or ended) else "failure"


def _confidence(ended: Sequence[StepOutcome]) -> float:
    sure = [each.output.confidence for each in ended if each.status == "success"]
    return min(sure, default=0.0)


def _key(each: StepOutcome) -> str:
    return each.step.output_key or f"step_{each.step.id}"


def _line(each: StepOutcome) -> dict[str, Any]:
    return {
        "step_id": each.step.id,
        "domain": each.step.domain,
        "capability": each.step.capability,
        "required": each.step.required,
        "status": each.status,
        "explanation": each.output.explanation,
        "result": each.output.result,
        "metadata": dict(each.output.metadata),
    }


def _tell(each: StepOutcome, ended: Sequence[StepOutcome], catalogue: Catalogue, language: str) -> str:
    """What the user reads of a step.

    A question is asked apart, and what was not begun because of it is no failure.
    """
    output = each.output
    if each.status == "success":
        done = sentences.describe_step(each.step, catalogue, language)
        return output.explanation.strip() or sentences.say("done", language, what=done)
    if _asks(each):
        return ""
    if each.status == "cancelled" and any(map(_asks, ended)):
        if each.step.required:
            return ""
        return sentences.say(
            "afterwards", language, what=sentences.describe_step(each.step, catalogue, language)
        )
    error = output.metadata.get("error")
    why = "" if error in OURS or each.status == "cancelled" else output.explanation
    what = sentences.describe_step(each.step, catalogue, language)
    if output.metadata.get("uncertain"):
        return sentences.say("uncertain", language, what=what)
    if not each.step.required:
        return sentences.say("optional_failed", language, what=what, why=why).strip()
    name = "failed_for_good" if error in LASTING else "failed"
    return why or sentences.say(name, language, what=what)


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
