"""A message that brings a value and names no matter is for whoever looks that value up: "P100, acho"."""

from typing import Literal

from conversations.turn import Verdict
from routing.decision import by_value
from routing.decision.input import DecisionInput

CONFIDENCE = 0.5  # the value says whose it is, and nothing says what is wanted


class ValueTier:
    """Decides where nobody was sure by the words; what may answer whoever waits is left to them."""

    method: Literal["value"] = "value"

    def decide(self, case: DecisionInput) -> Verdict:
        intent = by_value.find_served(case)
        if intent is None or _is_for_who_waits(case, intent.agent):
            return NO_VALUE
        reason = f"Nothing decides it, but a value that {intent.name} looks up."
        return Verdict(self.method, case.decision(intent, self.method, CONFIDENCE, reason, {}), {})


def _is_for_who_waits(case: DecisionInput, agent: str) -> bool:
    if case.waiting is None:
        return False
    sticks = case.published.profile.stickiness
    return sticks == "coordinator" or (sticks == "keep" and agent == case.waiting.agent)


NO_VALUE = Verdict(ValueTier.method, None, {})
