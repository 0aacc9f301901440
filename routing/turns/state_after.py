"""What a conversation remembers after a turn: its question, its workflow, who is active and about what."""

import time
from dataclasses import replace

from conversations.turn import ConversationState, Handoff, TurnContext
from handoffs import record, to_person
from routing.decision.fallback import is_unserved
from routing.turns.team import open_parts
from routing.turns.team.open_parts import UNFINISHED, answers, choose_question_after, without_lapsed

KEEPS = ("state", "clarification")  # decisions that leave a state as it is
CONTEXTS = 8  # specialists whose findings a conversation keeps


def make_state_after(context: TurnContext) -> ConversationState:
    """What the conversation remembers after this turn.

    A new question replaces the open one; a reply, a cancel or a new topic that was served ends it; a
    question about the matter leaves it open. A failed, blocked or cancelled turn leaves question and
    state as they were, but for a permission just answered; what was said in it (language, values,
    permissions, pending parts) is kept.
    """
    before, question = without_lapsed(context.request.state, time.time()), choose_question_after(context)
    base = _take_over(before, context)
    if context.outcome.status in UNFINISHED:
        return _as_said(replace(base, question=question), context)
    workflow = _workflow_after(before, context)
    opened = context.outcome.question
    unclear = opened if opened is not None and "original" in opened.data else None
    if opened is None and context.outcome.aside:
        unclear = before.clarification
    contexts = {**before.contexts, **context.work.contexts}
    base = replace(base, permissions={**before.permissions, **context.work.permissions})
    passed = context.work.person
    if passed is not None and not passed.ended:  # what is said next, and says nothing else, belongs to it
        base = replace(base, active_agent=passed.agent, active_intent=passed.intent)
    if context.work.subs is not None:
        base = replace(base, sub_conversation=context.work.subs.active, notes=context.work.subs.notes)
    goes_on = context.outcome.aside or is_unserved(context.decision.route)
    spoke = (base.active_agent if goes_on else None) or context.work.active_agent
    return replace(
        base,
        workflow_state=workflow,
        state_since=time.time() if workflow != before.workflow_state else before.state_since,
        question=question,
        calls=context.outcome.calls,  # any message ends those of before
        clarification=unclear,
        active_agent=spoke or before.active_agent,
        previous_agent=before.active_agent,
        active_intent=_intent_kept(context) or base.active_intent,
        contexts=dict(sorted(contexts.items(), key=lambda item: item[1].get("last_active", 0))[-CONTEXTS:]),
    )


def _take_over(before: ConversationState, context: TurnContext) -> ConversationState:
    """The state before with what holds whatever became of the turn."""
    return replace(
        before,
        language=context.request.utterance.language,
        identity=dict(context.request.identity.business),
        source_fields=dict(context.request.identity.source_fields),
        path=(*before.path, *_path(context.work.handoffs))[-record.REMEMBERED :],
        values={**before.values, **context.decision.values},
        person=to_person.after(before.person, context.work.person),
        pending=before.pending if context.outcome.pending is None else context.outcome.pending,
        parts=open_parts.list_named(context) or before.parts,
    )


def _workflow_after(before: ConversationState, context: TurnContext) -> str | None:
    """The state of the conversation's workflow: the turn's own, else the one before while it lasts."""
    if context.outcome.next_state:
        return context.outcome.next_state
    if answers(context, before.question) or context.decision.clear_state or context.decision.withdrawn:
        return None
    nobody_asked = context.decision.reply is None and before.question is None
    if nobody_asked and _is_new(context) and not context.outcome.aside:
        return None  # a new topic ends a state that nobody asked about
    return before.workflow_state


def _is_new(context: TurnContext) -> bool:
    return context.decision.route is not None and context.decision.route.method not in KEEPS


def _as_said(base: ConversationState, context: TurnContext) -> ConversationState:
    """What the user allowed or forbade holds whatever became of the turn."""
    answered = {name: each for name, each in context.work.permissions.items() if each.state != "asked"}
    return replace(base, permissions={**base.permissions, **answered})


def _intent_kept(context: TurnContext) -> str | None:
    """The intent that a short follow-up goes on with: of several, the one of whoever is active now.

    None: as before.
    """
    decided = context.decision.route
    intent = decided.intent if decided is not None else None
    if context.outcome.aside or (decided is not None and decided.method == "clarification"):
        return None
    if context.work.loop is not None:
        done = [each.intent for each in context.work.loop.done if each.agent == context.work.active_agent]
        intent = done[-1] if done else intent
    branches = context.decision.plan.branches if context.decision.plan else context.decision.parts
    if not branches:
        follows = decided.follows if decided is not None else None
        # What nobody understood ends no matter: the next short word goes on with what it went on with.
        return follows or (None if decided is not None and decided.intent == "fallback" else intent)
    return next((each.intent for each in branches if each.agent == context.work.active_agent), None)


def _path(handoffs: tuple[Handoff, ...]) -> tuple[tuple[str, str], ...]:
    # A coordinator calls the same specialist in as often as it is needed: that is no handoff.
    return tuple((h.from_agent, h.to_agent) for h in handoffs if record.counts_of(h))
