"""What models cost, by day, specialist, model and release. Reads the record, writes nothing."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from django.db.models import Count, Sum
from django.db.models.functions import TruncDate

from analytics.period import Period, of_profile
from conversations.models import Turn
from tenancy.models import Tenant

By = Literal["day", "specialist", "model", "release"]


@dataclass(frozen=True, slots=True)
class CostLine:
    """What a day, a specialist, a model or a release cost, in US dollars. `turns` asked a model; of `unknown`
    of them no price was known, and they are in no sum: None where no price was known at all."""

    by: By
    name: str
    turns: int
    cost: float | None
    unknown: int = 0


@dataclass(frozen=True, slots=True)
class CostReport:
    """The costs of a period; nothing where no model was asked. A turn of several specialists counts for who
    ended it."""

    turns: int = 0
    cost: float | None = 0.0
    unknown: int = 0
    days: tuple[CostLine, ...] = ()
    specialists: tuple[CostLine, ...] = ()
    models: tuple[CostLine, ...] = ()
    releases: tuple[CostLine, ...] = ()

    @property
    def lines(self) -> tuple[CostLine, ...]:
        return (*self.days, *self.specialists, *self.models, *self.releases)


def sum_costs(tenant: Tenant | str, period: Period, agent_id: str | None = None) -> CostReport:
    """The costs of a period: two queries, of which the first reads an index alone and the second the turns
    with a model.

    >>> sum_costs("acme", Period.last(30)).cost
    12.34
    """
    rows = Turn.objects.of(tenant).filter(model_calls__gt=0, **period.within("created_at"))
    rows = of_profile(rows, agent_id)
    counted = list(
        rows.annotate(day=TruncDate("created_at"))
        .values_list("day", "agent", "release")
        .annotate(n=Count("*"), sum=Sum("cost"), known=Count("cost"))
    )
    if not counted:
        return CostReport()
    figures = [(day, agent, release, n, cost, n - known) for day, agent, release, n, cost, known in counted]
    return CostReport(
        sum(each[3] for each in figures),
        _total(each[4] for each in figures),
        sum(each[5] for each in figures),
        tuple(sorted(_sum("day", ((str(f[0]), *f[3:]) for f in figures)), key=lambda line: line.name)),
        tuple(_sum("specialist", ((f[1], *f[3:]) for f in figures))),
        tuple(_models(rows.values_list("usage", flat=True).iterator(chunk_size=1000))),
        tuple(_sum("release", ((str(f[2] or ""), *f[3:]) for f in figures))),
    )


def _models(used: Iterable[dict[str, Any]]) -> list[CostLine]:
    lines = [
        (model, 1, counts.get("cost_usd"), int(bool(counts.get("unpriced_calls"))))
        for usage in used
        for model, counts in usage.get("by_model", {}).items()
        if counts.get("prompt_tokens")
    ]
    return _sum("model", lines)


def _sum(by: By, lines: Iterable[tuple[str, int, float | None, int]]) -> list[CostLine]:
    """One line a name, the most expensive first."""
    turns: Counter[str] = Counter()
    unknown: Counter[str] = Counter()
    costs: defaultdict[str, list[float | None]] = defaultdict(list)
    for name, n, cost, strange in lines:
        turns[name] += n
        unknown[name] += strange
        costs[name].append(cost)
    made = [CostLine(by, name, turns[name], _total(costs[name]), unknown[name]) for name in turns]
    return sorted(made, key=lambda line: (-(line.cost or 0.0), -line.turns, line.name))


def _total(costs: Iterable[float | None]) -> float | None:
    """The sum of what is known; None where nothing is."""
    known = [cost for cost in costs if cost is not None]
    return round(sum(known), 6) if known else None
