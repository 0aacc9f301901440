"""The tool loop: what is known first, then the model, step by step, until it has answered."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.conf import settings
from django.utils import timezone
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_core.messages.tool import tool_call

from agents.errors import ModelFailed
from agents.llm.choose import model_for
from agents.llm.events import ModelUsage, TextPiece, ToolCall
from agents.llm.request import ModelRequest, ReleaseSlice
from agents.specialists import first_calls, offered, questions
from agents.specialists.prompt import system_prompt
from agents.specialists.task import HandoffRequest, Task, Worked
from agents.tools import signals
from agents.tools.arguments import fill
from conversations.turn import Question, Step, ToolResult, Usage


@dataclass(slots=True)
class _Work:
    """What a running loop has gathered; becomes the frozen `Worked` at the end."""

    messages: list[BaseMessage]
    steps_before: int
    results: list[ToolResult] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    usage: Usage = field(default_factory=Usage)
    text: str = ""
    question: Question | None = None
    handoff: HandoffRequest | None = None


async def work(task: Task) -> Worked:
    """Answers one part of a message; never raises for what models and tools do.

    Order: a reply to a question of ours is acted on; tools to be called at once are; then the model is
    asked, at most `AGENT_STEPS` times, until it writes an answer, asks the user, or hands over.
    """
    steps_before = len(task.caller.steps)
    first = await first_calls.make(task)
    done = _Work(_messages(task), steps_before, list(first.results))
    if first.question is not None:
        task.voice.feed(first.question.text)
        return _worked(task, done, first, text=first.question.text, question=first.question)
    for result in first.results:
        _remember(done.messages, result, f"first_{len(done.messages)}")
    try:
        stopped = await _converse(task, done)
    except ModelFailed as error:
        return _worked(task, done, first, error=error.reason)
    except TimeoutError:
        return _worked(task, done, first, error="The turn's time limit passed while the model was thinking.")
    question = done.question
    if question is None and done.handoff is None and not stopped:
        question = questions.after_intent(task, done.results)
        if question is not None:
            piece = f"\n\n{question.text}" if done.text.strip() else question.text
            task.voice.feed(piece)
            done.text += piece
    return _worked(task, done, first, text=done.text, question=question, stopped=stopped)


async def _converse(task: Task, done: _Work) -> str:
    """Asks the model until it is done; gives the name of the limit that stopped it, or nothing."""
    model = model_for(task.kit, task.specialist, "default")
    for _ in range(settings.AGENT_STEPS):
        left = task.context.deadline - time.time()
        if left <= 0:
            raise ModelFailed("The turn's time limit passed.")
        request = ModelRequest(
            messages=tuple(done.messages),
            tools=offered.offers(task),
            slice=_slice(task, done),
            deadline_seconds=min(left, settings.MODEL_DEADLINE),
        )
        at, began, said, calls = timezone.now(), time.perf_counter(), "", []
        async for event in model.stream(request):
            match event:
                case TextPiece(text):
                    said += text
                    task.voice.feed(text)
                case ToolCall():
                    calls.append(event)
                case ModelUsage():
                    done.usage = done.usage.plus(_usage(event))
        done.steps.append(
            Step(
                node="model",
                kind="model",
                outcome="ok",
                summary=f"{model.name}: "
                + (", ".join(call.name for call in calls) or f"{len(said)} characters"),
                at=at,
                ms=(time.perf_counter() - began) * 1000,
                agent=task.agent,
                detail={"model": model.model, "provider": model.provider},
            )
        )
        if not calls:
            done.text += said
            return ""
        if await _act(task, done, calls, said):
            return ""
    return "agent_steps"


async def _act(task: Task, done: _Work, calls: list[ToolCall], said: str) -> bool:
    """Does what the model asked for; True when the specialist's part is over."""
    signal = next((call for call in calls if call.name in signals.NAMES), None)
    if signal is None:
        task.voice.withdraw()  # what a model says before it looks something up is no answer
        done.messages.append(_spoken(said, calls))
        for call in calls:
            await _call(task, done, call)
            if done.question is not None:
                return True
        return False
    parsed = offered.read_signal(task, signal)
    if isinstance(parsed, str):
        done.messages += [_spoken(said, [signal]), ToolMessage(parsed, tool_call_id=signal.id)]
        task.voice.withdraw()
        return False
    if isinstance(parsed, HandoffRequest):
        # What it found out itself is its part of the answer; "I will transfer you" alone is none.
        done.text += said
        done.handoff = parsed
        return True
    if not said.strip():
        task.voice.feed(parsed.text)
        done.text += parsed.text
    elif parsed.text.strip() and parsed.text.strip() not in said:
        task.voice.feed(f"\n\n{parsed.text}")
        done.text += f"{said}\n\n{parsed.text}"
    else:
        done.text += said
    done.question = parsed
    return True


