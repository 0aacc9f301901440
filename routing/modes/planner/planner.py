"""The goal of the message becomes a plan of steps, which domains carry out; one answer comes of it."""

from conversations.turn import TurnContext
from routing.modes.planner.conductor import Conductor
from routing.turns.node_result import NodeResult
from routing.turns.runtime import TurnRuntime


async def run(context: TurnContext, runtime: TurnRuntime) -> NodeResult:
    """Plans, asks where something is not certain, carries out, and says what came of it."""
    return await Conductor(context, runtime).run()
