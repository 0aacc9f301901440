"""What models cost a turn: calls, tokens and money, together and by model."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from conversations.questions import Json

PRICE = "price"


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
        return Usage(
            self.calls + other.calls,
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            self.cached_tokens + other.cached_tokens,
            sum_known(self.cost_usd, other.cost_usd),
            merged,
            self.reasoning_tokens + other.reasoning_tokens,
            self.unpriced_calls + other.unpriced_calls,
            self.estimated_calls + other.estimated_calls,
        )


def sum_known(one: float | None, other: float | None) -> float | None:
    """The sum of two figures of which either may be unknown; None where both are.

    >>> sum_known(None, 0.5), sum_known(None, None)
    (0.5, None)
    """
    return other if one is None else one if other is None else one + other