async def _call(task: Task, done: _Work, call: ToolCall) -> None:
    """One tool call of the model: arguments from their sources, a yes first where the tool wants one."""
    spec = task.kit.section.tools.get(call.name)
    allowed = offered.names(task)
    if call.error or spec is None or call.name not in allowed:
        words = call.error or f"There is no tool '{call.name}'. Offered: {', '.join(allowed)}."
        done.messages.append(ToolMessage(words, tool_call_id=call.id))
        return
    filled = fill(spec, first_calls.known(task), call.arguments)
    if filled.missing_slots:
        done.question = questions.for_slots(task, spec, filled.missing_slots)
        task.voice.feed(done.question.text)
        done.text += done.question.text
        return
    if not filled.complete:
        result = first_calls.not_called(task, spec, filled)
    elif not spec.read_only and (lost := _not_found(done, filled.arguments)):
        words = f"{lost} was not found for this customer: nothing can be done with it."
        result = task.caller.skip(call.name, "permission", words, task.agent, filled.arguments)
    elif spec.confirm and not questions.agreed(task, call.name, filled.arguments):
        done.question = questions.before_action(task, spec, filled.arguments)
        task.voice.feed(done.question.text)
        done.text += done.question.text
        return
    else:
        result = await task.caller.call(call.name, dict(filled.arguments), task.agent)
    done.results.append(result)
    done.messages.append(ToolMessage(offered.for_model(result), tool_call_id=call.id))


def _not_found(done: _Work, arguments: Mapping[str, Any]) -> str:
    """A value of these arguments that a lookup of this turn did not find: no action may be done with it."""
    lost = {
        str(value)
        for result in done.results
        if result.ok and isinstance(result.result, dict) and result.result.get("found") is False
        for value in dict(result.metadata.get("arguments", {})).values()
    }
    return next((str(value) for value in arguments.values() if str(value) in lost), "")


def _messages(task: Task) -> list[BaseMessage]:
    past: list[BaseMessage] = [
        HumanMessage(message.content) if message.role == "user" else AIMessage(message.content)
        for message in task.context.history
    ]
    return [SystemMessage(system_prompt(task)), *past, HumanMessage(task.text)]


def _spoken(said: str, calls: list[ToolCall]) -> AIMessage:
    return AIMessage(
        said, tool_calls=[tool_call(name=call.name, args=dict(call.arguments), id=call.id) for call in calls]
    )


def _remember(messages: list[BaseMessage], result: ToolResult, call_id: str) -> None:
    """A call that the platform made, as the model would have made it."""
    arguments: Any = result.metadata.get("arguments", {})
    messages.append(
        AIMessage("", tool_calls=[tool_call(name=result.tool_name, args=dict(arguments), id=call_id)])
    )
    messages.append(ToolMessage(offered.for_model(result), tool_call_id=call_id))


def _slice(task: Task, done: _Work) -> ReleaseSlice:
    known = first_calls.known(task)
    section = task.kit.section
    names = {name for intent in task.intents for name in intent.tools} | set(task.specialist.tools)
    return ReleaseSlice(
        agent=task.agent,
        language=task.language,
        text=task.text,
        intents=task.intents,
        targets=task.targets,
        slots=section.slots,
        tools={name: section.tools[name] for name in sorted(names) if name in section.tools},
        decided_intent=task.intent.name if task.intent else None,
        results=tuple(done.results),
        handed=task.handed,
        said=task.said,
        known={**known.values, **{k: str(v) for k, v in known.context.items()}, **known.identity},
        reply=task.context.reply.kind if task.context.reply else "",
        confirmed=questions.confirmed(task),
    )


def _usage(event: ModelUsage) -> Usage:
    counts = {
        "calls": 1,
        "prompt_tokens": event.prompt_tokens,
        "completion_tokens": event.completion_tokens,
        "cost_usd": event.cost_usd,
    }
    return Usage(
        1,
        event.prompt_tokens,
        event.completion_tokens,
        event.cached_tokens,
        event.cost_usd,
        {event.model: counts},
    )


def _worked(task: Task, done: _Work, first: first_calls.FirstCalls, **changes: Any) -> Worked:
    states = [
        task.kit.section.tools[result.tool_name].next_state
        for result in done.results
        if result.ok and result.tool_name in task.kit.section.tools
    ]
    made = Worked(
        results=tuple(done.results),
        handoff=done.handoff,
        steps=tuple(sorted((*done.steps, *task.caller.steps[done.steps_before :]), key=lambda step: step.at)),
        usage=done.usage,
        identity_missing=first.identity_missing,
        next_state=next((state for state in reversed(states) if state), None),
        context=_findings(done.results),
    )
    return replace(made, **changes)


def _findings(results: list[ToolResult]) -> Mapping[str, Any]:
    """What this specialist found, kept for the conversation and handed over with it."""
    found = [
        {"tool": result.tool_name, "result": result.result}
        for result in results
        if result.ok and isinstance(result.result, dict)
    ]
    return {"findings": found[-8:], "recommendations": [], "constraints": [], "open_questions": []}
