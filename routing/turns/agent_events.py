"""What a turn's agents did, as a company's systems are told of it: without anybody's words or arguments."""

from collections.abc import Iterator, Mapping
from typing import Any

from conversations.turn import TurnContext
from handoffs.to_person import ABOUT


def list_agent_events(context: TurnContext, about: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """(event, its data): who was chosen and why, each call of a tool, each specialist that worked."""
    common = {name: about.get(name) for name in ABOUT}
    route, work = context.decision.route, context.work
    if route is not None:
        chosen = {name: getattr(route, name) for name in ("route", "agent", "intent", "confidence", "method")}
        yield "route.selected", {**common, **chosen}
    for called in work.tool_results:
        named = {"agent": called.agent, "tool": called.tool_name, "server": called.server_name}
        yield "tool.called", {**common, **named, "ok": called.ok, "cached": called.cached, "ms": called.ms}
    for agent in work.agents:
        tools = [called.tool_name for called in work.tool_results if called.agent == agent]
        ended = {"agent": agent, "status": context.outcome.status, "tools": tools}
        yield "agent.completed", {**common, **ended}
