"""What the review found and the gate kept back: phrases that the policy forbids, announced handoffs."""

from typing import Any

from agents.guardrails import announced, phrases
from conversations.turn import TurnContext
from routing.turns.runtime import TurnRuntime

READ = (phrases.CODE, announced.CODE)


async def run(context: TurnContext, runtime: TurnRuntime) -> dict[str, Any]:
    """Reports what was kept back; the text itself was read sentence by sentence while it was spoken."""
    if not runtime.published.profile.review:
        return {"summary": "off", "outcome": "skipped"}
    kept_back = [rail.reason for rail in context.outcome.rails if rail.code in READ and not rail.allowed]
    return {
        "summary": "; ".join(kept_back) or "nothing to add",
        "outcome": "blocked" if kept_back else "ok",
    }
