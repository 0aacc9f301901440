"""The question that a conversation waits for after a turn."""

import time
from dataclasses import replace

from django.conf import settings

from conversations.side_effects import may_have_acted
from conversations.turn import ConversationState, Question, TurnContext
from routing.turns.team.open_parts import same

UNFINISHED = ("failed", "blocked", "cancelled")


def question_after(context: TurnContext) -> Question | None:
    """What is open after this turn: a new question replaces the one before.

    A reply, a cancel or what was taken back ends it; a turn that was not finished leaves it, but for a
    permission that was just answered.
    """
    question = without_lapsed(context.request.state, time.time()).question
    if context.outcome.status in UNFINISHED:
        if answers(context, question) and may_have_acted(context.work.tool_results):
            return None  # what it asked for may be done already
        settled = {name for name, each in context.work.permissions.items() if each.state != "asked"}
        answered = question and question.kind == "permission" and question.data.get("permission") in settled
        return None if answered else question
    if answers(context, question) or context.decision.clear_state or context.decision.withdrawn:
        question = None
    opened = context.outcome.question
    return opened if opened is not None and opened.kind != "clarification" else question


def answers(context: TurnContext, question: Question | None) -> bool:
    """Whether the message ended this question; the reply to an open part leaves the one asked last open."""
    reply = context.decision.reply
    if reply is None or reply.kind not in ("yes", "no", "value", "cancel"):
        return False
    return question is None or same(reply.question, question)


def without_lapsed(kept: ConversationState, now: float) -> ConversationState:
    """A question, a choice, a call or a state that nobody came back to is forgotten after `STATE_SECONDS`."""
    oldest = now - settings.STATE_SECONDS
    if kept.question is not None and kept.question.asked_at < oldest:
        kept = replace(kept, question=None)
    if kept.clarification is not None and kept.clarification.asked_at < oldest:
        kept = replace(kept, clarification=None)
    if kept.calls is not None and kept.calls.at < oldest:
        kept = replace(kept, calls=None)
    if kept.workflow_state and kept.state_since < oldest:
        kept = replace(kept, workflow_state=None)
    return kept
