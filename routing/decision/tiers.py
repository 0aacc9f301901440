"""The table of tiers and how they are asked: in order, until one is sure."""

import time
from typing import Protocol

from conversations.turn import ConversationState, Reply, Utterance, Verdict
from routing.decision import resuming
from routing.decision.case import Case, Decided
from routing.decision.fallback import FallbackTier
from routing.decision.keyword import KeywordTier
from routing.decision.reply import open_question, read, withdrawn
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
    # `example` (a classifier over the intents' examples) and `llm` come here, in this order.
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
        if verdict is not NOTHING_OPEN:
            # The verdict is ours and new; a copy of it would cost as much as finding the keywords.
            object.__setattr__(verdict, "ms", (ended - began) * 1000)
        began = ended
        verdicts.append(verdict)
        if verdict.decision is not None:
            reply = case.reply
            if reply is None and case.waiting is not None and verdict.decision.method == "state":
                reply = Reply("unclear", case.waiting)  # given to who asked, who asks again
            return Decided(verdict.decision, tuple(verdicts), reply, withdrawn=dropped)
    raise AssertionError("the last tier always decides")
