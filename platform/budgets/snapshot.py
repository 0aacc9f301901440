"""What acts at once of a company's budgets: its own prices and its limits, read with the operational
counter."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from budgets.models import Limit, Price
from tenancy.models import Tenant


@dataclass(frozen=True, slots=True)
class PriceSpec:
    """A company's own price of a model, a million tokens each."""

    since: date
    currency: str
    per_dollar: float
    prompt: float
    cached: float
    completion: float


@dataclass(frozen=True, slots=True)
class LimitSpec:
    """What may be used; None: as much as they like. `key` is the prefix of the key it is for (empty:
    each)."""

    kind: str
    key: str = ""
    turns: int | None = None
    tokens: int | None = None
    day: float | None = None  # US dollars
    month: float | None = None
    refuses: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class BudgetsSnapshot:
    """Prices by model, the newest first, and the limits; the same only as itself."""

    prices: Mapping[str, tuple[PriceSpec, ...]] = field(default_factory=dict)
    limits: tuple[LimitSpec, ...] = ()
    zone: str = ""  # the company's time zone, whose midnight begins a day; empty: the installation's

    def price(self, model: str, day: date) -> PriceSpec | None:
        """The company's own price of a model on a day."""
        return next((each for each in self.prices.get(model, ()) if each.since <= day), None)


def load(tenant_slug: str) -> BudgetsSnapshot:
    """Three queries."""
    prices: defaultdict[str, list[PriceSpec]] = defaultdict(list)
    for row in Price.objects.of(tenant_slug).order_by("model", "-since"):
        cached = row.prompt if row.cached is None else row.cached
        figures = map(float, (row.per_dollar, row.prompt, cached, row.completion))
        prices[row.model].append(PriceSpec(row.since, row.currency, *figures))
    limits = Limit.objects.of(tenant_slug).select_related("key")
    zone = Tenant.objects.filter(pk=tenant_slug).values_list("time_zone", flat=True).first() or ""
    own = {model: tuple(rows) for model, rows in prices.items()}
    return BudgetsSnapshot(own, tuple(map(_limit, limits)), zone)


def _limit(row: Limit) -> LimitSpec:
    return LimitSpec(
        row.kind,
        row.key.prefix if row.key else "",
        row.turns_a_day,
        row.tokens_a_day,
        None if row.money_a_day is None else float(row.money_a_day),
        None if row.money_a_month is None else float(row.money_a_month),
        row.when_spent == Limit.Ways.REFUSE,
    )
