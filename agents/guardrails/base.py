"""What a rail is, and what it is told."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from agents.specs import ToolSpec
from conversations.turn import RailDecision, ToolResult

Sees = Literal["piece", "sentence", "answer"]
Phase = Literal["input", "output"]


@dataclass(frozen=True, slots=True)
class About:
    """The turn around a text. `tool_results` may grow while an answer is spoken: rails read it when asked.

    `own_values` are the proven customer's identity values; `settings` the rail's, as authored.
    """

    language: str = "pt"
    phase: Phase = "output"
    tool_results: Sequence[ToolResult] = ()
    tools: Mapping[str, ToolSpec] = field(default_factory=dict)
    own_values: frozenset[str] = frozenset()
    settings: Mapping[str, Any] = field(default_factory=dict)

    def acted(self) -> bool:
        """Whether a tool that changes something has worked in this turn."""
        return any(
            result.ok
            and not result.cached
            and (tool := self.tools.get(result.tool_name)) is not None
            and not tool.read_only
            for result in self.tool_results
        )


class Rail(Protocol):
    """One check. `sees` is the least text it can judge; `phases` where it makes sense."""

    code: str
    sees: Sees
    phases: tuple[Phase, ...]

    def check(self, text: str, about: About) -> RailDecision:
        """Allowed, sanitised (`sanitized_text`), or refused, with the reason."""
        ...


def allow(code: str, about: About) -> RailDecision:
    """The decision of a rail that found nothing."""
    return RailDecision(code, True, phase=about.phase, metadata={"mechanism": "deterministic"})
