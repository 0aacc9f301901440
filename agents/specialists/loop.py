"""The tool loop: what is known first, then the model, step by step, until it has answered."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils import timezone
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_core.messages.tool import tool_call

from agents.errors import BrokenOff, Declined, EmptyAnswer, ModelFailed, OutOfTime, type_of
from agents.knowledge import tool_offers as documents
from agents.llm.chat import ChatModel, mark_routing
from agents.llm.choose import give_up, model_for
from agents.llm.events import BROKEN, SHORT, Finish, ModelEvent, ModelUsage, TextPiece, Thinking, ToolCall
from agents.llm.files import MESSAGE, describe_read
from agents.llm.providers import OFFLINE
from agents.llm.request import ModelRequest, ReleaseSlice, ToolOffer
from agents.llm.thinking import with_thoughts
from agents.llm.trouble import BROKEN_OFF
from agents.llm.usage import describe_usage, usage_of
from agents.specialists import (
    acting,
    client_calls,
    delegating,
    first_calls,
    handed_over,
    masked_values,
    offers,
    permission_rules,
    questions,
    replies,
    reviewing,
)
from agents.specialists.calling import Gathered
from agents.specialists.prompt import system_prompt
from agents.specialists.task import Task, TaskResult
from conversations.turn import Json, Outcome, StepRecord, ToolResult, Usage
from handoffs.sub_conversations import system_note

LONGEST = 400  # letters of what the record says of a call
ATTEMPTS = 2  # at an answer that breaks off before anybody has seen of it


@dataclass(slots=True)
class _StepAnswer:
    """What the model says in one step, as it comes: how it ends, why where it breaks off, and the thoughts
    that it wants back.
    """

    began: float = field(default_factory=time.perf_counter)
    at: datetime = field(default_factory=timezone.now)
    text: str = ""
    calls: list[ToolCall] = field(default_factory=list)
    finish: str = "stop"
    why: str = ""
    ended: Finish = field(default_factory=lambda: Finish(""))
    first_ms: float = 0.0  # until it began to answer
    thoughts: Mapping[str, Any] = field(default_factory=dict)
    usage: Usage = field(default_factory=Usage)

    def take(self, event: ModelEvent) -> None:
        self.first_ms = self.first_ms or (time.perf_counter() - self.began) * 1000
        match event:
            case TextPiece(piece):
                self.text += piece
            case ToolCall():
                self.calls.append(event)
            case Thinking():
                self.thoughts = event.fields
            case ModelUsage():
                self.usage = usage_of(event)
            case Finish():
                self.finish, self.why, self.ended = event.reason, event.why, event

    @property
    def outcome(self) -> Outcome:
        return "failed" if self.finish in BROKEN else "stopped" if self.finish in SHORT else "ok"

    @property
    def summary(self) -> str:
        content = ", ".join(call.name for call in self.calls) or f"{len(self.text)} characters"
        return f"{content}, {self.finish}" if self.finish in SHORT else content


async def work(task: Task) -> TaskResult:
    """Answers one part of a message; never raises for what models and tools do.

    Order: a reply to a question of ours is acted on; tools to be called at once are; then the model is
    asked, at most `task.steps` times, until it writes an answer, asks the user, or hands over.
    """
    steps_before, task = len(task.caller.steps), permission_rules.resume(task)
    first = await first_calls.make(task) if task.going_on is None else first_calls.FirstCalls()
    done = Gathered(_messages(task), steps_before, list(first.results))
    done.prompt = len(done.messages)
    if task.going_on is not None:
        client_calls.go_on(task, done)
    if first.question is not None:
        acting.ask(task, done, first.question)
        return _finish_work(task, done, first, text=done.text, question=done.question)
    if first.told:
        task.voice.feed_own(first.told)
        return _finish_work(task, done, first, text=first.told)
    for result in first.results:
        if not permission_rules.withheld(result):  # the prompt says so, and what it is about
            _remember(task, done.messages, result, f"first_{len(done.messages)}")
    try:
        stopped = await _converse(task, done)
    except Declined:
        return _finish_work(task, done, first, text=done.text, stopped="content_filter")
    except ModelFailed as error:
        kept = {"text": done.text, "stopped": "interrupted"} if isinstance(error, BrokenOff) else {}
        if not kept and _has_told(done, first):
            return _finish_work(task, done, first, text=done.text, stopped=ModelFailed.kind)
        return _finish_work(task, done, first, error=error.reason, failure=error.kind, **kept)
    except TimeoutError:
        if _has_told(done, first):
            return _finish_work(task, done, first, text=done.text, stopped=ModelFailed.kind)
        words = "The turn's time limit passed while the model was thinking."
        return _finish_work(task, done, first, error=words, failure=OutOfTime.kind)
    question = done.question
    if question is None and not done.passed_on and not stopped and not done.calls:
        question = delegating.find_open_question(task) or questions.after_intent(task, done.results)
    if question is not None:
        acting.ask(task, done, question)
    elif not (done.text.strip() or done.passed_on or done.calls) and (
        accepted := replies.accept_refusal(task, done.forbidden)
    ):
        task.voice.feed_own(accepted)
        done.text, stopped = accepted, ""
    return _finish_work(task, done, first, text=done.text, question=done.question, stopped=stopped)


def _has_told(done: Gathered, first: first_calls.FirstCalls) -> bool:
    """Whether something was done, or a tool has answered the model: that is told where no model words it.

    What the platform looks up by itself and the documents alone are no answer yet, and what a caller's own
    program has brought is brought again.
    """
    return any(
        result.ok
        and not client_calls.is_theirs_result(result)
        and result.server_name != documents.SERVER
        and (result.metadata.get("side_effect") or result not in first.results)
        for result in done.results
    )


async def _converse(task: Task, done: Gathered) -> str:
    """Asks the model until it is done; gives the name of the limit that stopped it, or nothing.

    One that only repeats what was refused is asked once more, for words alone.
    """
    model, tools = model_for(task.resources, task.specialist, "default"), offers.offers(task)
    if client_calls.must_call(task) and model.provider != OFFLINE:
        tools = offers.of_caller(task)  # the caller wants one of these called, and nothing else
    for _ in range(task.steps):
        may_call = not done.stubborn
        answer = await _ask(task, done, model, tools, may_call)
        if not answer.calls:
            done.latest.clear()
            done.delegation = delegating.instead(task, answer.text)
            if done.delegation is not None:
                done.withheld = answer.text
                return ""
            text = await reviewing.pass_judges(task, done, answer.text, model)
            if text is None:
                continue
            acting.let_out(task, text)
            if await reviewing.is_made_anew(task, done, model, text):
                continue
            done.text += text
            return answer.finish if answer.finish in SHORT else ""
        if not may_call:
            return "agent_steps"
        done.anew = ()
        spoken = with_thoughts(AIMessage(answer.text), model.name, answer.thoughts, answer.calls)
        if await acting.act(task, done, answer.calls, spoken):
            return ""
    return "agent_steps"


async def _ask(
    task: Task, done: Gathered, model: ChatModel, tools: tuple[ToolOffer, ...], may_call: bool
) -> _StepAnswer:
    """One step of the model. An answer that is empty, or breaks off, is asked for anew while nobody has seen
    of it; one that took too long, only where another model stands behind this one.

    :raises BrokenOff: some of it was seen: that stays, and no more of it is kept.
    :raises OutOfTime: it took too long, and nobody has seen of it.
    """
    for attempt in range(ATTEMPTS):
        try:
            answer = await _once(task, done, model, tools, may_call)
        except EmptyAnswer:
            if attempt + 1 < ATTEMPTS:
                continue
            raise
        if answer.finish not in BROKEN:
            return answer
        why, late = answer.why or BROKEN_OFF % {"model": model.model}, answer.finish == "timeout"
        if task.voice.released:
            task.voice.cut_off()
            done.text += answer.text
            raise BrokenOff(why, late)
        task.voice.withdraw()
        if late and not give_up(model, why):
            raise OutOfTime(why)
    raise OutOfTime(why) if late else ModelFailed(why)


async def _once(
    task: Task, done: Gathered, model: ChatModel, tools: tuple[ToolOffer, ...], may_call: bool
) -> _StepAnswer:
    """One call of the model, whose step joins the record however it ends.

    :raises ModelFailed, TimeoutError: there is no answer.
    """
    request, holds = _make_request(task, done, tools, may_call), delegating.holds(task)
    answer = _StepAnswer()
    try:
        async for event in model.stream(request):
            answer.take(event)
            if isinstance(event, TextPiece) and not holds:
                task.voice.feed(event.text)
    except (ModelFailed, TimeoutError) as error:
        done.steps.append(_make_step(task, model, request, answer, error))
        raise
    finally:
        done.usage = done.usage.plus(answer.usage)
    done.steps.append(_make_step(task, model, request, answer))
    return answer


def _make_request(task: Task, done: Gathered, tools: tuple[ToolOffer, ...], may_call: bool) -> ModelRequest:
    """:raises OutOfTime: none is left for it."""
    left = task.context.request.deadline - time.time()
    if left <= 0:
        raise OutOfTime("The turn's time limit passed.")
    return ModelRequest(
        messages=(*done.messages, *done.anew),
        tools=tools,
        slice=_slice(task, done),
        deadline_seconds=min(left, settings.MODEL_DEADLINE),
        may_call=may_call,
        must_call=client_calls.must_call(task) if may_call else "",
        files=task.context.request.files,
    )


def _make_step(
    task: Task,
    model: ChatModel,
    request: ModelRequest,
    answer: _StepAnswer,
    error: ModelFailed | TimeoutError | None = None,
) -> StepRecord:
    """The record's line of one call; `error` is why there is no answer."""
    failure = (str(error) or type(error).__name__) if error is not None else ""
    detail: dict[str, Json] = {"model": model.model, "provider": model.provider, **model.about}
    if error is not None:
        detail["reason"] = type_of(error)
    if task.coordination:
        detail |= mark_routing(model)
    if not failure:
        detail |= {**answer.ended.told, "first_ms": round(answer.first_ms, 1)}
    if request.files and not failure:
        detail |= describe_read(request.files, model.reads)
    return StepRecord(
        node="model",
        kind="model",
        outcome="failed" if failure else answer.outcome,
        summary=f"{model.name}: {failure or answer.summary}"[:LONGEST],
        at=answer.at,
        ms=(time.perf_counter() - answer.began) * 1000,
        agent=task.agent,
        detail={**detail, **describe_usage(answer.usage)},
    )


