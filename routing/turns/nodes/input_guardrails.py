"""What came in, before anybody reads it: masks, sizes, refusals."""

from typing import Any

from django.conf import settings

from agents.guardrails import run_rails
from conversations.turn import TurnContext, Utterance
from routing.texts import text
from routing.turns.runtime import TurnRuntime


async def run(context: TurnContext, runtime: TurnRuntime) -> dict[str, Any]:
    """The sanitised utterance; or a polite answer and the code of the rail that refused it."""
    if not settings.ENABLE_INPUT_GUARDRAILS or runtime.resources.switches.off("input_rail"):
        return {"summary": "off", "outcome": "skipped"}
    specs = runtime.published.rails("input")
    sanitized, decisions = run_rails.on_input(specs, context, runtime.resources)
    refused = next((decision for decision in decisions if not decision.allowed), None)
    utterance = Utterance(context.request.utterance.raw, sanitized, context.request.utterance.language)
    changes: dict[str, Any] = {
        "rails": (*context.outcome.rails, *decisions),
        "utterance": utterance,
        "summary": ", ".join(d.code for d in decisions if d.sanitized_text or not d.allowed)
        or "nothing found",
    }
    if refused is None:
        return changes
    answer = refused.metadata.get("polite") or text("refused", utterance.language)
    return {
        **changes,
        "blocked_by": refused.code,
        "answer": answer,
        "status": "blocked",
        "outcome": "blocked",
    }
