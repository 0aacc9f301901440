"""The routing graph: a table of nodes and edges, drawn in docs/router.svg, walked by `walk`."""

import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any

from django.utils import timezone

from conversations.turn import Step, TurnContext
from routing.graph.nodes import (
    fixed_reply,
    input_guardrails,
    judge,
    output_guardrails,
    routing_decision,
    specialist,
    supervisor_review,
)
from routing.graph.stage import Stage

Changes = Mapping[str, Any]
Node = Callable[[TurnContext, Stage], Awaitable[Changes]]
START = "input_guardrails"
END = "persist"  # the close writes what the nodes decided

NODES: dict[str, Node] = {
    "input_guardrails": input_guardrails.run,
    "routing_decision": routing_decision.run,
    "fixed_reply": fixed_reply.run,
    "specialist": specialist.run,
    "supervisor_review": supervisor_review.run,
    "output_guardrails": output_guardrails.run,
    "judge": judge.run,
}


def _after_input(context: TurnContext, stage: Stage) -> str:
    return END if context.blocked_by else "routing_decision"


def _after_decision(context: TurnContext, stage: Stage) -> str:
    intent = stage.published.intents.get(context.decision.intent) if context.decision else None
    return "fixed_reply" if intent is not None and intent.reply else "specialist"


EDGES: dict[str, str | Callable[[TurnContext, Stage], str]] = {
    "input_guardrails": _after_input,
    "routing_decision": _after_decision,
    "fixed_reply": END,
    "specialist": "supervisor_review",
    "supervisor_review": "output_guardrails",
    "output_guardrails": "judge",
    "judge": END,
}
BRANCHES: dict[str, tuple[str, ...]] = {  # where the functions above may lead, for the picture
    "input_guardrails": ("routing_decision", END),
    "routing_decision": ("fixed_reply", "specialist"),
}


async def walk(
    context: TurnContext, stage: Stage, keep: Callable[[TurnContext], None] = lambda _: None
) -> TurnContext:
    """Runs the nodes to the end; each adds its step (named after the seed's nodes).

    `keep` is given the context after each node: what a failure or a stop has to go by.
    """
    name = START
    while name != END:
        at, began = timezone.now(), time.perf_counter()
        changes = dict(await NODES[name](context, stage))
        step = _step(name, changes, at, (time.perf_counter() - began) * 1000)
        inner = tuple(changes.pop("inner_steps", ()))
        for told in ("summary", "outcome"):
            changes.pop(told, None)
        context = replace(context, **changes, steps=(*context.steps, step, *inner))
        keep(context)
        stage.emit("step", {"node": step.node, "phase": "done", "summary": step.summary, "ms": round(step.ms, 1),
                            "agent": step.agent, "kind": "node", "outcome": step.outcome})  # fmt: skip
        edge = EDGES[name]
        name = edge if isinstance(edge, str) else edge(context, stage)
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
    )
