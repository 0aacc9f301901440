"""What can be said and has no effect yet: kept in rows, files and releases as it is, and offered to nobody.

Whoever makes one of these work takes its line away, and with it what is said of it.
"""

from collections.abc import Mapping
from typing import Any

from django.db.models import Model

from agents.models import Guardrail, Judge, LLMProfile
from agents.specs import AgentsSection

# The value of a field that changes nothing: an answer is not held back, not asked for again, not judged by a model.
NO_EFFECT: Mapping[type[Model], tuple[str, Any]] = {
    Judge: ("fail_closed", True),
    Guardrail: ("action", "retry"),
    LLMProfile: ("point", LLMProfile.Points.JUDGE.value),
}


def in_release(section: AgentsSection) -> dict[str, Any]:
    """What of it a release says, as `/debug/env` tells it."""
    return {
        "JUDGES_FAIL_CLOSED": any(judge.fail_closed for judge in section.judges.values()),
        "GUARDRAILS_RETRY": any(rail.action == "retry" for rail in section.rails.values()),
        "JUDGE_LLM_PROFILE": section.points.get(LLMProfile.Points.JUDGE.value),
    }
