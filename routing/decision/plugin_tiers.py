"""The decision tiers that packages add, by the entry point `switchboard.tiers` (docs/extending.md).

A tier of a package decides where the company's row of it says so (`agents.plugin_row`), before the users are
asked which intent they mean, or before the tier of ours that it names in `before`.
"""

import logging
from collections.abc import Mapping, Sequence
from typing import Any, get_args

from agents import plugin_settings, plugins
from conversations.turn import Method, Verdict
from routing.decision.input import KNOWN, DecisionInput, Tier

NOT_IN_USE = Verdict("plugin", silent=True)
BEFORE = "part"  # what is only likely
logger = logging.getLogger(__name__)


class GuardedTier(Tier):
    """Asks a tier of a package.

    What it raises, or a decision that cannot stand, is an abstention that says so.
    """

    def __init__(self, tier: Any) -> None:
        self.tier = tier
        self.method = tier.method
        KNOWN[self.method] = self
        self.before: str = getattr(tier, "before", BEFORE)
        self.sure = getattr(tier, "sure", Tier.sure)
        self.by_words = getattr(tier, "by_words", Tier.by_words)
        self.says_matter = getattr(tier, "says_matter", Tier.says_matter)

    def decide(self, case: DecisionInput) -> Verdict:
        key = f"tiers:{self.method}"
        stored = case.published.agents.plugins.get(key)
        if stored is None or f"tier:{self.method}" in case.off:
            return NOT_IN_USE
        memo = case.published.memo
        try:
            if key not in memo:
                memo[key] = plugin_settings.fill_settings(self.tier, stored)
            verdict = self.tier.decide(case, memo[key])
            problem = self._problem(verdict, case)
        except Exception as error:  # whatever a stranger's code does
            logger.exception("Tier %s failed.", self.method)
            problem = type(error).__name__
        if problem:
            return Verdict(self.method, None, {"problem": problem})
        given: Verdict = verdict
        decided = given.decision and given.decision._replace(method=self.method)
        silent = given.silent and decided is None
        return given._replace(tier=self.method, decision=decided, resumed=None, silent=silent)

    def _problem(self, verdict: Any, case: DecisionInput) -> str:
        """Why a verdict cannot stand; empty when it can."""
        if not isinstance(verdict, Verdict):
            return f"no verdict: {type(verdict).__name__}"
        decided = verdict.decision
        if decided is None:
            return ""
        intent = case.published.intents.get(decided.intent)
        if intent is None or case.is_off(intent):
            return f"no intent in use: {decided.intent}"[:80]
        return "" if decided.agent in case.published.specialists else f"no specialist: {decided.agent}"[:80]


GUARDED: Mapping[str, GuardedTier] = {
    method: GuardedTier(tier) for method, tier in plugins.plug_in("tiers", get_args(Method)).items()
}


def titles() -> dict[str, Any]:
    """How the tiers of packages are called, by method."""
    return {method: each.tier.title for method, each in GUARDED.items()}


def place_tiers(ours: Sequence[Any]) -> tuple[Any, ...]:
    """Our tiers with those of packages where each wants to stand."""
    tiers = list(ours)
    for added in GUARDED.values():
        methods = [tier.method for tier in tiers]
        tiers.insert(methods.index(added.before if added.before in methods else BEFORE), added)
    return tuple(tiers)
