"""The platform's own question, read before it is said: users agree to what they have read, so it is said
whole or not at all.
"""

from collections.abc import Iterable
from typing import NamedTuple

from agents.guardrails.base import About, AnyRail, is_async
from agents.guardrails.verdicts import ask_rail
from agents.specs import RailSpec
from conversations.turn import RailDecision


class ReadQuestion(NamedTuple):
    """`text` as it may be said, empty where a rail would take some of it away; what the rails said of it."""

    text: str
    decisions: tuple[RailDecision, ...] = ()


def read_question(rails: Iterable[tuple[AnyRail, RailSpec]], text: str, about: About) -> ReadQuestion:
    """Read by the rails that protect somebody. Those that judge what a model says have no word on it, and
    those that wait for somebody else read it with the whole answer.
    """
    decisions = []
    for rail, spec in rails:
        if is_async(rail) or rail.judges_model or rail.reads_claims:
            continue
        decision = ask_rail(rail, spec, text, about)
        decisions.append(decision)
        left = text if decision.sanitized_text is None else decision.sanitized_text
        if not decision.allowed or (left != text and not rail.stays_readable):
            return ReadQuestion("", tuple(decisions))
        text = left
    return ReadQuestion(text, tuple(decisions))
