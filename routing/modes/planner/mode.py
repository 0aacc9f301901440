"""Mode `planner`: the goal of a message becomes a plan of steps that domains carry out.

A courtesy that an intent answers needs no plan.
"""

from typing import Any

from agents.resources import Resources
from conversations.turn import TurnContext, Usage
from language import embedder
from routing.decision import memory, person
from routing.decision.input import Decision
from routing.decision.llm import ModelVerdict
from routing.decision.profile_runtime import ProfileRuntime
from routing.modes.forks import APART, make_table, one_answers
from routing.modes.planner.conductor import Conductor
from routing.planning.dialogue import deciding, model_intent
from routing.planning.dialogue.deciding import UnderstoodMessage
from routing.planning.understand.catalogue import catalogue_of
from routing.turns.mode import Fork, Intents, Mode, NodeResult, decide_by_tiers
from routing.turns.runtime import TurnRuntime


def _plan_or_courtesy(context: TurnContext, runtime: TurnRuntime) -> str:
    planned = context.decision.route is not None and context.decision.route.route == "planner"
    return "planner" if planned else one_answers(context, runtime)


PLAN_OR_COURTESY = Fork((*APART, "fixed_reply", "planner"), _plan_or_courtesy)

TABLE = make_table(PLAN_OR_COURTESY, {"planner": "supervisor_review"})


async def run(context: TurnContext, runtime: TurnRuntime) -> NodeResult:
    """Plans, asks where something is not certain, carries out, and says what came of it."""
    return await Conductor(context, runtime).run()


class GoalOrCourtesy:
    """What the tiers say counts only where a message names no goal."""

    def decide(self, context: TurnContext, published: ProfileRuntime, off: Intents) -> Decision:
        """Without asking a model."""
        understood = deciding.understand(context, catalogue_of(published))
        courtesy = _courtesy(understood, context, published, off)
        return courtesy or deciding.decide(understood, context, published)

    async def decide_with_model(
        self, context: TurnContext, published: ProfileRuntime, resources: Resources
    ) -> tuple[Decision, ModelVerdict | None]:
        """A model is asked where the manifests' words do not say which goal is meant."""
        understood = deciding.understand(context, catalogue_of(published))
        off = resources.switches.names_off("intent")
        courtesy = await embedder.supply(context.request.tenant_id)(
            lambda: _courtesy(understood, context, published, off)
        )
        if courtesy is not None:
            return courtesy, None
        if not model_intent.may_help(understood, context, published):
            return deciding.decide(understood, context, published), None
        understood, verdict = await model_intent.ask(understood, context, published, resources)
        decided = deciding.decide(understood, context, published)
        return decided._replace(verdicts=(verdict.verdict, *decided.verdicts)), verdict


def _courtesy(
    understood: UnderstoodMessage, context: TurnContext, published: ProfileRuntime, off: Intents
) -> Decision | None:
    """The intent with an answer of its own that a message without a goal names.

    None where a plan waits for an answer: that is asked again. Whoever asks for a person gets one, whatever
    else is waited for.
    """
    if understood.wait is None and (about := memory.read(context, published)) is not None:
        return about
    talk = understood.wait is None and deciding.is_talk(understood.intent)
    people = bool(published.person_intents or context.request.state.person)
    if not people and not (talk and any(intent.reply for intent in published.intents.values())):
        return None
    tiers, left = decide_by_tiers(context, published, off, serves_held=False)
    passed = person.read(tiers, left, published)
    if person.is_for(passed.decision) and (talk or passed.decision.metadata["person"] != "waits"):
        return passed
    if not talk or understood.unserved:
        return None
    named = published.intents.get(tiers.decision.intent)
    return tiers if named is not None and named.reply else None


async def _describe_plan(
    decided: Decision, context: TurnContext, published: ProfileRuntime, resources: Resources
) -> tuple[dict[str, Any], Usage]:
    """The plan of a goal; nothing for a courtesy."""
    if decided.decision.route != "planner":
        return {}, Usage()
    return await deciding.describe(decided, context, published, resources)


MODE = Mode("planner", TABLE, GoalOrCourtesy(), {"planner": run}, describe_plan=_describe_plan)
