"""A tier of a package: it decides where the company says so, and costs no turn when it fails."""

from dataclasses import replace
from typing import Any

import pytest
from pydantic import BaseModel

from conversations.turn import ConversationState, RouteDecision, Utterance, Verdict
from rollout.evaluate import RolloutSnapshot
from routing.decision.input import DecisionInput, names_off
from routing.decision.plugin_tiers import NOT_IN_USE, GuardedTier
from tests.routing.decision.world import LIBRARY

SAID = Utterance("P100", "P100", "pt")


class Settings(BaseModel):
    intent: str = "loan"


class Tier:
    """Gives everything to one intent."""

    method = "mine"
    title = "mine"
    settings = Settings

    def decide(self, case: DecisionInput, settings: Settings) -> Any:
        intent = case.published.intents[settings.intent]
        return Verdict(self.method, case.decision(intent, self.method, 1.0, "mine", {}), {})


class Raises(Tier):
    def decide(self, case: DecisionInput, settings: Settings) -> Any:
        raise LookupError("no")


class NoVerdict(Tier):
    def decide(self, case: DecisionInput, settings: Settings) -> Any:
        return "orders_agent"


class Stranger(Tier):
    def decide(self, case: DecisionInput, settings: Settings) -> Any:
        return Verdict(self.method, RouteDecision("x", "x", "nowhere", method=self.method), {})


def case_of(used: bool = True, off: frozenset[str] = frozenset()) -> DecisionInput:
    plugins = {"tiers:mine": {}} if used else {}
    company = replace(LIBRARY, agents=replace(LIBRARY.agents, plugins=plugins), memo={})
    return DecisionInput(SAID, ConversationState(), company, off=off)


def test_it_decides_where_a_row_of_the_company_says_so() -> None:
    decided = GuardedTier(Tier()).decide(case_of()).decision
    assert decided is not None and (decided.method, decided.intent) == ("mine", "loan")
    assert GuardedTier(Tier()).decide(case_of(used=False)) is NOT_IN_USE


def test_an_operator_stops_it_at_once() -> None:
    off = names_off(RolloutSnapshot(switches=frozenset({("tier", "mine"), ("intent", "greeting")})))
    assert off == {"tier:mine", "greeting"}
    assert GuardedTier(Tier()).decide(case_of(off=off)) is NOT_IN_USE


@pytest.mark.parametrize(
    ("tier", "problem"),
    [(Raises(), "LookupError"), (NoVerdict(), "no verdict: str"), (Stranger(), "no intent in use: nowhere")],
    ids=["raises", "no verdict", "unknown intent"],
)
def test_what_cannot_stand_is_an_abstention_that_says_so(tier: Any, problem: str) -> None:
    verdict = GuardedTier(tier).decide(case_of())
    assert (verdict.decision, verdict.saw) == (None, {"problem": problem})


def test_a_switched_off_intent_is_not_given_by_it() -> None:
    verdict = GuardedTier(Tier()).decide(case_of(off=frozenset({"loan"})))
    assert verdict.decision is None and verdict.saw["problem"] == "no intent in use: loan"
