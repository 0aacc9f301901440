"""How a graph is walked, and the nodes that modes share.

Every mode is a table (`routing/modes`); `manage.py graph` draws it.
"""

import time
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from django.utils import timezone

from conversations.turn import StepRecord, TurnContext
from routing.turns.mode import END, START, Mode, Node
from routing.turns.node_result import NodeResult
from routing.turns.nodes import (
    backend,
    cached_answer,
    clarification,
    fixed_reply,
    guardrails,
    judge,
    memory,
    person,
    routing_decision,
    specialist,
)
from routing.turns.runtime import TurnRuntime

SHARED: dict[str, Node] = {
    "input_guardrails": guardrails.read_input,
    "routing_decision": routing_decision.run,
    "person": person.run,
    "memory": memory.run,
    "fixed_reply": fixed_reply.run,
    "clarification": clarification.run,
    "backend": backend.run,
    "cached_answer": cached_answer.run,
    "specialist": specialist.run,
    "supervisor_review": guardrails.report_review,
    "output_guardrails": guardrails.report_output,
    "judge": judge.run,
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
        made = await nodes[name](context, runtime)
        step = _step(name, made, at, (time.perf_counter() - began) * 1000)
        context = _after(context, made, step)
        keep(context)
        runtime.emit("step", {"node": step.node, "phase": "done", "summary": step.summary,
                            "ms": round(step.ms, 1),
                            "agent": step.agent, "kind": "node", "outcome": step.outcome})  # fmt: skip
        edge = mode.table[name]
        name = edge if isinstance(edge, str) else edge.choose(context, runtime)
    return context


def _after(context: TurnContext, made: NodeResult, step: StepRecord) -> TurnContext:
    """The context with the parts that the node replaced, and its step in the record."""
    steps = (*context.work.steps, step, *made.inner_steps)
    return TurnContext(
        made.request or context.request,
        made.decision or context.decision,
        replace(made.work or context.work, steps=steps),
        made.outcome or context.outcome,
    )


def _step(name: str, made: NodeResult, at: datetime, ms: float) -> StepRecord:
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
