"""The table of tiers and how they are asked: in order, until one is sure."""

import time
from typing import Any, Protocol

from conversations.turn import ConversationState, Reply, Utterance, Verdict
from routing.decision import clarification, resuming
from routing.decision.case import Case, Decided
from routing.decision.clarification import NOT_NEEDED, ClarificationTier
from routing.decision.example import NOT_LEARNT, ExampleTier
from routing.decision.fallback import FallbackTier
from routing.decision.keyword import KeywordTier
from routing.decision.reply import changeable, open_question, read, withdrawn
from routing.decision.state import NOTHING_OPEN, StateTier
from routing.published import Published


class Tier(Protocol):
    """One way to decide. It gives a verdict with a decision, or with None when it is not sure."""

    @property
    def method(self) -> str: ...

    def decide(self, case: Case) -> Verdict: ...


TIERS: tuple[Tier, ...] = (
    StateTier(),
    KeywordTier(),
    ExampleTier(),
    # `llm` comes here.
    ClarificationTier(),
    FallbackTier(),
)


def decide(
    utterance: Utterance,
    state: ConversationState,
    published: Published,
    now: float | None = None,
    off: frozenset[str] = frozenset(),
) -> Decided:
    """Who answers this message, and why. Pure: nothing is read but the arguments.

    >>> decide(Utterance("oi", "oi"), ConversationState(), published).decision.intent
    'greeting'

    `now` is epoch seconds; a question lapses after `settings.STATE_SECONDS`. `off` names intents that an
    operator switched off, "*" all of them.
    """
    case, dropped = Case(utterance, state, published, off=off), False
    if state.pending and (part := resuming.taken_up(utterance, state, published)) is not None:
        verdict = resuming.verdict(part, published)
        assert verdict.decision is not None
        return Decided(verdict.decision, (verdict,), None, resumed=part)
    now = time.time() if now is None else now
    if state.clarification is not None and (chosen := clarification.picked(case, now)) is not None:
        return chosen
    if state.question is not None or state.workflow_state:
        waiting = open_question(state, published, now)
        if waiting is not None and not (dropped := withdrawn(case, waiting)):
            case = case._replace(waiting=waiting, reply=read(case, waiting))
    if state.pending and (other := resuming.answered(case, now)) is not None:
        case = case._replace(waiting=other.question, reply=other)
    verdicts: list[Verdict] = []
    began = time.perf_counter()
    for tier in TIERS:
        verdict = tier.decide(case)
        ended = time.perf_counter()
        if verdict is NOTHING_OPEN:
            verdicts.append(verdict)
        elif (
            verdict is not NOT_LEARNT and verdict is not NOT_NEEDED
        ):  # a tier that has nothing to say is left out
            # The verdict is ours and new; a copy of it would cost as much as finding the keywords.
            object.__setattr__(verdict, "ms", (ended - began) * 1000)
            verdicts.append(verdict)
        began = ended
        if verdict.decision is not None:
            reply = case.reply
            if reply is None and case.waiting is not None and verdict.decision.method == "state":
                # Given to who asked, who asks again, or proposes it as the message may want it.
                reply = Reply("change" if changeable(case.waiting, published) else "unclear", case.waiting)
            return Decided(verdict.decision, tuple(verdicts), reply, withdrawn=dropped)
    raise AssertionError("the last tier always decides")


def otherwise(
    decided: Decided,
    utterance: Utterance,
    state: ConversationState,
    published: Published,
    off: frozenset[str] = frozenset(),
) -> dict[str, Any] | None:
    """What would have won, had the tier that decided abstained; None after the last one, and where the mode decided.

    For people who ask why: a turn never asks the tiers behind the one that was sure.
    """
    names = [tier.method for tier in TIERS]
    asked = [verdict.tier for verdict in decided.verdicts if verdict.tier in names]
    if not asked or asked[-1] == names[-1]:
        return None
    for name in ("otherwise", "runner_up"):
        second = decided.decision.metadata.get(name)
        if isinstance(second, dict) and "keyword" in second:
            return {"tier": "keyword", **second}
    case = Case(utterance, state, published, off=off)
    for tier in TIERS[names.index(asked[-1]) + 1 :]:
        found = tier.decide(case).decision
        if found is not None:
            return {"tier": tier.method, "intent": found.intent, "agent": found.agent, "reason": found.reason}
    return None
