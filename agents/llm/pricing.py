"""What a call of a model cost: by the company's own prices, else by genai-prices, whose data lie in its wheel
and of which nothing is fetched (`genai_prices.UpdatePrices` is what would, and nobody starts it).

>>> ModelPrices("gpt-5-mini").usage(TokenCounts(1_000_000, 0), 0, 0).cost_usd  # doctest: +SKIP
0.25
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time
from functools import lru_cache
from typing import Any, NamedTuple

from django.utils import timezone

from agents.llm.events import ModelUsage
from agents.llm.providers import OFFLINE
from agents.resources import LLMAddress
from agents.specs import LLMSpec
from budgets.snapshot import BudgetsSnapshot, PriceSpec

MILLION = 1_000_000
LIBRARY = "genai-prices"
COMPANY = "company"
# How the library calls whose model it is, where a row gives no address.
PROVIDERS = {"openai": "openai", "gemini": "google", "anthropic": "anthropic", "azure": "azure"}
OWN = frozenset({"ollama"})  # run by the company itself: only its own prices say what that costs


class TokenCounts(NamedTuple):
    """What the other side counted; `cached` are among the prompt's, `reasoning` among the completion's."""

    prompt: int
    completion: int
    cached: int = 0
    reasoning: int = 0


@dataclass(frozen=True, slots=True)
class ModelPrices:
    """Where the price of one model is found: `own` are the company's, `base_url` is where it is asked (empty:
    the provider's own)."""

    model: str
    provider: str = ""
    base_url: str = ""
    own: BudgetsSnapshot = field(default_factory=BudgetsSnapshot)

    def usage(self, counts: TokenCounts | None, sent: int, received: int) -> ModelUsage:
        """Usage from the other side's counts, else estimated from characters / 4, with today's price."""
        known = counts or TokenCounts(sent // 4, received // 4)
        known = known._replace(cached=min(known.cached, known.prompt))
        cost, price = self.cost(known, timezone.localdate())
        return ModelUsage(
            self.model,
            known.prompt,
            known.completion,
            known.cached,
            cost,
            counts is None,
            known.reasoning,
            price,
        )

    def cost(self, counts: TokenCounts, day: date) -> tuple[float | None, dict[str, Any]]:
        """US dollars, and the price a million tokens that they were counted with; None: nobody knows a
        price."""
        own = self.own.price(self.model, day)
        if own is not None:
            return _own_cost(own, counts), _describe(own)
        return _library_cost(self.model, self.provider, self.base_url, counts, day)


def list_unpriced(
    llms: Iterable[LLMSpec], addresses: Mapping[str, LLMAddress], own: BudgetsSnapshot
) -> list[str]:
    """The models of a release whose turns count no money, because nobody knows what they cost today."""
    found = set()
    for spec in llms:
        at = addresses.get(spec.name) or LLMAddress()
        known = ModelPrices(spec.model, spec.provider, at.base_url, own)
        if spec.provider != OFFLINE and known.cost(TokenCounts(1, 1), timezone.localdate())[0] is None:
            found.add(spec.model or spec.name)
    return sorted(found)


def _own_cost(price: PriceSpec, counts: TokenCounts) -> float:
    cost = (
        (counts.prompt - counts.cached) * price.prompt
        + counts.cached * price.cached
        + counts.completion * price.completion
    )
    return round(cost / MILLION / price.per_dollar, 8)


def _describe(price: PriceSpec) -> dict[str, Any]:
    return {
        "source": COMPANY,
        "since": price.since.isoformat(),
        "currency": price.currency,
        "per_dollar": price.per_dollar,
        "prompt": price.prompt,
        "cached": price.cached,
        "completion": price.completion,
    }


def _library_cost(
    model: str, provider: str, base_url: str, counts: TokenCounts, day: date
) -> tuple[float | None, dict[str, Any]]:
    found = _find(model, provider, base_url)
    if found is None:
        return None, {}
    from genai_prices import Usage

    of, named = found
    at = datetime.combine(day, time(12), UTC)
    used = Usage(input_tokens=counts.prompt, cache_read_tokens=counts.cached, output_tokens=counts.completion)
    counted = named.calc_price(used, of, genai_request_timestamp=at)
    price = counted.model_price
    rates = {"prompt": price.input_mtok, "cached": price.cache_read_mtok, "completion": price.output_mtok}
    prices = {name: float(getattr(rate, "base", rate)) for name, rate in rates.items() if rate is not None}
    return round(float(counted.total_price), 8), {
        "source": LIBRARY, "day": day.isoformat(), "currency": "USD", **prices
    }  # fmt: skip


@lru_cache(maxsize=256)
def _find(model: str, provider: str, base_url: str) -> Any | None:
    """The library's provider and model: by the address, else by whose it is, else by the model's name
    alone."""
    from genai_prices import data_snapshot  # a quarter of a second, for those who use it

    if provider in OWN:
        return None
    known = data_snapshot.get_snapshot()
    ways = [(None, base_url)] if base_url else [(PROVIDERS.get(provider), None)]
    names = dict.fromkeys((model, model.rsplit("/", 1)[-1]))
    for of, at in [*ways, (None, None)]:
        for name in names:
            try:
                return known.find_provider_model(name, None, of, at)
            except LookupError:
                continue
    return None


def warm() -> None:
    """Reads the library's prices now instead of with the first model's answer."""
    from genai_prices import data_snapshot

    data_snapshot.get_snapshot()
