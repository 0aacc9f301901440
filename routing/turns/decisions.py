"""How a mode decides who answers: most ask the tiers, and make of it what their team is.

The tiers are asked at once, with the vectors that they need fetched before; a model that decides is waited
for only where they fell back.

Results of calls that a specialist left to its caller's program go back to that specialist.

Nothing is routed anew.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

from agents.resources import Resources
from conversations.turn import RouteDecision, TurnContext
from language import embedder
from routing.decision import llm, memory, permission, person
from routing.decision.input import Decision
from routing.decision.plugin_tiers import names_off
from routing.decision.profile_runtime import ProfileRuntime
from routing.decision.tiers import decide


def read_brought_results(context: TurnContext, published: ProfileRuntime) -> Decision | None:
    """The decision on results that a request brings.

    None for any message, and where who called is published no more.
    """
    waits = context.request.state.calls
    if waits is None or not context.request.client_tools.results or waits.agent not in published.specialists:
        return None
    named = published.intents.get(waits.intent or "")
    return Decision(
        RouteDecision(
            route=waits.agent,
            agent=waits.agent,
            intent=waits.intent or "fallback",
            confidence=1.0,
            reason=f"Results of the calls that {waits.agent} had passed on to the caller.",
            method="state",
            next_state=context.request.state.workflow_state,
            metadata={"calls": [call.name for call in waits.calls], "turn": waits.turn},
            domain=(named.domain if named else published.profile.domain) or None,
            mcp_tools=named.tools if named else (),
        ),
        (),
        None,
    )


Intents = frozenset[str]
InMode = Callable[[Decision, TurnContext, ProfileRuntime, Intents], Decision]


class Decisions(Protocol):
    """Who answers, in one mode."""

    def decide(self, context: TurnContext, published: ProfileRuntime, off: Intents) -> Decision:
        """Without asking a model; `off` names intents that are switched off."""

    async def decide_with_model(
        self, context: TurnContext, published: ProfileRuntime, resources: Resources
    ) -> tuple[Decision, llm.ModelVerdict | None]:
        """As a turn decides, and what a model was asked for it; None where none was needed."""


@dataclass(frozen=True, slots=True)
class ByTiers:
    """The first tier that is sure; `in_mode` makes of it what the mode does.

    `by_model`: where none is, the profile's model is asked; else the mode's own agents read for themselves.
    """

    in_mode: InMode
    by_model: bool = True

    def decide(self, context: TurnContext, published: ProfileRuntime, off: Intents) -> Decision:
        if (back := read_brought_results(context, published)) is not None:
            return back
        decided, left = decide_by_tiers(context, published, off)
        return self._in_mode(_pass_to_person(decided, left, published), left, published, off)

    async def decide_with_model(
        self, context: TurnContext, published: ProfileRuntime, resources: Resources
    ) -> tuple[Decision, llm.ModelVerdict | None]:
        if (back := read_brought_results(context, published)) is not None:
            return back, None
        off = names_off(resources.switches)
        supply = embedder.supply(context.request.tenant_id)
        decided, left = await supply(lambda: decide_by_tiers(context, published, off))
        verdict = None
        if self.by_model and llm.may_help(decided, left, published):
            verdict = await llm.ask(decided, left, published, resources)
            decided = llm.after(decided, verdict)
        decision = _pass_to_person(decided, left, published)
        return await supply(lambda: self._in_mode(decision, left, published, off)), verdict

    def _in_mode(
        self, decided: Decision, context: TurnContext, published: ProfileRuntime, off: Intents
    ) -> Decision:
        """What is for a person, or about what is remembered, is no matter of the mode."""
        apart = person.is_for(decided.decision) or memory.is_for(decided.decision)
        return decided if apart else self.in_mode(decided, context, published, off)


def _pass_to_person(decided: Decision, context: TurnContext, published: ProfileRuntime) -> Decision:
    return decided if memory.is_for(decided.decision) else person.read(decided, context, published)


def decide_by_tiers(
    context: TurnContext, published: ProfileRuntime, off: Intents, serves_held: bool = True
) -> tuple[Decision, TurnContext]:
    """What the tiers decide, whatever the mode, and the context with what is left of the message to serve.

    `serves_held`: whoever goes on with the agents has the message served that waited for a person.
    """
    if (about := memory.read(context, published)) is not None:
        return about, context
    decided = decide(context.request.utterance, context.request.state, published, time.time(), off)
    if serves_held and (held := person.find_held(decided)):
        return _go_on(held, decided, context, published, off)
    decided = memory.or_kept(decided, context, published)
    if memory.is_for(decided.decision):
        return decided, context
    if decided.decision.method == "clarified":
        context = _on_the_rest(decided, context)
    decided = permission.read(decided, context, published, off)
    if decided.remaining and decided.decision.method != "clarified":
        context = _on_the_rest(decided, context)
        rest = decide(context.request.utterance, context.request.state, published, time.time(), off)
        decided = rest._replace(
            permissions=decided.permissions, remaining=decided.remaining, withdrawn=decided.withdrawn
        )
    return decided, context


def _go_on(
    held: str, decided: Decision, context: TurnContext, published: ProfileRuntime, off: Intents
) -> tuple[Decision, TurnContext]:
    """What the tiers decide of a message that waited for a person, as the user goes on with the agents."""
    left = _on_the_rest(decided._replace(remaining=held, withdrawn=True), context)
    left = replace(left, request=replace(left.request, state=replace(left.request.state, person=None)))
    again = decide(left.request.utterance, left.request.state, published, time.time(), off)
    return again._replace(remaining=held, withdrawn=True, goes_on=True), left


def _on_the_rest(decided: Decision, context: TurnContext) -> TurnContext:
    """The context with what is left to serve.

    A question for the permission that was refused is open no longer.
    """
    utterance = replace(context.request.utterance, text=decided.remaining)
    state = replace(context.request.state, question=None) if decided.withdrawn else context.request.state
    return replace(context, request=replace(context.request, utterance=utterance, state=state))
