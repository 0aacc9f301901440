"""Under which method a decision is recorded, so that the record says by one column whose user was not served.

A decision keeps its own method in the answer: with `fallback` go also messages that were well understood, and
that all the same nobody of the team was to answer; and what was routed may have got nothing but a list of
what can be done here.
"""

from collections.abc import Iterable
from typing import Literal

from agents.llm.events import UNSERVED
from conversations.turn import Method, RouteDecision, StepRecord, TurnContext
from routing.decision.input import find_tier
from routing.decision.learning.samples import OUT_OF_SCOPE

SWITCHED_OFF, WITHOUT_SERVICE = "switched_off", "not_served"
Recorded = Method | Literal["out_of_scope", "switched_off", "not_served"]
NOT_SERVED = ("fallback", "clarification", WITHOUT_SERVICE)
GOES_ON = "sticky"


def name_method(context: TurnContext) -> str:
    """What the record's column says: a `Recorded`, or a package's tier; empty where nothing was decided."""
    decision = context.decision.route
    if decision is None:
        return ""
    if decision.metadata.get(SWITCHED_OFF):
        return SWITCHED_OFF
    if find_tier(decision.method).says_matter:
        return WITHOUT_SERVICE if _is_unserved(context.work.steps) else decision.method
    if decision.method != "fallback":
        return decision.method
    if person := decision.metadata.get("person"):
        return "state" if person == "goes_on" else "person"
    whys = {verdict.saw.get("why") for verdict in context.decision.verdicts}
    if decision.metadata.get("out_of_scope") and OUT_OF_SCOPE in whys:
        return OUT_OF_SCOPE  # not where the user was offered two matters and meant neither
    if SWITCHED_OFF in whys and not decision.follows:
        return SWITCHED_OFF
    answers = _answers_who_speaks(decision, context) and not _is_unserved(context.work.steps)
    return GOES_ON if answers else decision.method


def _answers_who_speaks(decision: RouteDecision, context: TurnContext) -> bool:
    """Whether a message that nothing decides follows a question in the words of who gets it.

    A model may ask without a call; who gets what nobody understands has asked nothing by it.
    """
    if decision.metadata.get("nobody"):
        return False
    said = [each for each in context.request.history if each.role == "agent"]
    return bool(said) and said[-1].agent == decision.agent and said[-1].content.rstrip().endswith("?")


def _is_unserved(steps: Iterable[StepRecord]) -> bool:
    """Whether every model that answered could do nothing for the message."""
    asked = (step.detail for step in steps if step.kind == "model" and not step.detail.get("routes"))
    ends = {detail.get("finish") for detail in asked} - {None, "tool_calls"}
    return ends == {UNSERVED}
