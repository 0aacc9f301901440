"""Judges that ask a model: a question and a scale, no more. A company's own is one, too."""

from dataclasses import dataclass

from django.utils.functional import Promise

from agents.judges.base import AboutAnswer
from conversations.turn import JudgeResult


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
