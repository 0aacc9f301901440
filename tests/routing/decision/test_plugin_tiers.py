"""A tier of a package: it decides where the company says so, and costs no turn when it fails."""

from dataclasses import replace
from typing import Any

import pytest
from pydantic import BaseModel

from conversations.turn import (
    ConversationState,
    Identity,
    RouteDecision,
    TurnContext,
    TurnRequest,
    Utterance,
    Verdict,
)
from rollout.evaluate import RolloutSnapshot
from routing.decision import tiers
from routing.decision.input import Decision, DecisionInput, find_tier, names_off
from routing.decision.plugin_tiers import NOT_IN_USE, GuardedTier
from routing.turns.mode import ByTiers, find_mode
from tests.parts.phrases import try_each
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
    return DecisionInput(SAID, ConversationState(), company, 0, off=off)


def test_it_decides_where_a_row_of_the_company_says_so() -> None:
    decided = GuardedTier(Tier()).decide(case_of()).decision
    assert decided is not None and (decided.method, decided.intent) == ("mine", "loan")
    assert GuardedTier(Tier()).decide(case_of(used=False)) is NOT_IN_USE


def test_it_reads_the_clock_of_the_message(monkeypatch: pytest.MonkeyPatch) -> None:
    class Clock(Tier):
        def decide(self, case: DecisionInput, settings: Settings) -> Any:
            decision = case.decision(case.published.intents["loan"], "mine", 1.0, "mine", {})
            return Verdict("mine", decision, {"now": case.now})

    monkeypatch.setattr(tiers, "TIERS", (GuardedTier(Clock()),))
    (verdict,) = tiers.decide(SAID, ConversationState(), case_of().published, 1.5).verdicts
    assert verdict.saw == {"now": 1.5}


@try_each("mode", ["router", "supervisor", "supervised"])
@try_each("text", ["multa", "a multa veio alta. Onde está meu livro L100?"])
def test_what_it_is_sure_of_holds_in_every_mode_whatever_the_words_name(mode: str, text: str) -> None:
    decided = Decision(GuardedTier(Tier()).decide(case_of()).decision or RouteDecision("", "", ""), (), None)
    assert find_tier("mine").says_matter and not find_tier("mine").by_words
    said = Utterance(text, text, "pt")
    context = TurnContext(
        TurnRequest("t", "city", "library", "k", mode, "profile", "web", 1, 1, 1, Identity(), said)
    )
    by_tiers = find_mode(mode).decisions
    assert isinstance(by_tiers, ByTiers)
    held = by_tiers.in_mode(decided, context, LIBRARY, frozenset())
    assert (held.decision, held.plan, held.parts) == (decided.decision, None, ())
    assert held.loop is None or [(each.agent, each.text) for each in held.loop.open] == [("loans", text)]


def test_it_says_what_its_decision_is_worth() -> None:
    class Guesses(Tier):
        method, sure, by_words, says_matter = "maybe", False, True, False

    GuardedTier(Guesses())
    found = find_tier("maybe")
    assert (found.sure, found.by_words, found.says_matter) == (False, True, False)


def test_an_operator_stops_it_at_once() -> None:
    off = names_off(RolloutSnapshot(switches=frozenset({("tier", "mine"), ("intent", "greeting")})))
    assert off == {"tier:mine", "greeting"}
    assert GuardedTier(Tier()).decide(case_of(off=off)) is NOT_IN_USE


@try_each(
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
