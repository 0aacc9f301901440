"""How a graph is walked. Every mode is a table over these nodes (routing/modes); `manage.py graph` draws it."""

import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils import timezone

from conversations.turn import Step, TurnContext
from routing.modes.coordinator import coordinator
from routing.modes.planner import planner
from routing.modes.supervised import finalise, supervisor
from routing.modes.supervisor import supervisor_agent
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
from routing.turns.stage import Stage

Changes = Mapping[str, Any]
Node = Callable[[TurnContext, Stage], Awaitable[Changes]]
START = "input_guardrails"
END = "persist"  # the close writes what the nodes decided

NODES: dict[str, Node] = {
    "input_guardrails": input_guardrails.run,
    "routing_decision": routing_decision.run,
    "fixed_reply": fixed_reply.run,
    "clarification": clarification.run,
    "backend": backend.run,
    "specialist": specialist.run,
    "supervisor_agent": supervisor_agent.run,
    "supervisor": supervisor.run,
    "finalise": finalise.run,
    "coordinator": coordinator.run,
    "planner": planner.run,
    "supervisor_review": supervisor_review.run,
    "output_guardrails": output_guardrails.run,
    "judge": judge.run,
}


@dataclass(frozen=True, slots=True)
class Fork:
    """An edge that depends on the turn: `choose` names one of `leads_to`."""

    leads_to: tuple[str, ...]
    choose: Callable[[TurnContext, Stage], str]


Table = Mapping[str, str | Fork]


def successors(table: Table, node: str) -> tuple[str, ...]:
    """Where a node may lead."""
    edge = table[node]
    return (edge,) if isinstance(edge, str) else edge.leads_to


async def walk(
    table: Table, context: TurnContext, stage: Stage, keep: Callable[[TurnContext], None] = lambda _: None
) -> TurnContext:
    """Runs the nodes to the end; each adds its step, named as the agent gateway protocol names nodes.

    `keep` is given the context after each node: what a failure or a stop has to go by.
    """
    name = START
    while name != END:
        at, began = timezone.now(), time.perf_counter()
        changes = dict(await NODES[name](context, stage))
        step = _step(name, changes, at, (time.perf_counter() - began) * 1000)
        inner = tuple(changes.pop("inner_steps", ()))
        for told in ("summary", "outcome", "detail"):
            changes.pop(told, None)
        context = replace(context, **changes, steps=(*context.steps, step, *inner))
        keep(context)
        stage.emit("step", {"node": step.node, "phase": "done", "summary": step.summary, "ms": round(step.ms, 1),
                            "agent": step.agent, "kind": "node", "outcome": step.outcome})  # fmt: skip
        edge = table[name]
        name = edge if isinstance(edge, str) else edge.choose(context, stage)
    return context


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
