"""A rail of somebody else's package: what it raises ends no turn."""

import logging

from agents.guardrails.base import About, Rail, allow
from conversations.turn import RailDecision

logger = logging.getLogger(__name__)


class Guarded:
    """Asks a rail; where it fails, the text passes, or with `fail_closed` on the rail it is refused.

    Either is recorded.
    """

    def __init__(self, rail: Rail) -> None:
        self.rail = rail
        self.code, self.sees, self.phases = rail.code, rail.sees, rail.phases
        self.title = getattr(rail, "title", "")
        self._closed = bool(getattr(rail, "fail_closed", False))

    def check(self, text: str, about: About) -> RailDecision:
        try:
            return self.rail.check(text, about)
        except Exception as error:  # whatever a stranger's code does
            logger.exception("Guardrail %s failed.", self.code)
            reason = f"the check failed: {type(error).__name__}"
            if not self._closed:
                passed = allow(self.code, about)
                return RailDecision(self.code, True, reason, None, passed.metadata, about.phase)
            return RailDecision(self.code, False, reason, None, {"mechanism": "failed"}, about.phase)
