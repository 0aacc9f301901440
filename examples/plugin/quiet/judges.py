"""A judge: short answers score high."""

from agents.judges.base import AboutAnswer
from conversations.turn import JudgeResult

ENOUGH = 60  # words; the score of an answer of twice as many is 0


class Brevity:
    """1 up to 60 words, then less with each, 0 from 120 on."""

    name = "brevity"
    title = "Brevity"

    def judge(self, answer: str, about: AboutAnswer) -> JudgeResult:
        words = len(answer.split())
        score = max(0.0, min(1.0, 2 - words / ENOUGH))
        return JudgeResult(
            self.name,
            round(score, 3),
            score >= about.threshold,
            f"{words} words",
            {"threshold": about.threshold},
        )