def _messages(task: Task) -> list[BaseMessage]:
    # A yes to a question for permission stands as it was said; the request it lets go on is in the prompt.
    message = task.context.request.utterance.text if permission_rules.reply(task) else task.text
    notes = [SystemMessage(system_note(note)) for note in delegating.notes(task)]
    return [
        SystemMessage(system_prompt(task)),
        *handed_over.history(task),
        *notes,
        HumanMessage(message, id=MESSAGE),
    ]


def _remember(task: Task, messages: list[BaseMessage], result: ToolResult, call_id: str) -> None:
    """A call that the platform made, as the model would have made it."""
    arguments: Any = masked_values.hide(task.context, result.metadata.get("arguments", {}))
    messages.append(
        AIMessage("", tool_calls=[tool_call(name=result.tool_name, args=dict(arguments), id=call_id)])
    )
    messages.append(ToolMessage(offers.for_model(result), tool_call_id=call_id))


def _slice(task: Task, done: Gathered) -> ReleaseSlice:
    known = first_calls.collect_values(task)
    section = task.resources.section
    names = {name for intent in task.intents for name in intent.tools} | set(task.specialist.tools)
    names = {name for name in names if name in section.tools}
    names = {name for name in names if permission_rules.stand(task, section.tools[name]) != "never"}
    return ReleaseSlice(
        agent=task.agent,
        language=task.language,
        text="" if permission_rules.only_taken_back(task) else task.text,
        intents=task.intents,
        targets=delegating.targets(task),
        slots=section.slots,
        tools={name: section.tools[name] for name in sorted(names)},
        decided_intent=task.intent.name if task.intent else None,
        results=tuple(
            result
            for result in done.results
            if not (permission_rules.withheld(result) or client_calls.is_theirs_result(result))
        ),
        handed=task.handed,
        fruitless=handed_over.fruitless(task),
        said=task.said,
        used=known.used,
        known={**known.values, **{k: str(v) for k, v in known.context.items()}, **known.identity},
        reply=task.context.decision.reply.kind
        if task.context.decision.reply and not permission_rules.reply(task)
        else "",
        confirmed=replies.read_confirmed(task),
        proposed=replies.read_proposed(task),
        wanted=replies.read_wanted(task),
        request=task.context.decision.reply.question.request if task.context.decision.reply else "",
        without=permission_rules.list_refused(task),
        taken_back=permission_rules.list_taken_back(task),
        asked_about=permission_rules.list_asked_about(task),
        notes=delegating.notes(task),
        meant=delegating.read_intent(task),
        pieces=delegating.read_pieces(task),
        home=task.home,
        unserved=task.unserved,
        begins=_begins(task),
        people=task.people,
        today=task.today,
    )


