"""A message about what is remembered of its writer.

What is known, that something is to be forgotten, or something that is to be kept and nothing else. No
specialist is asked.

Closed forms decide (`language.memory`); where a question is open, and where a profile remembers nobody, none
does.
"""

import time
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from conversations.turn import Fact, RouteDecision, TurnContext, Verdict
from language import memory as forms
from language.normalise import words
from routing.decision.input import Decision
from routing.decision.profile_runtime import ProfileRuntime

ROUTE = "memory"
JUST_NOW = 3600  # seconds: "forget that" means something said in this time
What = Literal["known", "kept", "forgotten"]


def is_for(decision: RouteDecision) -> bool:
    """Whether the decision is about what is remembered."""
    return decision.route == ROUTE


def read(context: TurnContext, published: ProfileRuntime) -> Decision | None:
    """The decision on a message about what is remembered; None for any other."""
    if not published.profile.remembers:
        return None
    text, memory = context.request.utterance.text, context.request.memory
    if forms.asks_what_is_known(text):
        return _decision(context, published, "known", "The user asks what is remembered of them.")
    if memory is None or _waits(context):
        return None
    if gone := to_forget(text, memory):
        reason = "The user wants something forgotten."
        return _decision(context, published, "forgotten", reason, {"keys": [each.key for each in gone]})
    if forms.only_states(text):
        return _decision(context, published, "kept", "The user says what is to be remembered.")
    return None


def or_kept(decided: Decision, context: TurnContext, published: ProfileRuntime) -> Decision:
    """The decision, where some tier was sure.

    Else that a habit is kept, where the message tells one and nothing else.
    """
    nothing = published.profile.remembers and context.request.memory is not None and not _waits(context)
    if (
        not nothing
        or not decided.unsure
        or not forms.only_states(context.request.utterance.text, forms.HABIT)
    ):
        return decided
    kept = _decision(context, published, "kept", "The user tells a habit, and nothing else.")
    return kept._replace(verdicts=(*decided.verdicts, *kept.verdicts))


def to_forget(text: str, memory: Sequence[Fact]) -> list[Fact]:
    """The facts that a message wants forgotten; none where it means something else."""
    what = forms.find_forgotten(text)
    if not what or not memory:
        return []
    if what == forms.ALL:
        return list(memory)
    if what == forms.LAST:
        newest = max(memory, key=lambda each: each.at)
        return [newest] if time.time() - newest.at < JUST_NOW else []
    return [each for each in memory if _means(what, each)]


def _means(what: str, fact: Fact) -> bool:
    named, value = set(words(what)), set(words(fact.value))
    return fact.key == what or fact.key.partition("_")[0] == what or named <= value or value <= named


def _waits(context: TurnContext) -> bool:
    state = context.request.state
    return state.question is not None or state.clarification is not None


def _decision(
    context: TurnContext,
    published: ProfileRuntime,
    what: What,
    reason: str,
    about: Mapping[str, Any] | None = None,
) -> Decision:
    agent, metadata = (
        published.who_speaks(context.request.state.active_agent),
        {"memory": what, **(about or {})},
    )
    decision = RouteDecision(ROUTE, agent, ROUTE, 1.0, reason, "memory", None, False, metadata)
    return Decision(decision, (Verdict("memory", decision, metadata),), None)
