"""The table of tiers and how they are asked: in order, until one is sure.

A model (`llm`) is no row of it: it is waited for, and asked only where the last rows (`UNSURE`) would decide
(ADR 28).
"""

import time
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Protocol

from conversations.turn import ConversationState, Pending, Utterance, Verdict
from routing.decision import clarification, llm, plugin_tiers, resuming
from routing.decision.by_value import NO_VALUE, ValueTier
from routing.decision.clarification import NOT_NEEDED, ClarificationTier
from routing.decision.example import NOT_LEARNT, ExampleTier
from routing.decision.fallback import FallbackTier
from routing.decision.input import UNSURE, Decision, DecisionInput
from routing.decision.keyword import KeywordTier
from routing.decision.person import NOT_ASKED_FOR, PersonTier
from routing.decision.plugin_tiers import NOT_IN_USE
from routing.decision.profile_runtime import ProfileRuntime
from routing.decision.reply import has_lapsed, open_question, read, read_undecided, takes_back, withdrawn
from routing.decision.state import NOTHING_OPEN, StateTier


class Tier(Protocol):
    """One way to decide. It gives a verdict with a decision, or with None when it is not sure."""

    @property
    def method(self) -> str: ...

    def decide(self, case: DecisionInput) -> Verdict: ...


TIERS: tuple[Tier, ...] = plugin_tiers.place_tiers(
    (
        StateTier(),
        PersonTier(),
        KeywordTier(),
        ExampleTier(),
        ClarificationTier(),
        ValueTier(),
        FallbackTier(),
    )
)
LEFT_OUT = (NOT_LEARNT, NOT_NEEDED, NOT_ASKED_FOR, NOT_IN_USE, NO_VALUE)


def decide(
    utterance: Utterance,
    state: ConversationState,
    published: ProfileRuntime,
    now: float | None = None,
    off: frozenset[str] = frozenset(),
) -> Decision:
    """Who answers this message, and why. Pure: nothing is read but the arguments.

    >>> decide(Utterance("oi", "oi"), ConversationState(), published).decision.intent
    'greeting'

    `now` is epoch seconds; a question lapses after `settings.STATE_SECONDS`. `off` names intents that an
    operator switched off, "*" all of them.
    """
    if (state.pending or state.parts) and (
        part := resuming.find_taken_up(utterance, state, published)
    ) is not None:
        return _on_part(part, published, ())
    now = time.time() if now is None else now
    if state.clarification is not None and has_lapsed(state.clarification.asked_at, now):
        state = replace(state, clarification=None)
    case, dropped = DecisionInput(utterance, state, published, None, None, off), False
    if state.clarification is not None and (chosen := clarification.pick(case)) is not None:
        return chosen
    if state.question is not None or state.workflow_state or state.pending:
        case, dropped = _beside_what_is_open(case, now)
    verdicts: list[Verdict] = []
    began = time.perf_counter()
    for tier in TIERS:
        if state.parts and tier.method == ClarificationTier.method and (part := resuming.find_named(case)):
            return _on_part(part, published, verdicts)
        verdict = tier.decide(case)
        if verdict is NOTHING_OPEN:
            verdicts.append(verdict)
            continue
        if any(verdict is each for each in LEFT_OUT):
            continue  # a tier that has nothing to say is left out
        ended = time.perf_counter()
        ms = (ended - began) * 1000
        verdict = Verdict(verdict.tier, verdict.decision, verdict.saw, ms, verdict.doubted)
        verdicts.append(verdict)
        began = ended
        if verdict.decision is not None:
            reply = case.reply
            if reply is None and case.waiting is not None and verdict.decision.method == "state":
                # Given to who asked, who asks again, or proposes it as the message may want it.
                reply = read_undecided(case, case.waiting)
            gone = dropped or (reply is not None and takes_back(reply, published))
            return Decision(verdict.decision, tuple(verdicts), reply, withdrawn=gone)
    raise AssertionError("the last tier always decides")


def _on_part(part: Pending, published: ProfileRuntime, before: Iterable[Verdict]) -> Decision:
    """The decision to take up a part of an earlier message."""
    verdict = resuming.verdict(part, published)
    assert verdict.decision is not None
    return Decision(verdict.decision, (*before, verdict), None, resumed=part)


def _beside_what_is_open(case: DecisionInput, now: float) -> tuple[DecisionInput, bool]:
    """The case with the question that is open and the reply to it.

    And whether the message takes that question back.
    """
    state, published, dropped = case.state, case.published, False
    waiting = open_question(state, published, now)
    if waiting is not None and not (dropped := withdrawn(case, waiting)):
        case = case._replace(waiting=waiting, reply=read(case, waiting))
    if state.pending and (other := resuming.answer_open_part(case, now)) is not None:
        case = case._replace(waiting=other.question, reply=other)
    return case, dropped


def otherwise(
    decided: Decision,
    utterance: Utterance,
    state: ConversationState,
    published: ProfileRuntime,
    off: frozenset[str] = frozenset(),
    now: float | None = None,
) -> dict[str, Any] | None:
    """What would have won, had the tier that decided abstained.

    The next keyword, else the next tier that is sure; had the mode not decided, the tier. None after the last
    tier, and where none was asked.

    For people who ask why: a turn never asks the tiers behind the one that was sure. `asks_model` names the
    model that would be asked before.
    """
    if not decided.verdicts or decided.verdicts[-1].tier == FallbackTier.method:
        return None
    last = decided.verdicts[-1]
    names = [tier.method for tier in TIERS]
    before = [names.index(verdict.tier) for verdict in decided.verdicts if verdict.tier in names]
    if last.tier not in (*names, llm.METHOD, clarification.CLARIFIED):
        sure = next((each for each in reversed(decided.verdicts[:-1]) if each.decision), None)
        return _describe(sure) if sure is not None else None
    for name in ("otherwise", "runner_up"):
        second = decided.decision.metadata.get(name)
        if isinstance(second, dict) and "keyword" in second:
            return {"tier": KeywordTier.method, **second}
    if decided.remaining and last.tier != clarification.CLARIFIED:
        utterance = replace(utterance, text=decided.remaining)
    case, _ = _beside_what_is_open(
        DecisionInput(utterance, state, published, off=off), time.time() if now is None else now
    )
    case = case._replace(reply=None)
    for tier in TIERS[max(before, default=-1) + 1 :]:
        verdict = tier.decide(case)
        if verdict.decision is not None:
            model = published.profile.llm_router if tier.method in UNSURE and last.tier != llm.METHOD else ""
            return _describe(verdict) | ({"asks_model": model} if model else {})
    return None


def _describe(verdict: Verdict) -> dict[str, Any]:
    found = verdict.decision
    assert found is not None
    return {"tier": verdict.tier, "intent": found.intent, "agent": found.agent, "reason": found.reason}