def _begins(task: Task) -> bool:
    """Whether the message names its matter itself: it replies to nothing, and goes on with nothing."""
    decision = task.context.decision
    return decision.reply is None and decision.route is not None and not decision.route.follows


def _finish_work(task: Task, done: Gathered, first: first_calls.FirstCalls, **changes: Any) -> TaskResult:
    states = [
        task.resources.section.tools[result.tool_name].next_state
        for result in done.results
        if result.ok and result.tool_name in task.resources.section.tools
    ]
    permissions, asked = permission_rules.ask_permission(task, (changes.get("question"), *done.waiting))
    made = TaskResult(
        permissions=permissions,
        results=tuple(done.results),
        handoff=done.handoff,
        person=done.person,
        delegation=done.delegation,
        ended=done.ended,
        withheld=done.withheld,
        waiting=tuple(done.waiting),
        left=tuple(done.left),
        steps=tuple(
            sorted((*done.steps, *task.caller.steps[done.steps_before :], *asked), key=lambda step: step.at)
        ),
        usage=done.usage,
        identity_missing=first.identity_missing,
        next_state=next((state for state in reversed(states) if state), None),
        signals=tuple(done.signals),
        calls=client_calls.leave(task, done),
        judged=done.judged,
        context=handed_over.gather(task, done.results, done.handoff, changes.get("question")),
    )
    return replace(made, **changes)
