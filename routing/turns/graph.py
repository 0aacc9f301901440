"""How a graph is walked, and the nodes that modes share.

Every mode is a table (`routing/modes`); `manage.py graph` draws it.

The specialist answers; whoever it hands over to in the same turn answers the rest.
"""

import time
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from django.utils import timezone

from conversations.turn import StepRecord, TurnContext
from routing.turns import observing
from routing.turns.mode import END, START, Mode, Node, NodeResult
from routing.turns.nodes import checks, routing_decision, without_specialist
from routing.turns.runtime import TurnRuntime
from routing.turns.team import act_on_yes
from routing.turns.team.team import Team


async def work(context: TurnContext, runtime: TurnRuntime) -> NodeResult:
    """One specialist after the other until nobody hands over; their parts make one answer."""
    assert context.decision.route is not None
    team = Team(context, runtime)
    if context.decision.parts:
        await team.work_on(context.decision.parts)
    else:
        await team.work_from(context.decision.route.agent)
    await team.take_up_what_is_open()
    return team.result()


SHARED: dict[str, Node] = {
    "input_guardrails": checks.read_input,
    "routing_decision": routing_decision.run,
    "person": without_specialist.pass_to_person,
    "memory": without_specialist.tell_memory,
    "fixed_reply": without_specialist.say_fixed_reply,
    "agreed": act_on_yes.act_on_yes,
    "clarification": without_specialist.ask_which,
    "backend": without_specialist.pass_to_backend,
    "cached_answer": without_specialist.serve_kept_answer,
    "specialist": work,
    "supervisor_review": checks.report_review,
    "output_guardrails": checks.report_output,
    "judge": checks.judge,
}


async def walk(
    mode: Mode,
    context: TurnContext,
    runtime: TurnRuntime,
    keep: Callable[[TurnContext], None] = lambda _: None,
) -> TurnContext:
    """Runs the nodes to the end; each adds its step, named as the agent gateway protocol names nodes.

    `keep` is given the context after each node: what a failure or a stop has to go by.
    """
    nodes, name = {**SHARED, **mode.nodes}, START
    while name != END:
        at, began = timezone.now(), time.perf_counter()
        with observing.enter_node(name, at):
            made = await nodes[name](context, runtime)
        step = _make_step(name, made, at, (time.perf_counter() - began) * 1000)
        context = _apply(context, made, step)
        keep(context)
        runtime.emit("step", {"node": step.node, "phase": "done", "summary": step.summary,
                            "ms": round(step.ms, 1),
                            "agent": step.agent, "kind": "node", "outcome": step.outcome})  # fmt: skip
        edge = mode.table[name]
        name = edge if isinstance(edge, str) else edge.choose(context, runtime)
    if (asked := context.outcome.question) is not None:  # what is read out of the answer is not asked
        runtime.emit("question", asked.describe())
    return context


def _apply(context: TurnContext, made: NodeResult, step: StepRecord) -> TurnContext:
    """The context with the parts that the node replaced, and its step in the record."""
    steps = (*context.work.steps, step, *made.inner_steps)
    return TurnContext(
        made.request or context.request,
        made.decision or context.decision,
        replace(made.work or context.work, steps=steps),
        made.outcome or context.outcome,
    )


def _make_step(name: str, made: NodeResult, at: datetime, ms: float) -> StepRecord:
    return StepRecord(
        node=name,
        kind="node",
        outcome=made.result,
        summary=made.summary[:400],
        at=at,
        ms=ms,
        agent=made.agent,
        detail=made.detail,
    )
