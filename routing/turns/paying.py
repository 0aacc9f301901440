"""What models use is counted for whoever pays: with the turn's end, however it ends, or beside turns."""

import asyncio
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

from django.db import transaction

from agents.llm import usage
from agents.llm.usage import Meter
from budgets import spending
from conversations.as_json import to_json
from conversations.budget import Allowance, Budget
from conversations.models import Turn
from conversations.turn import TurnContext, TurnRequest, Usage
from conversations.visits import visit
from outbound import runtime
from tenancy.statements import Statement, send, skip_flush

Result = TypeVar("Result")
COUNTED = "counted"  # what the models of a worker used, in what it gives back


@dataclass(slots=True)
class MeteredTurn:
    """An attempt at a turn that runs here, and the tokens that its row knows of."""

    request: TurnRequest
    meter: Meter
    stored: int


_running: dict[str, MeteredTurn] = {}


@contextmanager
def measure_turn(context: TurnContext) -> Iterator[None]:
    """Counts what the models of a turn use within the block, beside what attempts before did."""
    request, before = context.request, context.work.usage
    with usage.measure(Meter(before)) as meter:
        own = _running[request.turn_id] = MeteredTurn(request, meter, before.total_tokens)
        try:
            yield
        finally:
            if _running.get(request.turn_id, own).meter is meter:
                _running.pop(request.turn_id, None)


def keep_used() -> None:
    """Writes into the rows of turns that run here what they used by now: should this process die, the next
    attempt goes on from there. Called with each beat, on its thread."""
    for each in list(_running.values()):
        used = each.meter.used
        if used.total_tokens == each.stored:
            continue
        own = Turn.unscoped.filter(pk=each.request.turn_id, attempt=each.request.attempt, finished_at=None)
        with transaction.atomic():
            send(*skip_flush())
            own.update(usage=to_json(used))
        each.stored = used.total_tokens


def add_usage(context: TurnContext) -> TurnContext:
    """The turn with all that its models used, also in work of which nothing came."""
    meter = usage.current()
    if meter is None:
        return context
    return replace(context, work=replace(context.work, usage=meter.total, counted_elsewhere=meter.elsewhere))


def note_counted(used: Usage) -> None:
    """What models used for this turn in a worker, where it is counted."""
    if (meter := usage.current()) is not None:
        meter.elsewhere = meter.elsewhere.plus(used)


def count_usage(context: TurnContext) -> Iterator[Statement]:
    """What models used, for whom it counts; the offline one uses nothing. The turn's reservation ends."""
    request, used, others = context.request, context.work.usage, context.work.counted_elsewhere
    tokens = used.total_tokens - others.total_tokens
    cost = max((used.cost_usd or 0.0) - (others.cost_usd or 0.0), 0.0)
    budget = request.budget
    yield from spending.count_usage(request.tenant_id, budget, tokens, cost, budget.reservation, 1)


def take_notices(context: TurnContext) -> list[tuple[Allowance, int]]:
    """The budgets of the company and its keys of which people are to be told with this turn, each once."""
    tenant, budget = context.request.tenant_id, context.request.budget
    return [
        (each, percent)
        for each, percent in budget.list_reached(context.work.usage.cost_usd or 0.0)
        if each.kind != "user" and spending.take_notice(tenant, each, percent, budget.zone)
    ]


async def count_aside(tenant: str, budget: Budget, work: Awaitable[Result]) -> Result:
    """Awaits work beside turns, or in a worker, and counts what its models used, also where it fails."""
    meter = Meter()
    try:
        return await _measure(meter, work)
    finally:
        if meter.used.total_tokens:
            counting = visit(partial(_count, tenant, budget, meter.used))
            await asyncio.shield(runtime.spawn(counting))


def run_for_page(tenant: str, work: Awaitable[Result], seconds: float) -> Result:
    """The same for a page of the Studio, counted for the company: runs the work at most so many seconds.
    A page knows the company's day itself (`studio.access.tenant`)."""
    meter = Meter()
    try:
        return runtime.run(_measure(meter, work), seconds)
    finally:
        _count(tenant, Budget((spending.COMPANY,)), meter.used)


async def _measure(meter: Meter, work: Awaitable[Result]) -> Result:
    with usage.measure(meter):
        return await work


def _count(tenant: str, budget: Budget, used: Usage) -> None:
    if used.total_tokens:
        send(*spending.count_usage(tenant, budget, used.total_tokens, used.cost_usd or 0.0))
