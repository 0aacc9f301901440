"""What a call cost, by the price table of `prices.json` (its `day` says of when)."""

import json
from functools import cache
from pathlib import Path
from typing import NamedTuple

from agents.llm.events import ModelUsage

TABLE = Path(__file__).with_name("prices.json")


@cache
def prices() -> dict[str, tuple[float, float, float]]:
    """Dollars a million tokens by model: prompt, cached prompt, completion."""
    models = json.loads(TABLE.read_text("utf-8"))["models"]
    return {name: (row[0], row[1], row[2]) for name, row in models.items()}


def cost(model: str, prompt: int, completion: int, cached: int = 0) -> float | None:
    """US dollars of one call; None for a model that is not in the table: nobody knows.

    >>> cost("gpt-5-mini", 1_000_000, 0)
    0.25
    """
    row = prices().get(model) or prices().get(model.rsplit("/", 1)[-1])
    if row is None:
        return None
    return ((prompt - cached) * row[0] + cached * row[1] + completion * row[2]) / 1_000_000


class TokenCounts(NamedTuple):
    """What the other side counted; `cached` are among the prompt's, `reasoning` among the completion's."""

    prompt: int
    completion: int
    cached: int = 0
    reasoning: int = 0


def usage(model: str, counts: TokenCounts | None, sent: int, received: int) -> ModelUsage:
    """Usage from the other side's counts, else estimated from characters / 4."""
    prompt, completion, cached, reasoning = counts or TokenCounts(sent // 4, received // 4)
    money = cost(model, prompt, completion, cached)
    price = round(money, 8) if money is not None else None
    return ModelUsage(model, prompt, completion, cached, price, counts is None, reasoning)
