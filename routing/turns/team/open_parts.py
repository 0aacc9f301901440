"""What stays open after a turn: parts nobody answered yet, and the question that is asked next.

The question that a conversation waits for after a turn.
"""

import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.conf import settings

from agents.specialists.questions import alike
from conversations.questions import SAID
from conversations.side_effects import list_acted
from conversations.turn import ConversationState, Loop, Pending, PlannedBranch, Question, Reply, TurnContext
from routing.decision.reply import has_lapsed
from routing.turns.asking_again import Matter

MOST = 8
PLACED = 20  # characters of a part by which its place in the message is found
BEHIND = "behind"  # why a part is open that its specialist asks about once its question before is answered
TURNS = 20  # an open part that nobody came back to for so many turns is forgotten


def leave_open(branch: PlannedBranch, why: str, context: TurnContext) -> Pending:
    """A part of this message that was not answered; `why` is failed, late or left_out."""
    return Pending(branch.agent, branch.text, why, branch.intent, turn=context.request.number)


def list_decided(context: TurnContext) -> tuple[PlannedBranch, ...]:
    """The parts that were decided on; of one matter one."""
    decided = context.decision
    if several := decided.plan.branches if decided.plan else decided.parts:
        return several
    assert decided.route is not None
    return (PlannedBranch(decided.route.agent, decided.route.intent, decided.remaining),)


def open_question(
    question: Question, words: str, context: TurnContext, before: Sequence[Question | None] = ()
) -> Pending:
    """A part whose specialist asked something while others of this turn were asked `before`, which may be its
    own.
    """
    matter = (question.agent, question.intent)
    why = BEHIND if matter in {(each.agent, each.intent) for each in before if each} else "asked"
    return Pending(question.agent, words, why, question.intent, question, context.request.number)


def find_waiting(context: TurnContext, reply: Reply | None, withdrawn: bool = False) -> Pending | None:
    """The part that the conversation's question stands for, where this message neither answers it (`reply`)
    nor takes it back: it waits until what is asked now is done.
    """
    question = context.request.state.question
    if question is None or withdrawn or has_lapsed(question.asked_at, time.time()):
        return None
    if reply is not None and is_same(reply.question, question):
        return None
    return make_waiting(question)


def make_waiting(question: Question) -> Pending:
    """A question as the part of an earlier message that it stands for."""
    words = question.request or question.text
    repeated = replace(question, data={**question.data, SAID: True})
    return Pending(question.agent, words, "asked", question.intent, repeated, question.turn)


def is_same(one: Question | None, other: Question | None) -> bool:
    """Whether it is one question; who gets its replies may have changed since it was asked, and its text is
    read without what was said of the reply before it."""
    if one is None or other is None:
        return False
    names = ("turn", "asked_at", "kind", "intent", "state", "fields")
    return all(getattr(one, name) == getattr(other, name) for name in names)


def list_after(
    context: TurnContext, served: Collection[Matter], new: Sequence[Pending], taken: Sequence[Pending] = ()
) -> tuple[Pending, ...]:
    """The open parts of the conversation after this turn: those of before that nobody `served` now, and the
    new ones. A part without an intent is served by whatever its specialist answered; one that waits behind a
    question of its own matter only when it was `taken` up, answered, or asked anew."""
    done = {*served, *((each.agent, each.intent) for each in new)}
    spoke = {agent for agent, _ in done}
    reply = context.decision.reply.question if context.decision.reply is not None else None
    asked_now = [each for each in (reply, *(part.question for part in new)) if each is not None]

    def is_open(part: Pending) -> bool:
        if context.request.number - part.turn > TURNS:
            return False
        if part.why == BEHIND and part.question is not None:
            return part not in taken and not any(alike(part.question, each) for each in asked_now)
        return (part.agent, part.intent) not in done and (part.intent is not None or part.agent not in spoke)

    return (*filter(is_open, context.request.state.pending), *new)[-MOST:]


def list_named(context: TurnContext) -> tuple[Pending, ...]:
    """The parts of a message that asked for several things, in the user's order.

    Empty where it asked for one.
    """
    decided, loop = context.decision, context.work.loop
    branches = decided.plan.branches if decided.plan else decided.parts
    found = [
        Pending(each.agent, each.text, "named", each.intent, turn=context.request.number) for each in branches
    ]
    if loop is not None:
        subtasks = [*loop.open, *loop.done]
        found = [
            replace(each, why="named", question=None)
            for each in subtasks
            if each.turn == context.request.number
        ]
    if len(found) < 2:
        return ()
    whole = context.request.utterance.text
    return tuple(sorted(found, key=lambda each: whole.find(each.text[:PLACED].rstrip("?"))))[:MOST]


