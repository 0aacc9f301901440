"""What the tiers are given, and what they give back together."""

from typing import NamedTuple

from conversations.turn import ConversationState, Question, Reply, RouteDecision, Utterance, Verdict
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
