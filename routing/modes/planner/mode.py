"""Mode `planner`: the goal of a message becomes a plan of steps that domains carry out.

A courtesy that an intent answers needs no plan.
"""

from dataclasses import dataclass, replace
from typing import Any

from agents.resources import Resources
from conversations.turn import TurnContext, Usage
from language import closing, embedder
from routing.decision import emergency, memory, person
from routing.decision.emergency import UrgentPart
from routing.decision.input import Decision, DecisionInput
from routing.decision.llm import ModelVerdict
from routing.decision.profile_runtime import ProfileRuntime
from routing.modes.forks import APART, make_table, one_answers
from routing.modes.planner.conductor import Conductor
from routing.planning.dialogue import deciding, model_intent
from routing.planning.dialogue.deciding import UnderstoodMessage
from routing.planning.understand.catalogue import catalogue_of
from routing.turns.deciding import Intents, decide_by_tiers
from routing.turns.mode import Fork, Mode, NodeResult
from routing.turns.runtime import TurnRuntime


def _plan_or_courtesy(context: TurnContext, runtime: TurnRuntime) -> str:
    planned = context.decision.route is not None and context.decision.route.route == "planner"
    return "planner" if planned else one_answers(context, runtime)


PLAN_OR_COURTESY = Fork((*APART, "fixed_reply", "planner"), _plan_or_courtesy)

TABLE = make_table(PLAN_OR_COURTESY, {"planner": "supervisor_review"}, agrees=False)


async def run(context: TurnContext, runtime: TurnRuntime) -> NodeResult:
    """Plans, asks where something is not certain, carries out, and says what came of it."""
    return await Conductor(context, runtime).run()


class GoalOrCourtesy:
    """What the tiers say counts only where a message names no goal."""

    def decide(self, context: TurnContext, published: ProfileRuntime, off: Intents) -> Decision:
        """Without asking a model."""
        apart = _set_apart(context, published, off)
        understood = deciding.understand(apart.read, catalogue_of(published))
        courtesy = _courtesy(understood, apart.read, published, off)
        return apart.put_back(courtesy or deciding.decide(understood, apart.read, published), published)

    async def decide_with_model(
        self, context: TurnContext, published: ProfileRuntime, resources: Resources
    ) -> tuple[Decision, ModelVerdict | None]:
        """A model is asked where the manifests' words do not say which goal is meant."""
        off, supply = resources.switches.names_off("intent"), embedder.supply(context.request.tenant_id)
        apart = await supply(lambda: _set_apart(context, published, off))
        understood = deciding.understand(apart.read, catalogue_of(published))
        decided = await supply(lambda: _courtesy(understood, apart.read, published, off))
        verdict = None
        if decided is None:
            if model_intent.may_help(understood, apart.read, published):
                understood, verdict = await model_intent.ask(understood, apart.read, published, resources)
            decided = deciding.decide(understood, apart.read, published)
        if verdict is not None:
            decided = decided._replace(verdicts=(verdict.verdict, *decided.verdicts))
        return apart.put_back(decided, published), verdict

    def follow(
        self, decided: Decision, context: TurnContext, published: ProfileRuntime, off: Intents
    ) -> Decision:
        """Nothing more: a courtesy has no plan."""
        return decided


@dataclass(frozen=True, slots=True)
class _SetApart:
    """A message of which something else is decided first: `read` is the context with what is left of it.

    `held` is the message that waited for a person, where the user now goes on with the agents; `urgent` what
    a person is told of, whatever else is served.
    """

    read: TurnContext
    case: DecisionInput
    held: str = ""
    urgent: UrgentPart | None = None

    def put_back(self, decided: Decision, published: ProfileRuntime) -> Decision:
        """The decision on what was read, as one on the whole message."""
        if self.held:
            return decided._replace(remaining=self.held, withdrawn=True, goes_on=True)
        if self.urgent is None:
            return decided
        if not (deciding.is_certain(decided) or emergency.is_served(decided, published)):
            return person.read(emergency.for_person(self.case, self.urgent), self.read, published)
        intent, words, rest = self.urgent
        return decided._replace(urgent=(intent.name, words), remaining=rest)


def _set_apart(context: TurnContext, published: ProfileRuntime, off: Intents) -> _SetApart:
    request = context.request
    case = DecisionInput.of(context, published, off)
    if request.state.person is not None:
        tiers, left = decide_by_tiers(context, published, off)
        return _SetApart(left, case, tiers.remaining) if tiers.goes_on else _SetApart(context, case)
    part = emergency.find(case)
    if part is None:
        return _SetApart(context, case)
    utterance = replace(request.utterance, text=part.rest)
    return _SetApart(replace(context, request=replace(request, utterance=utterance)), case, urgent=part)


def _courtesy(
    understood: UnderstoodMessage, context: TurnContext, published: ProfileRuntime, off: Intents
) -> Decision | None:
    """The intent with an answer of its own that a message without a goal names.

    None where a plan waits for an answer: that is asked again, unless the user thanks or goes, when it waits
    on. Whoever asks for a person gets one, whatever else is waited for.
    """
    if understood.wait is None and (about := memory.read(context, published)) is not None:
        return about
    waits = understood.wait is not None and not (
        understood.answer is not None
        and understood.answer.kind == "other"
        and closing.closes(context.request.utterance.text)
    )
    talk = not waits and deciding.is_talk(understood.intent)
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
