"""What models use: of one call, as the record counts it, and of all calls of a piece of work.

    with measure() as meter:
        async for event in model.stream(request): ...
    meter.total.total_tokens

Every way to a model notes its calls with the meter as they begin, so that work which is stopped or breaks off
is counted too; tasks that are begun within the block are counted with it.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from agents.llm.events import ModelUsage
from conversations.turn import Json, Usage

NOTHING = Usage()
_current: ContextVar["Meter | None"] = ContextVar("meter", default=None)


class Meter:
    """What one piece of work used so far; `before` is what earlier attempts at it did.

    Any thread may read it: calls are only ever added.
    """

    def __init__(self, before: Usage = NOTHING) -> None:
        self._before = before
        self._calls: list[Callable[[], ModelUsage | None]] = []
        self.elsewhere = NOTHING  # by workers, who count it for whoever pays

    def note(self, call: Callable[[], ModelUsage | None]) -> None:
        """A call that has begun; `call` says what it has used by now, None: it was refused."""
        self._calls.append(call)

    @property
    def used(self) -> Usage:
        """Of this process and of attempts before."""
        total = self._before
        for call in tuple(self._calls):
            if (used := call()) is not None:
                total = total.plus(usage_of(used))
        return total

    @property
    def total(self) -> Usage:
        return self.used.plus(self.elsewhere)


@contextmanager
def measure(meter: Meter | None = None) -> Iterator[Meter]:
    """Counts what models use within the block, with this meter or one of its own."""
    meter = meter or Meter()
    token = _current.set(meter)
    try:
        yield meter
    finally:
        _current.reset(token)


def current() -> Meter | None:
    """The meter of the work that runs here."""
    return _current.get()


def note(call: Callable[[], ModelUsage | None]) -> None:
    """Notes a call of a model with the meter of the work that runs here."""
    if (meter := _current.get()) is not None:
        meter.note(call)


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
