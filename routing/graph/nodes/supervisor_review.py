"""What the review found: sentences that the prompt policy forbids, which the gate kept back."""

from typing import Any

from agents.guardrails.phrases import CODE
from conversations.turn import TurnContext
from routing.graph.stage import Stage


async def run(context: TurnContext, stage: Stage) -> dict[str, Any]:
    """Reports the forbidden phrases; the text itself was read sentence by sentence while it was spoken."""
    if not stage.published.profile.review:
        return {"summary": "off", "outcome": "skipped"}
    kept_back = [rail.reason for rail in context.rails if rail.code == CODE and not rail.allowed]
    return {
        "summary": "; ".join(kept_back) or "nothing to add",
        "outcome": "blocked" if kept_back else "ok",
    }
