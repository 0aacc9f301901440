"""The message belongs to another backend: the gateway that sent it is told so.

Nobody works on it here, and no tool is called.
"""

from dataclasses import replace

from agents.specialists import handed_over
from conversations.turn import TurnContext
from routing.decision.profile_runtime import ProfileRuntime
from routing.decision.specs import IntentSpec
from routing.texts import text
from routing.turns.node_result import NodeResult
from routing.turns.runtime import TurnRuntime

# Decisions about what the message itself says: a reply, a choice or a small word in between is for whoever
# asked.
ITS_OWN = frozenset({"keyword", "example", "llm", "supervisor"})


def find_passed_on(context: TurnContext, published: ProfileRuntime) -> IntentSpec | None:
    """The intent whose backend the message goes to; None: it is answered here.

    Only a trusted gateway can pass it on, and says whom to; one about several matters, or that also answers
    what was asked here, stays.
    """
    takers, decision, plan = context.request.arrival.takers, context.decision.route, context.decision.plan
    if (
        decision is None
        or decision.method not in ITS_OWN
        or context.decision.reply
        or context.work.permissions
    ):
        return None
    if plan is not None and (len(plan.branches) != 1 or plan.left_out):
        return None
    name = plan.branches[0].intent if plan is not None else decision.intent
    intent = published.intents.get(name or "")
    return intent if intent is not None and intent.handover_backend in takers else None


async def run(context: TurnContext, runtime: TurnRuntime) -> NodeResult:
    """Says who takes care of it, in words that are true also where the gateway cannot pass it on.

    The matter that was spoken of here before goes on.
    """
    published, agent = runtime.published, context.work.active_agent
    intent = find_passed_on(context, published)
    assert intent is not None
    backend = intent.handover_backend
    who = published.backends.get(backend, backend)
    spoken, rails = runtime.speech.say(agent, text("passed_on", context.request.utterance.language, who=who))
    about = intent.description or intent.name
    left = handed_over.for_another_system(context, about, published.display_name)
    return NodeResult(
        decision=replace(context.decision, plan=None),
        work=replace(
            context.work, parts=((agent, spoken),), active_agent=""
        ),  # no figure counts it as a specialist's
        outcome=replace(
            context.outcome,
            answer=spoken,
            rails=(*context.outcome.rails, *rails),
            passed_on={"handover_backend": backend, "handover_summary": left},
            aside=True,
        ),
        summary=(
            f"passed on to backend '{backend}': intent '{intent.name}' says so, and the gateway can do it"
        ),
        detail={"backend": backend, "intent": intent.name},
    )
