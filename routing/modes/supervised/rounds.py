"""One round of a supervised loop.

The specialist who was sent works, and the requests are brought up to date.
"""

from dataclasses import replace
from functools import partial

from agents.llm.choose import model_for
from agents.llm.providers import OFFLINE
from agents.specialists.task import Task
from conversations.side_effects import may_have_acted
from conversations.turn import Loop, Pending, Subtask, TurnContext
from routing.turns import graph
from routing.turns.mode import NodeResult
from routing.turns.runtime import TurnRuntime
from routing.turns.team import open_parts, tasks
from routing.turns.team.results import describe_phase
from routing.turns.team.team import Team

MOST = 8  # open requests that a turn keeps


class _RoundTeam(Team):
    """Those of one round: nobody hands over to a specialist that has no run left in this turn."""

    def task_for(self, agent: str, part: Pending | None = None, instruction: str = "") -> Task:
        made, loop = super().task_for(agent, part, instruction), self.context.work.loop
        assert loop is not None
        failed = (share.agent for share in self.shares if share.worked.error)
        now = replace(
            loop,
            worked=(*loop.worked, *(share.agent for share in self.shares)),
            failed=(*loop.failed, *failed),
        )
        return replace(made, targets=tuple(t for t in made.targets if has_run(t.name, now, self.runtime)))


async def work_or_answer(context: TurnContext, runtime: TurnRuntime) -> NodeResult:
    """Whoever is sent works; a courtesy is answered as in every mode."""
    return await (work(context, runtime) if context.work.loop is not None else graph.work(context, runtime))


async def work(context: TurnContext, runtime: TurnRuntime) -> NodeResult:
    """What the node returns. Whoever is handed to works in the same round."""
    loop = context.work.loop
    assert loop is not None and loop.next is not None
    errand = loop.next
    if loop.sent:  # a reply answers one question once, whoever is called after it
        decision = replace(context.decision, reply=None, resumed=None, clear_state=False, withdrawn=False)
        context = replace(context, decision=decision)
    else:
        loop = replace(loop, before=len(context.work.parts))
    held = _is_held(loop, runtime)
    _tell(runtime, errand, len(loop.sent) + 1, "started")
    spoken = replace(runtime, speech=runtime.speech.aside()) if held else runtime
    team = _RoundTeam(context, spoken, apologise=False)
    loop = _say_sentences(loop, errand, team)
    passed_on = await team.let_work(errand.agent, _choose_part(errand, context), errand.instruction)
    await team.work_from(passed_on)
    made = team.result()
    done = update_loop(loop, errand, team)
    if held:
        done = replace(done, unsent=(*done.unsent, *team.spoken[bool(context.outcome.answer) :]))
    failed = errand.agent in done.failed
    spent = sum(share.ms for share in team.shares)
    _tell(runtime, errand, len(done.sent), "failed" if failed else "done", spent)
    return replace(
        made,
        work=replace(made.work, loop=done),
        outcome=replace(made.outcome, status=context.outcome.status, pending=None),
    )


def _say_sentences(loop: Loop, errand: Subtask, team: Team) -> Loop:
    """The loop without the requests that an intent's own sentence answers: they need no run of anybody."""
    find = partial(tasks.find_reply, team.context, team.runtime.published)
    said = [each for each in loop.open if each is not errand.part and find(each.intent)]
    for request in said:
        team.say_sentence(request)
    return replace(loop, open=tuple(each for each in loop.open if each not in said), done=(*loop.done, *said))


def update_loop(loop: Loop, errand: Subtask, team: Team) -> Loop:
    """The loop with what this round did, asked and left open."""
    questions = [share.worked.question for share in team.shares if share.worked.question]
    failed = tuple(share.agent for share in team.shares if share.worked.error)
    worked = tuple(share.agent for share in team.shares)
    well = [agent for agent in worked if agent not in failed]
    still: list[Pending] = []
    done: list[Pending] = []
    for request in loop.open:
        mine = request is errand.part
        if not mine and (request.agent == errand.agent or (request.agent, request.intent) not in team.served):
            still.append(request)
            continue
        by = worked if mine else (request.agent,)
        question = next((each for each in questions if each.agent in by), None)
        if question is not None:
            still.append(replace(request, agent=question.agent, why="asked", question=question))
        elif mine and _is_lost(team):
            still.append(replace(request, agent=worked[-1], intent=None, why="failed"))
        elif well or may_have_acted(
            result for share in team.shares if share.agent in by for result in share.worked.results
        ):
            done.append(request)  # what may be done already is not offered again
        else:
            still.append(replace(request, why="failed"))
    taken = [request.question for request in still]
    still += [  # asked by who was sent without a request
        each for each in team.open if not any(open_parts.is_same(each.question, known) for known in taken)
    ]
    return replace(
        loop,
        open=tuple(still),
        done=(*loop.done, *done),
        sent=(*loop.sent, errand),
        next=None,
        worked=(*loop.worked, *worked),
        failed=(*loop.failed, *failed),
    )


def has_run(agent: str, loop: Loop, runtime: TurnRuntime) -> bool:
    """Whether a specialist may still work in this turn; one that failed in it is not tried again."""
    if not runtime.serves(agent):
        return False
    most = runtime.published.specialists[agent].max_runs
    return agent not in loop.failed and loop.worked.count(agent) < most


def waits(request: Pending, context: TurnContext) -> bool:
    """Whether a request waits for the user: its question was asked, and its values are not known yet."""
    if request.question is None:
        return False
    now = request.question.turn == context.request.number
    return now or not open_parts.is_known(
        request, {**context.request.state.values, **context.decision.values}
    )


def _is_lost(team: Team) -> bool:
    """Whether the part that somebody handed over was not done."""
    last = team.shares[-1].worked
    return len(team.shares) > 1 and bool(last.error) and not may_have_acted(last.results)


def _choose_part(errand: Subtask, context: TurnContext) -> Pending | None:
    """What the specialist is told; None where it is given the whole message, as in every other mode."""
    assert context.work.loop is not None
    part, whole = errand.part, context.decision.remaining or context.request.utterance.text
    first = not context.work.loop.sent and context.decision.resumed is None
    return None if part is None or (first and part.text == whole) else part


def _is_held(loop: Loop, runtime: TurnRuntime) -> bool:
    """Whether this part is kept back because a model will join it with others. Without one, parts stand one
    after the other and are sent as they come."""
    several = bool(loop.sent) or len(loop.open) > 1
    return several and model_for(runtime.resources, None, "synthesis").provider != OFFLINE


def _tell(runtime: TurnRuntime, errand: Subtask, number: int, name: str, ms: float = 0.0) -> None:
    """The round, as clients see it come and go."""
    title = errand.instruction or (errand.part.text if errand.part else "")
    shown = runtime.published.display_name(errand.agent)
    about = {"agent": errand.agent, "round": number, "title": title[:200], "display_name": shown}
    runtime.emit("step", {**describe_phase(name, ms), **about})
