"""What a message would do in mode `planner`, for `/debug/route`: intent, capabilities, plan and who would do each step.

Nothing is called, and what a domain would have to look up stays as the user said it.
"""

from typing import Any

from conversations.turn import TurnContext
from routing.decision.case import Decided
from routing.planning import deciding, stored
from routing.planning.composing import plan as composed
from routing.planning.errors import PlanRefused
from routing.planning.executing import handler_of
from routing.planning.memory import remembered
from routing.planning.resolving import resolved
from routing.planning.soundness import checked
from routing.published import Published


def told(decided: Decided, context: TurnContext, published: Published) -> dict[str, Any]:
    """Seed 002's words for it: IntentOutput, ExecutionIntent, ExecutionPlan, and the handler of each step."""
    catalogue = published.catalogue
    intent, *also = deciding.wanted(decided.decision)
    intents = [each for one in (intent, *also) for each in resolved(one, catalogue)]
    plan = composed(intents, catalogue, remembered(context, published.agents, published.business_keys))
    problem: dict[str, str] | None = None
    try:
        checked(plan, catalogue)
    except PlanRefused as refused:
        problem = {"error": refused.code, "detail": str(refused)}
    return {
        "intent_output": stored.as_json(intent),
        "also": [stored.as_json(each) for each in also],
        "execution_intents": [stored.as_json(each) for each in intents],
        "execution_intent": stored.as_json(intents[0]) if intents else None,
        "execution_plan": stored.as_json(plan),
        "handlers": [{"step_id": step.id, **handler_of(step, catalogue)} for step in plan.steps],
        "asks_first": deciding.needs_asking(intent),
        "problem": problem,
    }
