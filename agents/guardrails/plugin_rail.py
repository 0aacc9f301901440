"""A rail of somebody else's package: what it raises ends no turn."""

import logging
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from agents.guardrails.base import (
    About,
    AnyRail,
    AsyncRail,
    BaseRail,
    Rail,
    RowFault,
    allow,
    is_async,
    refuse,
)
from conversations.turn import RailDecision

logger = logging.getLogger(__name__)
FLAGS = tuple(name for name, said in vars(BaseRail).items() if said is False)
LEVELS = ("error", "warning")
T = TypeVar("T")


def guard(rail: AnyRail) -> AnyRail:
    """A package's rail; one that waits is asked within its row's time, which sees to what it raises."""
    return GuardedAsync(rail) if is_async(rail) else Guarded(rail)


class _Package(BaseRail):
    """Says of itself whatever its rail says, read once; where that fails, what holds of any."""

    def __init__(self, rail: AnyRail) -> None:
        self.rail = rail
        self.code, self.sees, self.phases = rail.code, rail.sees, rail.phases
        self.title = self._try("title", lambda: getattr(rail, "title", ""), "")
        self.settings = self._try("settings", lambda: getattr(rail, "settings", None), None)
        for name in FLAGS:
            setattr(self, name, bool(self._try(name, partial(getattr, rail, name, False), False)))

    def minds(self, piece: str) -> bool:
        return self._try("minds", lambda: bool(self._of("minds")(piece)), False)

    def waits(self, piece: str, behind: str) -> bool:
        return self._try("waits", lambda: bool(self._of("waits")(piece, behind)), False)

    def check_row(self, row: Mapping[str, Any], points: Collection[str]) -> Sequence[RowFault]:
        return self._try("check_row", lambda: _read_faults(self._of("check_row")(row, points)), [])

    def _of(self, name: str) -> Callable[..., Any]:
        """What its rail has of this name, else what holds of any."""
        found: Callable[..., Any] = getattr(self.rail, name, getattr(super(), name))
        return found

    def _try(self, name: str, read: Callable[[], T], otherwise: T) -> T:
        try:
            return read()
        except Exception:  # whatever a stranger's code does
            logger.exception("Guardrail %s failed in %s.", self.code, name)
            return otherwise


def _read_faults(said: Iterable[Any]) -> list[RowFault]:
    """What is a level that is known, and a sentence."""
    pairs = [each for each in said if isinstance(each, tuple | list) and len(each) == 2]
    return [(level, str(words)) for level, words in pairs if level in LEVELS]


class GuardedAsync(_Package, AsyncRail):
    rail: AsyncRail

    async def check(self, text: str, about: About) -> RailDecision:
        return await self.rail.check(text, about)


class Guarded(_Package, Rail):
    """Asks a rail; where it fails, the text passes, or with `fail_closed` on the rail it is refused.

    Either is recorded.
    """

    rail: Rail

    def check(self, text: str, about: About) -> RailDecision:
        try:
            return self.rail.check(text, about)
        except Exception as error:  # whatever a stranger's code does
            logger.exception("Guardrail %s failed.", self.code)
            reason = f"the check failed: {type(error).__name__}"
            if self.fail_closed:
                return refuse(self.code, about, reason, mechanism="failed")
            return replace(allow(self.code, about), reason=reason)
