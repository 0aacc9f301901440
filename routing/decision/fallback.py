"""Nothing else was sure: who asked, the coordinator, who was speaking, or the profile's default."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.conf import settings

from conversations.turn import RouteDecision, Verdict
from language import other_matter
from language.acts.reading import read_alone
from language.learnt_kind import FOLLOW_UP
from language.normalise import words
from routing.decision import by_value
from routing.decision.input import DecisionInput, Tier
from routing.decision.learning.samples import OUT_OF_SCOPE
from routing.decision.likely import (
    OUTSPOKEN,
    may_be_out_of_scope,
    rank_specialists,
)
from routing.decision.specs import IntentSpec
from routing.decision.state import back_to_asker
from routing.decision.staying import leaves, matter_at_hand, names_anew, speaks_last, stays

CONFIDENCE = 0.1
OUT_OF_SCOPE_SHARE = 0.5  # a share of what nobody serves from which on a short message goes on with nobody
# Of 30 short messages the least that goes on has 0.16, the most that says nothing has 0.05.
HARDLY_FOLLOWS = 0.1
FOLLOW_UP_WORDS = 6  # "e o valor?", "quando chega?": a short message goes on with who is speaking


class FallbackTier(Tier):
    """Always decides."""

    method = "fallback"
    sure = False
    by_words = True
    says_matter = False

    def decide(self, case: DecisionInput) -> Verdict:
        if case.waiting is not None and case.published.profile.stickiness == "coordinator":
            return Verdict(self.method, _to_coordinator(case), {"waiting": case.waiting.agent})
        nobodys = _is_out_of_scope(case) and leaves(case)
        keeps = case.published.profile.stickiness == "keep" and not nobodys
        if speaks_last(case) and case.waiting is not None and keeps:
            reason = f"No tier was sure, and {case.waiting.agent} waits for an answer."
            return Verdict(
                self.method, back_to_asker(case, case.waiting, reason), {"waiting": case.waiting.agent}
            )
        published, state = case.published, case.state
        count = len(words(case.utterance.text))
        active = state.active_agent if state.active_agent in published.specialists else None
        metadata: dict[str, str | bool | None]
        short = count <= FOLLOW_UP_WORDS and (names_anew(case) or not _is_out_of_scope(case))
        if active and (short or _goes_on(case)):
            about = find_followed(case)
            reason = f"Nothing decides it, and short: goes on with {active}, who is speaking."
            metadata = {"follows": about.name if about else None}
            tools, domain = (about.tools, about.domain) if about else ((), published.profile.domain)
        elif (at_hand := _stays(case)) is not None:
            active = at_hand.agent
            reason = f"Nothing decides it, and nothing speaks of another matter: goes on with {active}."
            metadata, tools, domain = {"follows": at_hand.name}, at_hand.tools, at_hand.domain
        else:
            active = published.profile.fallback_agent
            reason = f"Nothing decides it: {active} answers what nobody else is sure of."
            metadata, tools, domain = {"follows": None, "nobody": True}, (), published.profile.domain
        decision = RouteDecision(
            active, active, "fallback", CONFIDENCE, reason, "fallback",
            metadata=metadata, domain=domain or None, mcp_tools=tools,
        )  # fmt: skip
        return Verdict(self.method, decision, {"words": count, "active_agent": state.active_agent})


def find_followed(case: DecisionInput) -> IntentSpec | None:
    """The active matter that a short message goes on with ("e o prazo?"), of whoever is speaking.

    Else None.
    """
    message, about = case.utterance.text, matter_at_hand(case)
    if about is None:
        return None
    # "sim" to nothing that is open follows nothing up: it must not start the matter again.
    short = len(words(message)) <= FOLLOW_UP_WORDS
    if read_alone(message) is not None or not (_brings_something(case) if short else _goes_on(case)):
        return None
    return None if other_matter.asks_for_rest(message) else about  # nothing else is open: no answer twice


def _brings_something(case: DecisionInput) -> bool:
    """Whether a short message goes on with a matter: by its words, by the examples, or by a value for it.

    "asdkjh qwe" and a goodbye do not: who is speaking reads them, and starts nothing again.
    """
    if names_anew(case):
        return True
    follows = FOLLOW_UP.share(case.utterance.text, settings.EMBEDDER) >= HARDLY_FOLLOWS
    return follows or stays(case) or bool(by_value.find_takers(case))


def _goes_on(case: DecisionInput) -> bool:
    """Whether a message of any length goes on with the matter at hand: as a turn of this conversation, or by
    its form, where nobody is likelier.
    """
    if stays(case) and not _is_out_of_scope(case):
        return True
    if not case.goes_on or other_matter.is_announced(case.utterance.text):
        return False
    about, reading = matter_at_hand(case), case.reading
    likely = rank_specialists(case, reading) if reading is not None else []
    return (
        not likely
        or likely[0].share < OUTSPOKEN
        or (about is not None and likely[0].intent.agent == about.agent)
    )


def _is_out_of_scope(case: DecisionInput) -> bool:
    """Whether the examples know messages like it, as what nobody serves."""
    reading = case.reading
    return reading is not None and reading.out_of_scope and reading.confidence >= OUT_OF_SCOPE_SHARE


def _stays(case: DecisionInput) -> IntentSpec | None:
    """The matter at hand, where the examples know messages, and this one is not like what nobody serves."""
    reading = case.reading
    if reading is None or may_be_out_of_scope(reading) or read_alone(case.utterance.text) is not None:
        return None
    return None if other_matter.asks_for_rest(case.utterance.text) else matter_at_hand(case)


def _to_coordinator(case: DecisionInput) -> RouteDecision:
    """Back to whoever speaks first: the profile wants no message to stay with who asked something else."""
    published = case.published
    agent = published.coordinator
    reason = f"No tier was sure, and this does not answer the open question: back to {agent}."
    return RouteDecision(
        agent, agent, "fallback", CONFIDENCE, reason, "fallback",
        metadata={"follows": None}, domain=published.profile.domain or None,
    )  # fmt: skip


def nobody_serves(
    case: DecisionInput,
    confidence: float,
    facts: Mapping[str, Any],
    why: str = "The examples say that nobody serves this",
) -> RouteDecision:
    """The decision on what is known to be served by nobody: never a matter for who is speaking."""
    profile = case.published.profile
    agent = profile.fallback_agent
    reason = f"{why}: {agent} says what is served."
    return RouteDecision(
        agent, agent, "fallback", round(confidence, 3), reason, "fallback",
        metadata={**facts, "follows": None, "nobody": True, "out_of_scope": True},
        domain=profile.domain or None,
    )  # fmt: skip


def is_unserved(decided: RouteDecision | None) -> bool:
    """Whether nobody serves a message: what was spoken of before it is still the matter at hand."""
    return decided is not None and decided.intent == "fallback" and bool(decided.metadata.get("nobody"))


def is_out_of_scope(verdicts: Iterable[Verdict]) -> bool:
    """Whether the examples were sure that nobody serves a message."""
    return any(verdict.saw.get("why") == OUT_OF_SCOPE for verdict in verdicts)