def drop_asked(question: Question | None, pending: Sequence[Pending]) -> tuple[Pending, ...]:
    """The open parts without the one whose question is asked now.

    That one is open as the conversation's question.
    """
    if question is None:
        return tuple(pending)
    matter = (question.agent, question.intent)
    return tuple(
        each
        for each in pending
        if (each.agent, each.intent) != matter
        or (each.why == BEHIND and each.question is not None and not alike(each.question, question))
    )


def choose_next_question(context: TurnContext, pending: Sequence[Pending]) -> Pending | None:
    """The open part of an earlier message whose question is asked now that nothing else is."""
    return next((each for each in pending if each.question and each.turn < context.request.number), None)


def is_known(part: Pending, values: Mapping[str, str]) -> bool:
    """Whether everything that the part's question asks for was given meanwhile."""
    question = part.question
    return (
        question is not None and question.kind == "slot" and all(name in values for name in question.fields)
    )


def mark_said(pending: Sequence[Pending], spoken: Sequence[str]) -> tuple[Pending, ...]:
    """The open parts, each with whether its question has been read in what was `spoken`."""
    marked = []
    for part in pending:
        asked = part.question
        if asked is not None and any(asked.text.strip() in each for each in spoken):
            part = replace(part, question=replace(asked, data={**asked.data, SAID: True}))
        marked.append(part)
    return tuple(marked)


def cut_questions(said: str, questions: Iterable[Question | None], led: Iterable[str] = ()) -> str:
    """What was said without these questions at its end, which are asked in the one answer; `led` are what is
    said of them behind a lead, which goes with them.
    """
    asked = reversed([each for each in questions if each is not None and each.is_yes_or_no])
    said, leads = said.rstrip(), [each.strip() for each in led]
    for words in (*leads, *(form.strip() for each in asked for form in (each.text, each.reminder))):
        said = said.removesuffix(words).rstrip()
    return said


def add_request(question: Question, words: str, context: TurnContext) -> Question:
    """The question with the request that led to it, to which the value that is asked for belongs."""
    reply = context.decision.reply
    if question.request or reply is None or reply.question.agent != question.agent:
        return replace(question, request=question.request or words)
    before = reply.question.request or reply.question.text
    more = [words] if reply.kind == "value" else []
    return replace(question, request="\n".join([before, *more]))


def leave_cut_short(context: TurnContext, acted: bool) -> tuple[Pending, ...]:
    """What stays open of a turn that ends within a round; `acted`: its specialist may have done its part."""
    loop = context.work.loop
    assert loop is not None
    part = loop.next.part if loop.next is not None and acted else None
    kept = context.request.state.question  # stays open by itself
    still = (each for each in loop.open if each is not part and not is_same(each.question, kept))
    return list_left_over(replace(loop, open=tuple(still)))


def list_left_over(loop: Loop) -> tuple[Pending, ...]:
    """What stays open when the loop goes no further: a request that nobody was sent for is left out."""
    still = [replace(each, why="left_out") if each.why == "open" else each for each in loop.open]
    return (*loop.kept, *still)[-MOST:]


def as_record(found: Sequence[Pending]) -> list[dict[str, Any]]:
    """Parts as the record keeps them."""
    return [
        {"agent": each.agent, "intent": each.intent, "text": each.text, "why": each.why, "turn": each.turn}
        for each in found
    ]


UNFINISHED = ("failed", "blocked", "cancelled")


def choose_question_after(context: TurnContext) -> Question | None:
    """What is open after this turn: a new question replaces the one before.

    A reply, a cancel or what was taken back ends it; a turn that was not finished leaves it, but for a
    permission that was just answered.
    """
    question = without_lapsed(context.request.state, time.time()).question
    if context.outcome.status in UNFINISHED:
        if question is not None and is_begun(question, context):
            return None  # what it asked for may be done already
        settled = {name for name, each in context.work.permissions.items() if each.state != "asked"}
        answered = question and question.kind == "permission" and question.data.get("permission") in settled
        return None if answered else question
    if answers(context, question) or context.decision.clear_state or context.decision.withdrawn:
        question = None
    opened = context.outcome.question
    return opened if opened is not None and opened.kind != "clarification" else question


def is_begun(question: Question, context: TurnContext) -> bool:
    """Whether a turn that was not finished has done what a question asks about, or may have.

    By what was called: whoever takes a turn over does not know how its message was read.
    """
    acted = list_acted(context.work.tool_results)
    return question.data.get("tool") in acted or (answers(context, question) and bool(acted))


def answers(context: TurnContext, question: Question | None) -> bool:
    """Whether the message ended this question; the reply to an open part leaves the one asked last open."""
    agreed = context.decision.agreed  # what is decided behind it is a message of its own
    reply = agreed.reply if agreed is not None else context.decision.reply
    if reply is None or reply.kind not in ("yes", "no", "value", "cancel"):
        return False
    if reply.question.kind == "clarification":
        return False  # of the last turn alone: it is over by itself, and nothing else is answered
    return question is None or is_same(reply.question, question)


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
