"""One step of a model, done: its tool calls first, then its signals, each with its tool message."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import orjson
from langchain_core.messages import AIMessage, ToolMessage
from langchain_core.messages.tool import tool_call

from agents.llm.events import ToolCall
from agents.llm.offline.templates import sentence
from agents.specialists import calling, client_calls, delegating, first_calls, offers, questions, reviewing
from agents.specialists.calling import Answered, Gathered
from agents.specialists.task import Delegation, EndRequest, HandoffRequest, PersonRequest, Task
from conversations.turn import Question
from handoffs.sub_conversations import GOES_ON
from language.spoken_languages import mark, speak

TAKEN = "Not now: in this step the word has gone to somebody else already."
FIRST = "Not yet: send the other call of this step again, mended, and then this one."
LATER = "Not yet: first the results of the other calls of this step, then this one, if it is still needed."
DONE = "Done."
NOT_ASKED = mark(
    "I may not show you all of what I would have done, so I have not done it and do not ask you about it."
)
NO_QUESTION = mark(
    "I would have to ask you something here that I may not show you. "
    "Please tell me in other words what you need."
)


async def act(task: Task, done: Gathered, calls: Sequence[ToolCall], spoken: AIMessage) -> bool:
    """Does what the model asked for in its message `spoken`, to which the calls are added.

    True when the specialist's part is over.

    What the user is asked before a call, and what a signal asks or passes on, ends it. A signal beside a call
    that the model can mend waits for that, unless this was its last step; one beside a call of the caller's
    own tools waits for its result.
    """
    done.latest.clear()
    text: str = spoken.text
    signals = [call for call in calls if call.name in offers.SIGNALS]
    theirs = [call for call in calls if client_calls.is_theirs(task, call)]
    others = [call for call in calls if call.name not in offers.SIGNALS and call not in theirs]
    passes = client_calls.usable(task, theirs)
    if not signals and not passes:
        task.voice.withdraw()  # what a model says before it looks something up is no answer
    answers = await calling.answer_all(task, done, others)
    answers += client_calls.answer(task, done, theirs, passes)
    others += theirs
    mend = done.question is None and any(answered.mend for answered in answers)
    signal_answers = [
        _signal(task, done, call, LATER if done.calls else FIRST if mend else "") for call in signals
    ]
    done.messages += _make_messages(
        spoken, calls, dict(zip(map(id, (*others, *signals)), (*answers, *signal_answers), strict=True))
    )
    if done.calls:  # what was written beside them is for the user, like an answer
        text = await reviewing.pass_judges(task, done, text) or ""
        let_out(task, text)
        done.text += text
        return True
    if done.passed_on or any(not each.refused for each in signal_answers):
        await _say_beside(task, done, text)
        return True
    if signals or passes:
        task.voice.withdraw()
    _note_repeats(done, [*zip(others, answers, strict=True), *zip(signals, signal_answers, strict=True)])
    return done.question is not None or (done.forbidden and not first_calls.has_model(task))


def ask(task: Task, done: Gathered, question: Question) -> None:
    """Says the question at the end of this part, whole: users agree to what they have read.

    What was done in this turn, and looked up beside it, is said first where the model said nothing: nobody
    may be asked for more without knowing it. Of what may not be shown nothing is asked.
    """
    if not done.text.strip() and (unsaid := "\n\n".join(_unsaid(task, done))):
        task.voice.feed(unsaid)
        done.text += unsaid
    shown = [
        replace(each, text=words)
        for each in (question, *done.waiting)
        if (words := task.voice.show(each.text))
    ]
    done.question, done.waiting = (shown[0], shown[1:]) if shown else (None, [])
    if done.question is None:
        words = speak(NOT_ASKED if question.is_yes_or_no else NO_QUESTION, task.language)
    elif questions.stands_elsewhere(task, done.question) or (
        not done.question.is_yes_or_no and done.question.text in done.text  # the model has asked it itself
    ):
        return
    else:
        words = done.question.text
    piece = f"\n\n{words}" if done.text.strip() else words
    task.voice.feed_own(piece)
    done.text += piece


def _signal(task: Task, done: Gathered, call: ToolCall, waits: str) -> Answered:
    """What one signal does; of two that pass the word on, the second is left for later.

    One that `waits` says why.
    """
    parsed = offers.read_signal(task, call)
    usable = not isinstance(parsed, str) and not waits
    if usable and done.passed_on and isinstance(parsed, offers.Passed):
        usable = False
        if isinstance(parsed, HandoffRequest):
            done.left.append(parsed)
        elif isinstance(parsed, Delegation):
            done.left.append(HandoffRequest(parsed.specialist, summary=parsed.context))
    done.signals.append((call.name, usable))
    match parsed:
        case str():
            return Answered(parsed, refused=True)
        case _ if not usable:
            return Answered(waits or TAKEN, refused=True)
        case Question():
            so_far = None if first_calls.has_model(task) else call.arguments.get("so_far")
            done.ask(questions.with_proposal(task, parsed, done.results, so_far))
        case HandoffRequest():
            done.handoff = parsed
            return Answered(f"Passed on to {parsed.target}.")
        case PersonRequest():
            done.person = parsed
        case Delegation():
            done.delegation = parsed
        case EndRequest():
            done.ended = parsed
    return Answered(DONE)


async def _say_beside(task: Task, done: Gathered, text: str) -> None:
    """What the model wrote beside its signal: what it found out itself is its part of the answer.

    Whoever is called in, and a coordinator that goes on, has the word, and nothing is announced.
    """
    if done.delegation is not None or (done.ended is not None and done.ended.status in GOES_ON):
        task.voice.withdraw()
        done.withheld = text
        return
    text = await reviewing.pass_judges(task, done, text) or ""
    let_out(task, text)
    done.text += text


def let_out(task: Task, text: str) -> None:
    """What was held back while a call might still have called somebody in."""
    if text and delegating.holds(task):
        task.voice.feed(text)


def _unsaid(task: Task, done: Gathered) -> list[str]:
    """What succeeded, said by the tools' own sentences.

    The actions of this turn, and what the last step read.
    """
    tools = task.resources.section.tools
    known = [each for each in done.results if each.ok and each.metadata.get("side_effect")]
    known += [each for each in done.latest if each.ok and each not in known]
    return [
        *dict.fromkeys(
            filter(None, (sentence(each, tools.get(each.tool_name), task.language) for each in known))
        )
    ]


def _note_repeats(done: Gathered, made: Sequence[tuple[ToolCall, Answered]]) -> None:
    """Whether the step brought nothing but what was refused before, or was made before beside it."""
    keys = [_key(call) for call, _answered in made]
    refused = [key for key, (_call, answered) in zip(keys, made, strict=True) if answered.refused]
    done.stubborn = bool(refused) and done.refused.issuperset(refused) and done.made.issuperset(keys)
    done.refused.update(refused)
    done.made.update(keys)


def _key(call: ToolCall) -> str:
    arguments = orjson.dumps(dict(call.arguments), default=str, option=orjson.OPT_SORT_KEYS).decode()
    return f"{call.name} {arguments} {call.error}"


def _make_messages(
    spoken: AIMessage, calls: Sequence[ToolCall], answers: Mapping[int, Answered]
) -> list[AIMessage | ToolMessage]:
    spoken.tool_calls = [tool_call(name=call.name, args=dict(call.arguments), id=call.id) for call in calls]
    pairs = [(call, answers[id(call)]) for call in calls]
    replies = [
        ToolMessage(answered.words, tool_call_id=call.id)
        for call, answered in pairs
        if answered is not client_calls.PASSED
    ]
    return [spoken, *replies]
