"""Counts what models use as they use it, so that work which is stopped or breaks off is counted too.

    with measure() as meter:
        async for event in model.stream(request): ...
    meter.total.total_tokens

Every way to a model notes its calls here; tasks that are begun within the block are counted with it.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from agents.llm.events import ModelUsage
from agents.llm.usage import usage_of
from conversations.usage import Usage

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
