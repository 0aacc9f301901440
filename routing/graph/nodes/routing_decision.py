"""Who answers: the single agent, or the first decision tier that is sure."""

import time
from typing import Any

from agents.tools.arguments import read_values
from conversations.turn import RouteDecision, TurnContext, to_json
from routing.decision.case import Decided, told
from routing.decision.tiers import decide
from routing.graph.stage import Stage
from routing.published import Published


async def run(context: TurnContext, stage: Stage) -> dict[str, Any]:
    """Decides, tells the client, and keeps the values that the message names."""
    decided = route(context, stage.published, stage.kit.switches.names_off("intent"))
    values = read_values(context.utterance.raw, stage.published.agents.slots)
    if decided.reply is not None:
        values.update(decided.reply.values)
    decision = decided.decision
    stage.emit(
        "route",
        {
            **to_json(decision),
            "mode": context.mode,
            "display_name": stage.published.display_name(decision.agent),
            "tiers": told(decided.verdicts),
        },
    )
    held = stage.published.policies.get(context.state.workflow_state or "")
    return {
        "decision": decision,
        "clear_state": decided.withdrawn
        or (held is not None and held.terminal and decision.method == "state"),
        "verdicts": decided.verdicts,
        "reply": decided.reply,
        "values": values,
        "active_agent": decision.agent,
        "summary": decision.reason,
        "outcome": "skipped" if context.mode == "single" else "ok",
    }


def route(context: TurnContext, published: Published, off: frozenset[str] = frozenset()) -> Decided:
    """The decision of this mode; `off` names intents that are switched off.

    In `single` no tier decides, but a reply to a question is still read.
    """
    decided = decide(context.utterance, context.state, published, time.time(), off)
    if context.mode != "single":
        return decided
    profile = published.profile
    decision = RouteDecision(
        route=profile.single_agent,
        agent=profile.single_agent,
        intent=decided.decision.intent if decided.reply else "single",
        confidence=1.0,
        reason="The single agent answers everything outside the rollout.",
        method="single",
        domain=profile.domain or None,
        mcp_tools=published.agents.specialists[profile.single_agent].tools,
    )
    reply = decided.reply if decided.reply and decided.reply.question.agent == profile.single_agent else None
    return Decided(decision, (), reply)
