"""Groundedness: every figure, identifier and date of an answer must come from somewhere."""

from collections.abc import Iterable
from typing import Any

from agents.judges.base import AboutAnswer
from agents.judges.facts import collect_spellings, facts, is_small
from conversations.turn import JudgeResult

FLAGGED = 10


class Groundedness:
    """Deterministic: the share of an answer's facts found in tool results, the talk, or authored text."""

    name = "groundedness"

    def judge(self, answer: str, about: AboutAnswer) -> JudgeResult:
        claimed = [fact for fact in facts(answer) if not is_small(fact)]
        grounds: set[str] = set()
        for text in _grounds(about) if claimed else ():
            grounds |= collect_spellings(text)
        flagged = list(dict.fromkeys(fact.text for fact in claimed if not fact.spellings & grounds))
        lost = sum(1 for fact in claimed if fact.text in flagged)
        score = 1.0 - lost / len(claimed) if claimed else 1.0
        reason = f"not from a tool, the user or an author: {', '.join(flagged[:FLAGGED])}" if flagged else ""
        return JudgeResult(
            self.name, round(score, 3), score >= about.threshold,
            reason or (f"{len(claimed)} facts, all grounded" if claimed else "no figure, identifier or date"),
            {"threshold": about.threshold, "mechanism": "deterministic", "flagged_sections": flagged[:FLAGGED]},
        )  # fmt: skip


def _grounds(about: AboutAnswer) -> Iterable[str]:
    for result in about.tool_results:
        yield from _texts(result.result)
        yield from _texts(result.metadata.get("arguments"))
    yield from about.said
    yield from about.authored
    yield from about.known


def _texts(value: Any) -> Iterable[str]:
    if isinstance(value, dict):
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, list | tuple):
        yield str(len(value))
        for item in value:
            yield from _texts(item)
    elif value is not None and not isinstance(value, bool):
        yield str(value)
