"""What the tiers decide of a message, part by part, whatever the mode.

What is urgent and for a person, wanted and switched off, or stands behind a yes is set apart first; what
remains is decided as any message.
"""

import time
from dataclasses import replace

from conversations.turn import TurnContext
from routing.decision import behind_yes, emergency, memory, permission, person, switched_off
from routing.decision.clarification import label_of
from routing.decision.input import Decision, DecisionInput
from routing.decision.profile_runtime import ProfileRuntime
from routing.decision.reply import open_question
from routing.decision.tiers import decide

Intents = frozenset[str]


def decide_apart(
    context: TurnContext, published: ProfileRuntime, off: Intents
) -> tuple[Decision, TurnContext]:
    """Cuts out what is urgent and for a person, and decides the rest as `_decide_what_is_on`."""
    case = DecisionInput.of(context, published, off)
    part = emergency.find(case)
    if part is None:
        return _decide_what_is_on(context, published, off)
    if context.request.state.person is not None:  # who waits for a person has this told to them at once
        return emergency.for_person(case, part), context
    decided, left = _decide_what_is_on(_with_text(context, part.rest), published, off)
    if not emergency.is_served(decided, published):
        return emergency.for_person(case, part), context
    urgent = (part.intent.name, part.words)
    return decided._replace(urgent=urgent, remaining=decided.remaining or part.rest), left


def _decide_what_is_on(
    context: TurnContext, published: ProfileRuntime, off: Intents
) -> tuple[Decision, TurnContext]:
    """Cuts out the parts that want what is switched off, and decides the rest as `_decide_behind_yes`.

    Not of what may answer a question: nothing that limits a yes is taken out of it.
    """
    case = DecisionInput.of(context, published, off)
    asked = open_question(case.state, published, case.now) if off else None
    part = switched_off.find_beside(case) if off and asked is None else None
    if part is not None:
        decided, left = _decide_behind_yes(_with_text(context, part.rest), published, off)
        if emergency.is_served(decided, published):
            language = context.request.utterance.language
            labels = tuple(label_of(intent, language) for intent in part.intents)
            return decided._replace(switched_off=labels, remaining=decided.remaining or part.rest), left
    return _decide_behind_yes(context, published, off)


def _decide_behind_yes(
    context: TurnContext, published: ProfileRuntime, off: Intents
) -> tuple[Decision, TurnContext]:
    """Cuts off the yes before a matter of its own, and decides that as `decide_by_tiers`."""
    decided, left = decide_by_tiers(context, published, off)
    case = DecisionInput.of(left, published, off)
    apart = person.is_for(decided.decision) or memory.is_for(decided.decision) or decided.remaining
    found = None if apart else behind_yes.find(case, decided)
    if found is None:
        return decided, left
    # Nothing else answers the question, and its matter is not likelier to be meant than any other.
    state = replace(
        left.request.state, question=None, clarification=None, workflow_state=None,
        active_intent=None, active_agent=None,
    )  # fmt: skip
    behind = _with_text(left, found.rest)
    alone = replace(behind, request=replace(behind.request, state=state))
    rest, then = decide_by_tiers(alone, published, off)
    made = behind_yes.decide(found, rest, case)
    if made is None:
        return decided, left
    return made, then if made.agreed is not None else behind


def _with_text(context: TurnContext, text: str) -> TurnContext:
    utterance = replace(context.request.utterance, text=text)
    return replace(context, request=replace(context.request, utterance=utterance))


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
    left = _with_text(context, decided.remaining)
    if not decided.withdrawn:
        return left
    return replace(left, request=replace(left.request, state=replace(left.request.state, question=None)))
