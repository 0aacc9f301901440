"""What a message would do in mode `planner`, for `/debug/route`.

Intent, capabilities, plan and who would do each step.

No domain is called, and what one would have to look up stays as the user said it.
"""

from typing import Any

from agents.resources import Resources
from conversations.turn import TurnContext, Usage
from routing.decision.input import Decision
from routing.decision.profile_runtime import ProfileRuntime
from routing.planning.dialogue import deciding
from routing.planning.errors import PlanRefused
from routing.planning.execute.executing import handler_of
from routing.planning.memory import read_remembered
from routing.planning.plan import confirming, plan_json, proposing
from routing.planning.plan.composing import plan as composed
from routing.planning.plan.soundness import check_order
from routing.planning.understand.catalogue import catalogue_of
from routing.planning.understand.resolving import resolve_capabilities


async def describe(
    decided: Decision, context: TurnContext, published: ProfileRuntime, resources: Resources
) -> tuple[dict[str, Any], Usage]:
    """IntentOutput, ExecutionIntent, ExecutionPlan, and the handler of each step; and what a model that
    proposed the plan cost."""
    catalogue = catalogue_of(published)
    wanted = intent, *also = deciding.read_wished(decided.decision)
    intents = [each for one in wanted for each in resolve_capabilities(one, catalogue)]
    plan = composed(intents, catalogue, read_remembered(context, published.agents, published.business_keys))
    made, asks_first = proposing.Proposed(plan), deciding.needs_asking(intent)
    if not asks_first:
        made = await proposing.ask(wanted, plan, context, published, resources)
    plan = made.plan
    problem: dict[str, str] | None = None
    try:
        plan = confirming.in_plan(plan, confirming.mark_confirmed(check_order(plan, catalogue), catalogue))
    except PlanRefused as refused:
        problem = {"error": refused.code, "detail": str(refused)}
    said = {
        "intent_output": plan_json.as_json(intent),
        "also": [plan_json.as_json(each) for each in also],
        "execution_intents": [plan_json.as_json(each) for each in intents],
        "execution_intent": plan_json.as_json(intents[0]) if intents else None,
        "execution_plan": plan_json.as_json(plan),
        "proposal": made.told,
        "handlers": [{"step_id": step.id, **handler_of(step, catalogue)} for step in plan.steps],
        "asks_first": asks_first,
        "problem": problem,
    }
    return said, made.usage
