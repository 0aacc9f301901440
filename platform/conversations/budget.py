"""What a turn may use, as it was when the turn began, and what its models used: calls, tokens and money.

>>> Budget(allowances=(Allowance("company", "company", "day", 20.0, used=20.5),)).spent.name
'company.day'
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import reduce
from typing import Any, Literal

from conversations.questions import Json

WARNED, SPENT = 80, 100  # percent of a budget at which people are told


@dataclass(frozen=True, slots=True)
class Reservation:
    """What a turn is taken to use until its end says it: tokens and millionths of a US dollar, of whom
    (`subjects`) and on which day (ISO 8601)."""

    day: str
    subjects: tuple[str, ...]
    tokens: int
    micros: int

    @classmethod
    def from_json(cls, row: Mapping[str, Any]) -> "Reservation":
        return cls(row["day"], tuple(row["subjects"]), row["tokens"], row["micros"])


@dataclass(frozen=True, slots=True)
class Allowance:
    """A budget in US dollars: of the company, a key or a user (`kind`), counted under `subject`, for a day or
    a month. `reserved` is what turns that run are taken to use of it; `told` the percentage that people were
    told of; `refuses`: once it is spent messages are refused."""

    kind: str
    subject: str
    period: Literal["day", "month"]
    limit: float
    used: float = 0.0
    told: int = 0
    refuses: bool = False
    reserved: float = 0.0

    @property
    def name(self) -> str:
        return f"{self.kind}.{self.period}"

    @property
    def is_spent(self) -> bool:
        return self.used + self.reserved >= self.limit

    def reaches(self, cost: float) -> int:
        """The percentage to tell people of once this turn's cost is added; 0: none."""
        used = self.used + cost
        return SPENT if used >= self.limit else WARNED if used * 100 >= self.limit * WARNED else 0


@dataclass(frozen=True, slots=True)
class Budget:
    """`counted` are the subjects that what this turn uses is added to; `limited`: somebody has limits, so
    that turns are counted too. `reservation` is this turn's own; `closed`: a limit would refuse a message,
    and what is no message asks no model; `zone`: the company's time zone, whose days are counted."""

    counted: tuple[str, ...] = ()
    limited: bool = False
    allowances: tuple[Allowance, ...] = ()
    reservation: Reservation | None = None
    closed: bool = False
    zone: str = ""

    @property
    def saves(self) -> bool:
        """Whether nobody asks a model that another way can do without."""
        return self.closed or self.spent is not None

    @property
    def spent(self) -> Allowance | None:
        """The first budget that is used up: from then on the turn saves."""
        return next((each for each in self.allowances if each.is_spent), None)

    def left_of(self, kind: str) -> float | None:
        """US dollars left of the tightest budget of a kind; None where there is none."""
        own = (each for each in self.allowances if each.kind == kind)
        return min((max(each.limit - each.used, 0.0) for each in own), default=None)

    def list_reached(self, cost: float) -> Iterator[tuple[Allowance, int]]:
        """The budgets of which people are to be told once this turn's cost is added, with the percentage."""
        for each in self.allowances:
            if (percent := each.reaches(cost)) > each.told:
                yield each, percent


PRICE = "price"
# What of a `Usage` is counted, beside the money.
COUNTS = (
    "calls", "prompt_tokens", "completion_tokens", "cached_tokens", "reasoning_tokens", "unpriced_calls",
    "estimated_calls",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Usage:
    """What models cost this turn. Costs are in US dollars by the prices of the day, without the
    `unpriced_calls`: None where no call's price is known. Reasoning tokens are among those of the completion.
    Of `estimated_calls` the other side said no tokens. By model also the `price` that was applied."""

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached_tokens: int = 0
    cost_usd: float | None = 0.0
    by_model: Mapping[str, Mapping[str, Json]] = field(default_factory=dict)
    reasoning_tokens: int = 0
    unpriced_calls: int = 0
    estimated_calls: int = 0

    @property
    def total_tokens(self) -> int:
        return self.prompt_tokens + self.completion_tokens

    @classmethod
    def sum(cls, used: Iterable["Usage"]) -> "Usage":
        return reduce(cls.plus, used, cls())

    def plus(self, other: "Usage") -> "Usage":
        if not (self.calls and other.calls):
            return self if self.calls else other
        merged = {name: dict(counts) for name, counts in self.by_model.items()}
        for name, counts in other.by_model.items():
            into = merged.setdefault(name, {})
            for key, value in counts.items():
                if key == PRICE:
                    into[key] = value
                else:
                    into[key] = sum_known(into.get(key, None if key == "cost_usd" else 0), value)
        sums: dict[str, Any] = {name: getattr(self, name) + getattr(other, name) for name in COUNTS}
        return Usage(**sums, cost_usd=sum_known(self.cost_usd, other.cost_usd), by_model=merged)


def sum_known(one: float | None, other: float | None) -> float | None:
    """The sum of two figures of which either may be unknown; None where both are.

    >>> sum_known(None, 0.5), sum_known(None, None)
    (0.5, None)
    """
    return other if one is None else one if other is None else one + other
