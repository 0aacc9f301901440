"""The specialist answers; whoever it hands over to in the same turn answers the rest."""

from conversations.turn import TurnContext
from routing.turns.node_result import NodeResult
from routing.turns.runtime import TurnRuntime
from routing.turns.team.team import Team


async def run(context: TurnContext, runtime: TurnRuntime) -> NodeResult:
    """One specialist after the other until nobody hands over; their parts make one answer."""
    assert context.decision.route is not None
    team = Team(context, runtime)
    if context.decision.parts:
        await team.work_on(context.decision.parts)
    else:
        await team.work_from(context.decision.route.agent)
    await team.take_up_what_is_open()
    return team.result()
