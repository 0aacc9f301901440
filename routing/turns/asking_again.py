"""A question that an earlier turn asked, asked once more.

question = find_left_behind(context, served)      # what this message neither answered nor took back
"""

import time
from collections.abc import Collection
from dataclasses import replace

from conversations.questions import SAID
from conversations.turn import Question, TurnContext
from language.acts.closed_list import read_closed
from routing.decision.reply import has_lapsed
from routing.texts import text

Matter = tuple[str, str | None]  # specialist, intent
OFFERED = "offered_again"  # in the data of a question that was left behind and asked once more


def find_left_behind(context: TurnContext, served: Collection[Matter]) -> Question | None:
    """The question that was open before this message and that it neither answered nor took back, asked in
    this turn. Once only, but for a yes to it: who goes on with other matters is not asked a third time.
    """
    question = context.request.state.question
    if (
        question is None
        or context.decision.withdrawn
        or context.decision.clear_state
        or (question.data.get(OFFERED) and not _agrees_beside(context))
    ):
        return None
    if has_lapsed(question.asked_at, time.time()):
        return None
    if (question.agent, question.intent) in served and not _agrees_beside(context):
        return None
    return ask_again(replace(question, data={**question.data, OFFERED: True, SAID: True}), context)


def find_agreed_beside(context: TurnContext) -> Question | None:
    """The open question of yes or no to which a message says yes before it asks for something else: "yes, and
    when are you open?". Nothing is done on that yes, so it is asked again.
    """
    return find_left_behind(context, ()) if _agrees_beside(context) else None


def _agrees_beside(context: TurnContext) -> bool:
    question = context.request.state.question
    if question is None or not question.is_yes_or_no or context.decision.reply is not None:
        return False
    begun = read_closed(context.request.utterance.text, question.text)
    return begun is not None and bool(begun.rest) and begun.kind in ("yes", "unsure")


def word_next(question: Question, display: str, language: str) -> str:
    """What is said of a question that is to be answered next; `display`: whose it is, empty in one voice."""
    words = question.reminder  # a draft and its question stand for themselves
    return (
        words
        if "\n" in words or not display
        else text("next_question", language, display=display, question=words)
    )


def ask_again(question: Question, context: TurnContext, words: str = "") -> Question:
    """A question, asked in this turn; `words` are those that led to it, where it does not know them."""
    request = question.request or words
    return replace(question, turn=context.request.number, asked_at=time.time(), request=request)
