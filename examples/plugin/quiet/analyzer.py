"""A guardrail that asks a server: personal data that an analyzer such as Presidio's finds leaves by its
kind.
"""

import os

import httpx2
from pydantic import BaseModel, Field

from agents.errors import NotChecked
from agents.guardrails.base import About, Phase, Sees, allow
from conversations.turn import RailDecision
from outbound.errors import OutboundError
from outbound.policy import client

ADDRESS = "QUIET_ANALYZER_URL"  # who runs the installation says where it is


class AnalyzerSettings(BaseModel):
    """What a company may set of it: Studio -> Plugins."""

    least: float = Field(0.5, ge=0, le=1, title="Score", description="What is found with less stays.")


class Analyzer:
    """Asks `POST /analyze` and writes `<PERSON>` where a name stood. Its row says how long it may take, and
    what if it is late.
    """

    code = "ANALYZER"
    title = "Personal data by an analyzer"
    help = "Masks what a server for personal data finds."
    settings = AnalyzerSettings
    sees: Sees = "answer"
    phases: tuple[Phase, ...] = ("input", "output")

    async def check(self, text: str, about: About) -> RailDecision:
        url = os.environ.get(ADDRESS)
        if not url:
            raise NotChecked(f"{ADDRESS} is not set")
        try:
            answer = await client("http").post(
                f"{url}/analyze", json={"text": text, "language": about.language}
            )
            found = answer.raise_for_status().json()
        except (httpx2.HTTPError, OutboundError, ValueError) as error:
            raise NotChecked(f"the analyzer does not answer: {type(error).__name__}") from error
        least = (about.own_settings or AnalyzerSettings()).least
        left, kinds, end = text, set(), len(text)
        for each in sorted(found, key=lambda each: -each["start"]):
            if each["score"] >= least and each["end"] <= end:  # of two that overlap the later stays
                left = f"{left[: each['start']]}<{each['entity_type']}>{left[each['end'] :]}"
                kinds.add(each["entity_type"])
                end = each["start"]
        if not kinds:
            return allow(self.code, about)
        reason = f"found: {', '.join(sorted(kinds))}"
        return RailDecision(self.code, True, reason, left, {"mechanism": "service"}, about.phase)
