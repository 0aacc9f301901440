"""What the tiers are given, and what they give back together."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from conversations.as_json import to_json
from conversations.turn import (
    ConversationState,
    Loop,
    Pending,
    Permission,
    Plan,
    Question,
    Reply,
    RouteDecision,
    Utterance,
    Verdict,
)
from language.automaton import Hit
from rollout.evaluate import EVERY
from routing.published import Published
from routing.specs import IntentSpec


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

    def hits(self, text: str, folded: str = "") -> list[Hit[IntentSpec]]:
        """Keyword hits of the message, or of a part of it, without those of intents that are switched off.

        `folded` as in `Published.hits`.
        """
        return self.switched_on(self.published.hits(text, folded))

    def switched_on(self, hits: list[Hit[IntentSpec]]) -> list[Hit[IntentSpec]]:
        """The hits of intents that no operator switched off."""
        if not self.off:
            return hits
        return [] if EVERY in self.off else [hit for hit in hits if hit.payload.name not in self.off]


class Decided(NamedTuple):
    """The decision, what every tier that was asked saw, and the reply to an open question."""

    decision: RouteDecision
    verdicts: tuple[Verdict, ...]
    reply: Reply | None
    plan: Plan | None = None  # several work at once (mode supervisor)
    loop: Loop | None = None  # one after the other (mode supervised)
    resumed: Pending | None = None  # the open part of an earlier message that is taken up again
    permissions: Mapping[str, Permission] = {}  # those that the message changed
    remaining: str = ""  # the message without the words that took a permission back
    withdrawn: bool = False  # the message took the open question back and speaks of something else


def told(verdicts: Iterable[Verdict]) -> list[dict[str, Any]]:
    """What each tier saw, as clients and the record get it."""
    return [
        {"tier": v.tier, "outcome": v.outcome, "saw": to_json(v.saw), "ms": round(v.ms, 3)} for v in verdicts
    ]
