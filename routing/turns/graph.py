"""How a graph is walked, and the nodes that modes share. Every mode is a table (`routing/modes`); `manage.py graph` draws it."""

import time
from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

from django.utils import timezone

from conversations.turn import Step, TurnContext, TurnDecision, TurnOutcome, TurnRequest, TurnWork
from routing.turns.mode import END, START, Mode, Node
from routing.turns.nodes import (
    backend,
    clarification,
    fixed_reply,
    input_guardrails,
    judge,
    output_guardrails,
    routing_decision,
    specialist,
    supervisor_review,
)
from routing.turns.runtime import TurnRuntime

SHARED: dict[str, Node] = {
    "input_guardrails": input_guardrails.run,
    "routing_decision": routing_decision.run,
    "fixed_reply": fixed_reply.run,
    "clarification": clarification.run,
    "backend": backend.run,
    "specialist": specialist.run,
    "supervisor_review": supervisor_review.run,
    "output_guardrails": output_guardrails.run,
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
        changes = dict(await nodes[name](context, runtime))
        step = _step(name, changes, at, (time.perf_counter() - began) * 1000)
        inner = tuple(changes.pop("inner_steps", ()))
        for told in ("summary", "outcome", "detail"):
            changes.pop(told, None)
        context = _changed(context, {**changes, "steps": (*context.work.steps, step, *inner)})
        keep(context)
        runtime.emit("step", {"node": step.node, "phase": "done", "summary": step.summary, "ms": round(step.ms, 1),
                            "agent": step.agent, "kind": "node", "outcome": step.outcome})  # fmt: skip
        edge = mode.table[name]
        name = edge if isinstance(edge, str) else edge.choose(context, runtime)
    return context


_REQUEST, _DECISION, _WORK, _OUTCOME = (
    frozenset(each.name for each in fields(part))
    for part in (TurnRequest, TurnDecision, TurnWork, TurnOutcome)
)


def _changed(context: TurnContext, changes: dict[str, Any]) -> TurnContext:
    """The context with a node's changes, each in the part that it belongs to."""

    def of(names: frozenset[str]) -> dict[str, Any]:
        return {name: changes[name] for name in changes.keys() & names}

    decision = {"route" if name == "decision" else name: value for name, value in changes.items()}
    decision = {name: decision[name] for name in decision.keys() & _DECISION}
    return TurnContext(
        replace(context.request, **of(_REQUEST)),
        replace(context.decision, **decision),
        replace(context.work, **of(_WORK)),
        replace(context.outcome, **of(_OUTCOME)),
    )


def _step(name: str, changes: dict[str, Any], at: Any, ms: float) -> Step:
    return Step(
        node=name,
        kind="node",
        outcome=changes.get("outcome", "ok"),
        summary=str(changes.get("summary", ""))[:400],
        at=at,
        ms=ms,
        agent=changes.get("active_agent", ""),
        detail=changes.get("detail", {}),
    )
