"""Groundedness: every figure, identifier and date of an answer must come from somewhere."""

from django.utils.translation import gettext_lazy as _

from agents.facts import collect_spellings, facts, is_small, of_tools
from agents.judges.base import AboutAnswer
from conversations.turn import JudgeResult

FLAGGED = 10


class Groundedness:
    """Deterministic: the share of an answer's facts found in tool results, the talk, or authored text."""

    name = "groundedness"
    title = _("Figures that somebody gave")

    def judge(self, answer: str, about: AboutAnswer) -> JudgeResult:
        claimed = [fact for fact in facts(answer) if not is_small(fact)]
        known: set[str] = set()
        for text in (*of_tools(about.tool_results), *about.said, *about.authored) if claimed else ():
            known |= collect_spellings(text)
        flagged = list(dict.fromkeys(fact.text for fact in claimed if not fact.spellings & known))
        lost = sum(1 for fact in claimed if fact.text in flagged)
        score = 1.0 - lost / len(claimed) if claimed else 1.0
        reason = f"not from a tool, the user or an author: {', '.join(flagged[:FLAGGED])}" if flagged else ""
        return JudgeResult(
            self.name, round(score, 3), score >= about.threshold,
            reason or (f"{len(claimed)} facts, all grounded" if claimed else "no figure, identifier or date"),
            {"threshold": about.threshold, "mechanism": "deterministic",
                "flagged_sections": flagged[:FLAGGED]},
        )  # fmt: skip
