"""Judges score the answer; they observe, and hold nothing back."""

from dataclasses import replace

from django.conf import settings

from agents.judges import run_judges
from conversations.turn import TurnContext
from routing.turns.node_result import NodeResult
from routing.turns.runtime import TurnRuntime


async def run(context: TurnContext, runtime: TurnRuntime) -> NodeResult:
    """Their results, each with its threshold."""
    if not settings.ENABLE_JUDGES or runtime.resources.switches.off("judge"):
        return NodeResult(summary="off", result="skipped")
    if context.outcome.calls is not None:
        return NodeResult(summary="the answer comes with the results of the calls", result="skipped")
    judges = tuple(j for j in runtime.published.judges if not runtime.resources.switches.off("judge", j.name))
    published = runtime.published
    results = run_judges.on_answer(judges, context, published.authored_texts, published.agents.plugins)
    return NodeResult(
        outcome=replace(context.outcome, judges=results),
        summary=", ".join(f"{r.name} {r.score:.2f}" for r in results) or "none switched on",
        result="ok" if all(r.passed for r in results) else "failed",
    )
