"""Reads the answer against the profile's prompt policy: phrases that must not be said."""

from typing import Any

from conversations.turn import TurnContext
from language.normalise import normalise
from routing.graph.stage import Stage


async def run(context: TurnContext, stage: Stage) -> dict[str, Any]:
    """Notes every forbidden phrase that the answer contains; it holds nothing back."""
    if not stage.published.profile.review:
        return {"summary": "off", "outcome": "skipped"}
    said = normalise(context.answer)
    found = [phrase for phrase in stage.published.policy.forbidden_phrases if normalise(phrase) in said]
    return {"summary": f"forbidden: {', '.join(found)}" if found else "nothing to add",
            "outcome": "blocked" if found else "ok"}  # fmt: skip
