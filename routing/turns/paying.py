"""What a turn's models used is added up with its end, and people are told how far a budget has come."""

from collections.abc import Iterator

from budgets import spending
from conversations.budget import Allowance
from conversations.turn import TurnContext
from tenancy.statements import Statement


def count_usage(context: TurnContext) -> Iterator[Statement]:
    """What models used, for whom it counts; the offline one uses nothing."""
    used, request = context.work.usage, context.request
    if used.total_tokens:
        cost = used.cost_usd or 0.0
        yield from spending.count_usage(request.tenant_id, request.budget.counted, used.total_tokens, cost)


def take_notices(context: TurnContext) -> list[tuple[Allowance, int]]:
    """The budgets of the company and its keys of which people are to be told with this turn, each once."""
    reached = context.request.budget.list_reached(context.work.usage.cost_usd or 0.0)
    return [
        (each, percent)
        for each, percent in reached
        if each.kind != "user" and spending.take_notice(context.request.tenant_id, each, percent)
    ]
