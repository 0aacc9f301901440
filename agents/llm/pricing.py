"""What a call cost, by the price table of `prices.json` (its `day` says of when)."""

import json
from functools import cache
from pathlib import Path

from agents.llm.events import ModelUsage

TABLE = Path(__file__).with_name("prices.json")


@cache
def prices() -> dict[str, tuple[float, float, float]]:
    """Dollars a million tokens by model: prompt, cached prompt, completion."""
    models = json.loads(TABLE.read_text("utf-8"))["models"]
    return {name: (row[0], row[1], row[2]) for name, row in models.items()}


def cost(model: str, prompt: int, completion: int, cached: int = 0) -> float:
    """US dollars of one call; 0.0 for a model that is not in the table.

    >>> cost("gpt-5-mini", 1_000_000, 0)
    0.25
    """
    row = prices().get(model) or prices().get(model.rsplit("/", 1)[-1])
    if row is None:
        return 0.0
    return ((prompt - cached) * row[0] + cached * row[1] + completion * row[2]) / 1_000_000


def usage(model: str, counts: tuple[int, int, int] | None, sent: int, received: int) -> ModelUsage:
    """Usage from the other side's counts (prompt, completion, cached), else estimated from characters / 4."""
    prompt, completion, cached = counts or (sent // 4, received // 4, 0)
    return ModelUsage(
        model, prompt, completion, cached, round(cost(model, prompt, completion, cached), 8), counts is None
    )
