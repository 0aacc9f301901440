"""Judges score the answer. Those that hold one back have looked at its parts before it left."""

from dataclasses import replace

from django.utils import timezone

from agents.judges import run_judges
from conversations.turn import StepRecord, TurnContext
from routing.turns import judging
from routing.turns.node_result import NodeResult
from routing.turns.runtime import TurnRuntime


async def run(context: TurnContext, runtime: TurnRuntime) -> NodeResult:
    """Their results, each with its threshold; a step of its own for each that has none, with the reason."""
    if not judging.is_on(runtime):
        return NodeResult(summary="off", result="skipped")
    if context.outcome.calls is not None:
        return NodeResult(summary="the answer comes with the results of the calls", result="skipped")
    if context.outcome.status == "failed":
        return NodeResult(summary="the turn failed", result="skipped")
    if _is_own(context):
        return NodeResult(summary="no specialist's words are in the answer", result="skipped")
    judged = await run_judges.judge_answer(
        judging.after(context, runtime), context.outcome.answer, context, runtime.resources,
        context.work.tool_results, runtime.published.authored_texts,
    )  # fmt: skip
    results, now = (*context.outcome.judges, *judged.results), timezone.now()
    return NodeResult(
        outcome=replace(context.outcome, judges=results),
        summary=", ".join(f"{r.name} {r.score:.2f}" for r in results) or "none switched on",
        result="ok" if all(r.passed for r in results) else "failed",
        inner_steps=tuple(
            StepRecord(name, "judge", "skipped", f"not judged: {why}"[:400], now)
            for name, why in judged.missing.items()
        ),
    )


def _is_own(context: TurnContext) -> bool:
    """Whether the answer is the platform's own, or one that was judged when it was first given."""
    outcome = context.outcome
    if outcome.blocked_by or outcome.aside or outcome.served is not None:
        return True
    return any(step.node == "clarification" for step in context.work.steps)
