"""Mode `coordinator`: one voice that calls specialists in and takes the word back."""

from conversations.turn import ConversationState, Method, RouteDecision, TurnContext, Verdict
from routing.decision.input import Decision
from routing.decision.profile_runtime import ProfileRuntime
from routing.modes.coordinator.sub_conversations import Floor
from routing.modes.forks import ONE_VOICE, make_table
from routing.turns.decisions import ByTiers
from routing.turns.mode import Mode
from routing.turns.node_result import NodeResult
from routing.turns.runtime import TurnRuntime

TABLE = make_table(ONE_VOICE, {"coordinator": "supervisor_review"})

METHOD: Method = "coordinator"


def give_word(tiers: Decision, state: ConversationState, published: ProfileRuntime) -> Decision:
    """The specialist who was called in, else whoever asked what the message answers, else the coordinator.

    Whoever is called in gets also what could answer an older question of another, as a message and not as a
    reply.
    """
    found, begun = tiers.decision, state.sub_conversation
    if begun is not None and begun.specialist in published.specialists:
        agent, reason = begun.specialist, f"{begun.specialist} was called in and has the word."
    elif found.method == "state" and tiers.reply is not None:
        return tiers._replace(resumed=None)
    else:
        agent, reason = published.coordinator, "The coordinator has the word."
    if tiers.reply is not None and tiers.reply.question.agent == agent:
        return tiers._replace(resumed=None)
    about = found.follows or found.intent
    decision = RouteDecision(
        route=agent,
        agent=agent,
        intent=about if about in published.intents else METHOD,
        confidence=1.0,
        reason=reason,
        method=METHOD,
        metadata={**found.metadata, "called_in": agent != published.coordinator, "found_by": found.method},
        domain=found.domain,
        mcp_tools=found.mcp_tools if found.agent == agent else (),
    )
    verdicts = (*tiers.verdicts, Verdict(METHOD, decision, {"active": agent}))
    return tiers._replace(decision=decision, verdicts=verdicts, reply=None, resumed=None)


async def run(context: TurnContext, runtime: TurnRuntime) -> NodeResult:
    """One after the other until somebody has answered.

    What ended and what goes on is kept for the next turn.
    """
    assert context.decision.route is not None
    word = Floor(context, runtime)
    await word.go_round(context.decision.route.agent)
    return word.result()


MODE = Mode(
    "coordinator",
    TABLE,
    ByTiers(lambda decided, context, published, off: give_word(decided, context.request.state, published)),
    {"coordinator": run},
    one_voice=True,
)
