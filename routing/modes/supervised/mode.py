"""Mode `supervised`: one specialist after the other, sent by a supervisor that reads each answer.

A courtesy is answered without anybody; everything else goes round until nothing is open, or a limit is met.
Where no tier is sure and a model decides, it says who begins.
"""

from dataclasses import replace

from agents.resources import Resources
from conversations.turn import TurnContext
from routing.decision.input import Decision, DecisionInput
from routing.decision.parts import with_parts
from routing.decision.profile_runtime import ProfileRuntime
from routing.modes.forks import AFTER_INPUT, WHO_BEGINS, WHO_GOES_ON
from routing.modes.supervised import finalise, requests, rounds, supervising, supervisor
from routing.turns.decisions import ByTiers, WithModel
from routing.turns.mode import END, Mode, Table

TABLE: Table = {
    "input_guardrails": AFTER_INPUT,
    "routing_decision": WHO_BEGINS,
    "person": END,
    "memory": END,
    "fixed_reply": END,
    "clarification": END,
    "specialist": "supervisor",
    "supervisor": WHO_GOES_ON,
    "finalise": "supervisor_review",
    "supervisor_review": "output_guardrails",
    "output_guardrails": "judge",
    "judge": END,
}


def _begin_loop(
    decided: Decision, context: TurnContext, published: ProfileRuntime, off: frozenset[str]
) -> Decision:
    """What the message asks for is noted as requests, and the first is sent."""
    named = published.intents.get(decided.decision.intent)
    if named is not None and named.reply and decided.decision.method != "state":
        return decided
    case = DecisionInput(context.request.utterance, context.request.state, published, off=off)
    if decided.decision.method == "clarification":
        decided = with_parts(decided, case)._replace(parts=())
    if decided.decision.method == "clarification":
        return decided
    return decided._replace(loop=requests.begin_loop(case, decided, context))


class _Rounds(ByTiers):
    """Where no tier is sure and a model is there, it says who begins."""

    async def decide_with_model(
        self, context: TurnContext, published: ProfileRuntime, resources: Resources
    ) -> WithModel:
        made = await ByTiers.decide_with_model(self, context, published, resources)
        decided, loop = made.decided, made.decided.loop
        if loop is not None and supervising.asks_who_begins(decided.decision, resources):
            decided = decided._replace(loop=replace(loop, next=None))
        return made._replace(decided=decided)


MODE = Mode(
    "supervised",
    TABLE,
    _Rounds(_begin_loop),
    {"specialist": rounds.work_or_answer, "supervisor": supervisor.run, "finalise": finalise.run},
)
