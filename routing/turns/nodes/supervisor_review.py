"""What the review found and the gate kept back: phrases that the policy forbids, announced handoffs."""

from agents.guardrails import announcements, phrases
from conversations.turn import TurnContext
from routing.turns.node_result import NodeResult
from routing.turns.runtime import TurnRuntime

READ = (phrases.CODE, announcements.CODE)


async def run(context: TurnContext, runtime: TurnRuntime) -> NodeResult:
    """Reports what was kept back; the text itself was read sentence by sentence while it was spoken."""
    if not runtime.published.profile.review:
        return NodeResult(summary="off", result="skipped")
    kept_back = [rail.reason for rail in context.outcome.rails if rail.code in READ and not rail.allowed]
    return NodeResult(
        summary="; ".join(kept_back) or "nothing to add", result="blocked" if kept_back else "ok"
    )
