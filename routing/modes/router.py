"""Mode `router`: one specialist a message, or one after the other where its parts are of several."""

from conversations.turn import TurnContext
from routing.decision.clarification import ClarificationTier
from routing.decision.fallback import FallbackTier
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
    together. Where one of these must be called nobody is asked which is meant.
    """
    case = DecisionInput.of(context, published, off)
    if context.request.client_tools.must and decided.decision.method == ClarificationTier.method:
        verdict = FallbackTier().decide(case)
        assert verdict.decision is not None
        decided = decided._replace(decision=verdict.decision, verdicts=(*decided.verdicts, verdict))
    if not published.profile.allow_handoff or context.request.client_tools.offered:
        return decided._replace(parts=())
    return with_parts(decided, case)


MODE = Mode("router", TABLE, ByTiers(_one_by_one), client_tools=True, begins_with_one=True)
