"""The tables of the page as rows, under the names that the API gives them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from analytics.figures import FiguresReport, list_main_figures
from analytics.listing import ListedConversation
from analytics.numbers import round_once
from conversations.rail_results import RESULTS


@dataclass(frozen=True, slots=True)
class Table:
    """Its heads, and its rows out of a report."""

    heads: tuple[str, ...]
    rows: Callable[[FiguresReport], Iterable[Sequence[Any]]]


TABLES: Mapping[str, Table] = {
    "figures": Table(
        ("figure", "value", "before", "conversations"),
        lambda found: [(each.name, each.value, each.before, each.rows) for each in list_main_figures(found)],
    ),
    "paths": Table(
        ("from", "to", "handoffs", "conversations"),
        lambda found: [
            (path.source, path.target, path.count,
                path.conversations) for path in found.handoffs.handoff_paths
        ],
    ),
    "methods": Table(
        ("method", "turns", "share_percentage", "conversations"),
        lambda found: [(each.name, each.count, each.share,
            each.conversations) for each in found.turns.methods],
    ),
    "specialists": Table(
        ("agent", "turns", "share_percentage", "failed", "median_ms", "p95_ms", "conversations"),
        lambda found: [
            (each.name, each.count, each.share, each.failed, each.latency.median, each.latency.p95,
                each.conversations)
            for each in found.turns.agents
        ],
    ),
    "tools": Table(
        ("tool", "calls", "errors", "error_percentage", "conversations_with_error"),
        lambda found: [
            (each.name, each.calls, each.errors, round_once(each.share),
                each.conversations) for each in found.tools.tools
        ],
    ),
    "delegations": Table(
        ("quality", "count", "conversations", "turns_since", "agents"),
        lambda found: [
            (each.name, each.count, each.conversations, each.since,
             ", ".join(f"{agent} {n}" for agent, n in each.agents))
            for each in found.delegations
        ],
    ),
    "costs": Table(
        ("by", "name", "turns", "cost_usd", "turns_of_unknown_price"),
        lambda found: [
            (each.by, each.name, each.turns, each.cost, each.unknown) for each in found.costs.lines
        ],
    ),
    "backends": Table(
        ("from", "to", "messages", "answered_percentage"),
        lambda found: [(each.source, each.target, each.count, each.answered) for each in found.backends],
    ),
    "guardrails": Table(
        ("day", "release", "guardrail", "phase", "agent", *RESULTS),
        lambda found: [list(each.to_json().values()) for each in found.rails],
    ),
}  # fmt: skip

LIST_HEADS = (
    "conversation_id", "conversation_key", "agent_id", "title", "user_id", "channel", "started_at",
    "last_activity", "agents", "turns", "handoffs", "to_person", "tool_errors", "failed", "blocked",
    "with_model", "slowest_ms", "helpful", "unhelpful",
)  # fmt: skip


def describe_row(line: ListedConversation) -> dict[str, Any]:
    """One conversation of the list, as the API says it and the CSV writes it."""
    one, facts = line.conversation, line.facts
    return {
        "conversation_id": one.pk,
        "conversation_key": one.key,
        "agent_id": one.agent_id,
        "title": one.title,
        "user_id": one.user_id or None,
        "channel": one.channel,
        "started_at": one.started_at.isoformat(),
        "last_activity": one.last_activity.isoformat(),
        "agents": list(facts.agents),
        "turns": facts.turns,
        "handoffs": facts.handoffs,
        "to_person": facts.to_person,
        "tool_errors": facts.tool_errors,
        "failed": facts.failed,
        "blocked": facts.blocked,
        "with_model": facts.with_model,
        "slowest_ms": facts.slowest,
        "helpful": facts.helpful,
        "unhelpful": facts.unhelpful,
    }


def list_row_cells(line: ListedConversation) -> list[Any]:
    """The same as cells, in the order of `LIST_HEADS`."""
    row = describe_row(line)
    return [", ".join(value) if isinstance(value, list) else value for value in row.values()]
