"""The coordinator answers, or whoever it has called in; who has the word may change within the turn."""

from conversations.turn import TurnContext
from routing.modes.coordinator.sub_conversations import Floor
from routing.turns.node_result import NodeResult
from routing.turns.runtime import TurnRuntime


async def run(context: TurnContext, runtime: TurnRuntime) -> NodeResult:
    """One after the other until somebody has answered.

    What ended and what goes on is kept for the next turn.
    """
    assert context.decision.route is not None
    word = Floor(context, runtime)
    await word.go_round(context.decision.route.agent)
    return word.result()
