"""What the tiers are given, and what they give back together."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from conversations.turn import ConversationState, Question, Reply, RouteDecision, Utterance, Verdict, to_json
from routing.published import Published


class Case(NamedTuple):
    """A message to be decided on.

    `waiting` is the question that is open (asked, or stood for by a state policy), `reply` how the message
    answers it, when it does. `off` names intents that an operator switched off.
    """

    utterance: Utterance
    state: ConversationState
    published: Published
    waiting: Question | None = None
    reply: Reply | None = None
    off: frozenset[str] = frozenset()


class Decided(NamedTuple):
    """The decision, what every tier that was asked saw, and the reply to an open question."""

    decision: RouteDecision
    verdicts: tuple[Verdict, ...]
    reply: Reply | None
    withdrawn: bool = False  # the message took the open question back and speaks of something else


def told(verdicts: Iterable[Verdict]) -> list[dict[str, Any]]:
    """What each tier saw, as clients and the record get it."""
    return [
        {"tier": v.tier, "outcome": v.outcome, "saw": to_json(v.saw), "ms": round(v.ms, 3)} for v in verdicts
    ]
