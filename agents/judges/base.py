"""What a judge is, and what it is told."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from conversations.turn import JudgeResult, ToolResult
from language.spoken import CODES


@dataclass(frozen=True, slots=True)
class AboutAnswer:
    """Everything an answer may rest on. `said` is the conversation, its messages and the values that they
    named, `authored` what business users wrote (prompts, replies, templates); `threshold` is 0 to 1,
    `settings` what the company says of a package's judge, as its own model."""

    language: str = CODES[0]
    threshold: float = 0.6
    tool_results: Sequence[ToolResult] = ()
    said: Sequence[str] = ()
    authored: Sequence[str] = ()
    settings: Any = None


class JudgeOfAnswers(Protocol):
    """One judge. `name` is what a profile's rows call it."""

    name: str

    def judge(self, answer: str, about: AboutAnswer) -> JudgeResult:
        """A score from 0 to 1, whether it passes, and why."""
        ...
