"""After each specialist: the supervisor reads what was said and done, and sends the next one, or nobody."""

from dataclasses import replace
from typing import Any

from django.utils import timezone

from agents.tool_names import DECIDE_NEXT
from conversations.turn import RouteDecision, TurnContext
from routing.modes.supervised import supervising
from routing.modes.supervised.supervising import Ruling
from routing.turns.node_result import NodeResult
from routing.turns.runtime import TurnRuntime
from routing.turns.team.open_parts import as_record

CONFIDENCE = 0.8  # of a model that says who begins


async def run(context: TurnContext, runtime: TurnRuntime) -> NodeResult:
    """The decision is this node's step, with everything that led to it."""
    ruling = await supervising.rule(context, runtime)
    loop = context.work.loop
    assert loop is not None
    told = {
        "round": len(loop.sent),
        "current_agent": loop.worked[-1] if loop.worked else "",
        "supervisor_decision": ruling.chosen,
        "next_agent": ruling.next,
        "reason": ruling.reason,
    }
    if ruling.problem:
        told["problem"] = ruling.problem
    runtime.emit("step", {"node": "supervisor", "phase": "decided", "kind": "node", "ms": 0.0, **told,
                        "display_name": runtime.published.display_name(ruling.next)})  # fmt: skip
    detail = {
        **told,
        "executed": dict(supervising.count_runs(loop)),
        "open": as_record(ruling.loop.open),
        "done": as_record(ruling.loop.done),
        "messages": _messages(context, ruling),
    }
    decision, work, outcome = context.decision, context.work, context.outcome
    if supervising.begins(context):
        decision = replace(decision, route=_decision(context, ruling))
    signal = (("supervisor", DECIDE_NEXT, not ruling.problem),) if ruling.step else ()
    return NodeResult(
        decision=decision,
        work=replace(
            work,
            loop=replace(ruling.loop, reported=len(work.parts)),
            usage=work.usage.plus(ruling.usage),
            signals=(*work.signals, *signal),
        ),
        outcome=replace(outcome, stopped=outcome.stopped or ruling.limit),
        inner_steps=(ruling.step,) if ruling.step else (),
        summary=f"{told['current_agent']} → {ruling.next}: {ruling.problem or ruling.reason}",
        result="stopped" if ruling.limit else "failed" if ruling.problem else "ok",
        detail=detail,
    )


def message(role: str, agent: str, content: str, moment: str) -> dict[str, Any]:
    """One message of the loop: `timestamp` in ISO, `moment` initial, after_agent or final_response."""
    at = timezone.now().isoformat()
    return {"role": role, "agent": agent or None, "content": content, "timestamp": at, "moment": moment}


def _decision(context: TurnContext, ruling: Ruling) -> RouteDecision:
    """The route as the supervisor decided it; the tiers' own where its choice could not be followed."""
    before = context.decision.route
    assert before is not None
    if ruling.problem or ruling.step is None:
        return before
    agent = ruling.next if ruling.loop.next else before.agent
    return before._replace(
        route=agent if ruling.loop.next else "supervisor",
        agent=agent,
        confidence=CONFIDENCE,
        reason=ruling.reason or f"The supervisor chose {ruling.next}.",
        method="supervised",
        metadata={**before.metadata, "follows": None, "next": ruling.next},
    )


def _messages(context: TurnContext, ruling: Ruling) -> list[dict[str, Any]]:
    """What was said since the decision before this one; together they are the turn's messages, in order."""
    loop = context.work.loop
    assert loop is not None
    news = [
        message("agent", agent, said, "after_agent") for agent, said in context.work.parts[loop.reported :]
    ]
    if not any(step.node == "supervisor" for step in context.work.steps):
        news.insert(0, message("user", "", context.request.utterance.text, "initial"))
    words = f"{ruling.next}: {ruling.problem or ruling.reason}"
    return [*news, message("system", "supervisor", words, "after_agent")]
