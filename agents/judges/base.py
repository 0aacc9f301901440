"""What a judge is, and what it is told.

One that asks a model is a question and a scale, no more; a company's own is such a one, too.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from django.utils.functional import Promise

from agents.errors import NotJudged
from conversations.turn import JudgeResult, ToolResult
from language.spoken_languages import CODES

Ask = Callable[[str, int], Awaitable[tuple[float, str]]]


async def _no_model(question: str, scale: int) -> tuple[float, str]:
    raise NotJudged("no model is connected")


@dataclass(frozen=True, slots=True)
class AboutAnswer:
    """Everything an answer may rest on. `said` is the conversation, its messages and the values that they
    named, `authored` what business users wrote (prompts, replies, templates); `threshold` is 0 to 1,
    `settings` what the company says of a package's judge, as its own model.

    `await about.ask("Is it polite?", 10)` has the model of point `judge` score the answer: 0 to 1, and why.

    :raises NotJudged: from `ask`, where no model is connected or it gave no score.
    """

    language: str = CODES[0]
    threshold: float = 0.6
    tool_results: Sequence[ToolResult] = ()
    said: Sequence[str] = ()
    authored: Sequence[str] = ()
    ask: Ask = _no_model
    settings: Any = None


class JudgeOfAnswers(Protocol):
    """One judge.

    `name` is what a profile's rows call it. `judge` may be `async def`: its row's time limit holds then.
    """

    @property
    def name(self) -> str: ...

    def judge(self, answer: str, about: AboutAnswer) -> JudgeResult | Awaitable[JudgeResult]:
        """A score from 0 to 1, whether it passes, and why.

        :raises NotJudged: it has none.
        """
        ...


@dataclass(frozen=True, slots=True)
class ByModel:
    """Scores by a `question` that a model answers with a whole number from 0 to `scale`."""

    name: str
    question: str
    scale: int = 10
    title: str | Promise = ""

    async def judge(self, answer: str, about: AboutAnswer) -> JudgeResult:
        score, reason = await about.ask(self.question, self.scale)
        about_it = {"threshold": about.threshold, "mechanism": "llm"}
        return JudgeResult(self.name, score, score >= about.threshold, reason, about_it)
