"""What a call of a model cost, as the record counts it."""

from agents.llm.events import ModelUsage
from conversations.turn import Json, Usage


def usage_of(event: ModelUsage) -> Usage:
    """One call of a model, as the record counts it."""
    counts: dict[str, Json] = {
        "calls": 1,
        "prompt_tokens": event.prompt_tokens,
        "completion_tokens": event.completion_tokens,
        "cached_tokens": event.cached_tokens,
        "reasoning_tokens": event.reasoning_tokens,
        "cost_usd": event.cost_usd,
        "unpriced_calls": int(event.cost_usd is None),
        "estimated_calls": int(event.estimated),
    }
    priced = {**counts, "price": dict(event.price)} if event.price else counts
    return Usage(**counts, by_model={event.model: priced})


def describe_usage(usage: Usage) -> dict[str, Json]:
    """What the record's line of one call says of its tokens and its money, by model where several were asked
    in turn; nothing of the offline model's."""
    counts = [each for each in usage.by_model.values() if each.get("prompt_tokens")]
    if not counts:
        return {}
    return {"usage": counts[0] if len(counts) == 1 else {**usage.by_model}}
