"""Mode `router`: one specialist a message, or one after the other where its parts are of several."""

from conversations.turn import TurnContext
from routing.decision.input import Decision, DecisionInput
from routing.decision.parts import with_parts
from routing.decision.profile_runtime import ProfileRuntime
from routing.modes.forks import MADE_BEFORE, ONE_ANSWERS, make_table
from routing.turns.mode import END, ByTiers, Mode

TABLE = make_table(
    ONE_ANSWERS,
    {
        "clarification": END,
        "backend": END,
        "cached_answer": MADE_BEFORE,
        "specialist": "supervisor_review",
    },
)


def _one_by_one(
    decided: Decision, context: TurnContext, published: ProfileRuntime, off: frozenset[str]
) -> Decision:
    """The parts of the message, where control may pass between those who serve them.

    One that brings tools of its caller's is for one specialist: calls of several could not be answered
    together.
    """
    if not published.profile.allow_handoff or context.request.client_tools.offered:
        return decided._replace(parts=())
    return with_parts(
        decided, DecisionInput(context.request.utterance, context.request.state, published, off=off)
    )


MODE = Mode("router", TABLE, ByTiers(_one_by_one), client_tools=True, begins_with_one=True)
