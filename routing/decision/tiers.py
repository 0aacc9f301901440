"""The table of tiers and how they are asked: in order, until one is sure.

A model (`llm`) is no row of it: it is waited for, and asked only where a row that is not `sure` would decide
(ADR 28).
"""

import time
from dataclasses import replace
from typing import Any

from conversations.turn import ConversationState, Utterance, Verdict
from routing.decision import clarification, llm, plugin_tiers, resuming
from routing.decision.by_value import ValueTier
from routing.decision.clarification import ClarificationTier
from routing.decision.example import ExampleTier
from routing.decision.fallback import FallbackTier
from routing.decision.input import Decision, DecisionInput, Tier
from routing.decision.keyword import KeywordTier
from routing.decision.person import PersonTier
from routing.decision.profile_runtime import ProfileRuntime
from routing.decision.reply import has_lapsed, open_question, read, read_undecided, takes_back, withdrawn
from routing.decision.resuming import NamedPartTier
from routing.decision.state import StateTier

TIERS: tuple[Tier, ...] = plugin_tiers.place_tiers(
    (
        StateTier(),
        PersonTier(),
        KeywordTier(),
        ExampleTier(),
        NamedPartTier(),
        ClarificationTier(),
        ValueTier(),
        FallbackTier(),
    )
)


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
    now = time.time() if now is None else now
    if state.clarification is not None and has_lapsed(state.clarification.asked_at, now):
        state = replace(state, clarification=None)
    case, dropped = DecisionInput(utterance, state, published, now, off=off), False
    if (earlier := resuming.take_up(case) or clarification.pick(case)) is not None:
        return earlier
    if any((state.question, state.clarification, state.workflow_state, state.pending)):
        case, dropped = _beside_what_is_open(case)
    verdicts: list[Verdict] = []
    began = time.perf_counter()
    epoch = time.time() - began
    for tier in TIERS:
        verdict = tier.decide(case)
        if verdict.silent:
            continue
        ended = time.perf_counter()
        verdicts.append(verdict._replace(ms=(ended - began) * 1000, at=epoch + began))
        began = ended
        if verdict.decision is None:
            continue
        if verdict.resumed is not None:
            return Decision(verdict.decision, tuple(verdicts), None, resumed=verdict.resumed)
        reply = case.reply
        if reply is None and case.waiting is not None and verdict.decision.method == StateTier.method:
            # Given to who asked, who asks again, or proposes it as the message may want it.
            reply = read_undecided(case, case.waiting)
        gone = dropped or (reply is not None and takes_back(reply, published))
        return Decision(verdict.decision, tuple(verdicts), reply, withdrawn=gone)
    raise AssertionError("the last tier always decides")


def _beside_what_is_open(case: DecisionInput) -> tuple[DecisionInput, bool]:
    """The case with the question that is open and the reply to it.

    And whether the message takes that question back.
    """
    state, published, dropped = case.state, case.published, False
    waiting = open_question(state, published, case.now)
    if waiting is not None and not (dropped := withdrawn(case, waiting)):
        case = case._replace(waiting=waiting, reply=read(case, waiting))
    if state.pending and (other := resuming.answer_open_part(case)) is not None:
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
    now = time.time() if now is None else now
    case, _ = _beside_what_is_open(DecisionInput(utterance, state, published, now, off=off))
    case = case._replace(reply=None)
    for tier in TIERS[max(before, default=-1) + 1 :]:
        verdict = tier.decide(case)
        if verdict.decision is not None and verdict.resumed is None:
            model = published.profile.llm_router if not tier.sure and last.tier != llm.METHOD else ""
            return _describe(verdict) | ({"asks_model": model} if model else {})
    return None


def _describe(verdict: Verdict) -> dict[str, Any]:
    found = verdict.decision
    assert found is not None
    return {"tier": verdict.tier, "intent": found.intent, "agent": found.agent, "reason": found.reason}
