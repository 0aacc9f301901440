"""The node that does what a yes agrees to, before what stands behind it in the message.

"yes, and also move R11 to Friday": the first here, the second in the nodes of the mode.
"""

from dataclasses import replace

from conversations.turn import TurnContext
from routing.decision.input import DecisionInput
from routing.decision.state import back_to_asker
from routing.texts import text
from routing.turns.mode import NodeResult
from routing.turns.runtime import TurnRuntime
from routing.turns.team import open_parts
from routing.turns.team.team import Team


async def act_on_yes(context: TurnContext, runtime: TurnRuntime) -> NodeResult:
    """Lets whoever asked act on the yes, with the words of the yes alone.

    Once the action is done its question is closed, and the mode goes on with the rest, without the values
    that it was done with. Where it was not done, or the yes is asked for again, the rest is left open and
    named, and `decision.agreed` is None."""
    agreed, said = context.decision.agreed, context.request.utterance
    assert agreed is not None
    asked = agreed.reply.question
    case = DecisionInput.of(context, runtime.published, frozenset())._replace(reply=agreed.reply)
    route = back_to_asker(case, asked, f"A yes to {asked.agent}, and a request behind it.")
    own = replace(
        context.decision, route=route, reply=agreed.reply, remaining="", plan=None, parts=(),
        values={}, agreed=None,
    )  # fmt: skip
    words = replace(context.request, utterance=replace(said, raw=agreed.words, text=agreed.words))
    work = replace(context.work, loop=None)
    team = Team(replace(context, request=words, decision=own, work=work), runtime)
    if agreed.reply.kind != "yes":
        _leave_for_later(team, context, route.agent)
    await team.work_from(route.agent)
    tool = str(asked.data.get("tool") or "")
    called = (each for share in team.shares for each in share.worked.results if each.tool_name == tool)
    if team.question is not None or not any(each.ok for each in called):
        if agreed.reply.kind == "yes":
            _leave_for_later(team, context, route.agent)
        return replace(team.result(), decision=own)
    made, state = team.result(), context.request.state
    spent = [each.known_as for each in runtime.resources.section.tools[tool].parameters]
    after = replace(
        state, question=None, workflow_state=None, used={**state.used, tool: spent},
        pending=state.pending if made.outcome.pending is None else made.outcome.pending,
    )  # fmt: skip
    work = replace(made.work, loop=context.work.loop)
    return replace(made, work=work, request=replace(context.request, state=after))


def _leave_for_later(team: Team, context: TurnContext, voice: str) -> None:
    """Leaves what was decided of the rest open, and says whose it is."""
    branches = open_parts.list_decided(context)
    team.open += [open_parts.leave_open(each, "left_out", context) for each in branches]
    names = ", ".join(dict.fromkeys(team.runtime.published.display_name(each.agent) for each in branches))
    team.say(voice, text("left_out", context.request.utterance.language, names=names))
