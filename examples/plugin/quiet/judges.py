"""A judge: short answers score high."""

from pydantic import BaseModel, Field

from agents.judges.base import AboutAnswer
from conversations.turn import JudgeResult


class BrevitySettings(BaseModel):
    """What a company may set of it: Studio -> Plugins."""

    enough: int = Field(60, ge=1, title="Words", description="An answer of twice as many scores 0.")


class Brevity:
    """1 up to so many words, then less with each, 0 from twice as many on."""

    name = "brevity"
    title = "Brevity"
    help = "Scores how short an answer is."
    settings = BrevitySettings

    def judge(self, answer: str, about: AboutAnswer) -> JudgeResult:
        enough = (about.settings or BrevitySettings()).enough
        words = len(answer.split())
        score = max(0.0, min(1.0, 2 - words / enough))
        return JudgeResult(
            self.name,
            round(score, 3),
            score >= about.threshold,
            f"{words} words",
            {"threshold": about.threshold},
        )
