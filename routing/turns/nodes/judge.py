"""Judges score the answer; they observe, and hold nothing back."""

from typing import Any

from django.conf import settings

from agents.judges import run_judges
from conversations.turn import TurnContext
from routing.turns.runtime import TurnRuntime


async def run(context: TurnContext, runtime: TurnRuntime) -> dict[str, Any]:
    """Their results, each with its threshold."""
    if not settings.ENABLE_JUDGES or runtime.resources.switches.off("judge"):
        return {"summary": "off", "outcome": "skipped"}
    judges = tuple(j for j in runtime.published.judges if not runtime.resources.switches.off("judge", j.name))
    results = run_judges.on_answer(judges, context, runtime.published.authored_texts)
    return {
        "judges": results,
        "summary": ", ".join(f"{r.name} {r.score:.2f}" for r in results) or "none switched on",
        "outcome": "ok" if all(r.passed for r in results) else "failed",
    }
