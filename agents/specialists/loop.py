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
from agents.llm.offline.templates import sentence
from agents.llm.request import DELEGATE_TASK, ModelRequest, ReleaseSlice
from agents.specialists import delegating, first_calls, handed_over, offered, permitted, questions
from agents.specialists.prompt import system_prompt
from agents.specialists.task import Delegation, Ended, HandoffRequest, Task, Worked
from agents.specs import ToolSpec
from agents.tools.arguments import fill
from conversations.turn import Question, Step, ToolResult, Usage
from handoffs.sub_conversations import GOES_ON, system_note
from outbound.cleaning import clean


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
    delegation: Delegation | None = None
    ended: Ended | None = None
    withheld: str = ""
    signals: list[tuple[str, bool]] = field(default_factory=list)


async def work(task: Task) -> Worked:
    """Answers one part of a message; never raises for what models and tools do.

    Order: a reply to a question of ours is acted on; tools to be called at once are; then the model is
    asked, at most `task.steps` times, until it writes an answer, asks the user, or hands over.
    """
    steps_before, task = len(task.caller.steps), permitted.resumed(task)
    first = await first_calls.make(task)
    done = _Work(_messages(task), steps_before, list(first.results))
    if first.question is not None:
        task.voice.feed(first.question.text)
        return _worked(task, done, first, text=first.question.text, question=first.question)
    for result in first.results:
        if not permitted.withheld(result):  # the prompt says so, and what it is about
            _remember(done.messages, result, f"first_{len(done.messages)}")
    try:
        stopped = await _converse(task, done)
    except ModelFailed as error:
        return _worked(task, done, first, error=error.reason)
    except TimeoutError:
        return _worked(task, done, first, error="The turn's time limit passed while the model was thinking.")
    question = done.question
    passed = done.handoff or done.delegation or done.ended
    if question is None and passed is None and not stopped:
        question = delegating.left_open(task) or questions.after_intent(task, done.results)
        if question is not None and question.text.strip() not in done.text:
            piece = f"\n\n{question.text}" if done.text.strip() else question.text
            task.voice.feed(piece)
            done.text += piece
    return _worked(task, done, first, text=done.text, question=question, stopped=stopped)


async def _converse(task: Task, done: _Work) -> str:
    """Asks the model until it is done; gives the name of the limit that stopped it, or nothing."""
    model = model_for(task.kit, task.specialist, "default")
    tools, held = offered.offers(task), delegating.holds(task)
    for _ in range(task.steps):
        left = task.context.deadline - time.time()
        if left <= 0:
            raise ModelFailed("The turn's time limit passed.")
        request = ModelRequest(
            messages=tuple(done.messages),
            tools=tools,
            slice=_slice(task, done),
            deadline_seconds=min(left, settings.MODEL_DEADLINE),
        )
        at, began, said, calls = timezone.now(), time.perf_counter(), "", []
        async for event in model.stream(request):
            match event:
                case TextPiece(text):
                    said += text
                    if not held:
                        task.voice.feed(text)
                case ToolCall():
                    calls.append(event)
                case ModelUsage():
                    done.usage = done.usage.plus(usage_of(event))
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
            done.delegation = delegating.instead(task, said)
            if done.delegation is not None:
                done.withheld = said
                return ""
            _let_out(task, said)
            done.text += said
            return ""
        if await _act(task, done, calls, said):
            return ""
    return "agent_steps"


async def _act(task: Task, done: _Work, calls: list[ToolCall], said: str) -> bool:
    """Does what the model asked for; True when the specialist's part is over."""
    signal = next((call for call in calls if call.name in offered.SIGNALS), None)
    if signal is None:
        task.voice.withdraw()  # what a model says before it looks something up is no answer
        done.messages.append(_spoken(said, calls))
        for call in calls:
            await _call(task, done, call)
            if done.question is not None:
                return True
        return False
    parsed = offered.read_signal(task, signal)
    done.signals.append((signal.name, not isinstance(parsed, str)))
    if isinstance(parsed, str):
        done.messages += [_spoken(said, [signal]), ToolMessage(parsed, tool_call_id=signal.id)]
        task.voice.withdraw()
        return False
    if isinstance(parsed, Delegation):
        task.voice.withdraw()  # whoever is called in has the word; nothing is announced
        done.delegation, done.withheld = parsed, said
        return True
    if isinstance(parsed, Ended):
        done.ended = parsed
        if parsed.status in GOES_ON:  # the coordinator answers, in one voice
            task.voice.withdraw()
            done.withheld = said
        else:
            done.text += said
        return True
    _let_out(task, said)
    if isinstance(parsed, HandoffRequest):
        # What it found out itself is its part of the answer; "I will transfer you" alone is none.
        done.text += said
        done.handoff = parsed
        done.messages += [
            _spoken(said, [signal]),
            ToolMessage(f"Passed on to {parsed.target}.", tool_call_id=signal.id),
        ]
        return True
    if not said.strip():
        task.voice.feed(parsed.text)
        done.text += parsed.text
    elif parsed.text.strip() and parsed.text.strip() not in said:
        task.voice.feed(f"\n\n{parsed.text}")
        done.text += f"{said}\n\n{parsed.text}"
    else:
        done.text += said
    done.question = questions.with_proposal(task, parsed, done.results)
    return True


def _let_out(task: Task, said: str) -> None:
    """What was held back while a call might still have called somebody in."""
    if said and delegating.holds(task):
        task.voice.feed(said)


async def _call(task: Task, done: _Work, call: ToolCall) -> None:
    """One tool call of the model: arguments from their sources, a yes first where the tool wants one."""
    if call.name == DELEGATE_TASK:
        words, usable = await delegating.one_task(task, call)
        done.signals.append((call.name, usable))
        done.messages.append(ToolMessage(words, tool_call_id=call.id))
        return
    spec = task.kit.section.tools.get(call.name)
    allowed = permitted.names(task)
    if spec is not None and call.name not in allowed and call.name in permitted.has(task):
        _put(done, call, permitted.skip(task, spec, {}))
        return
    if call.error or spec is None or call.name not in allowed:
        words = call.error or f"There is no tool '{call.name}'. Offered: {', '.join(allowed)}."
        done.messages.append(ToolMessage(words, tool_call_id=call.id))
        return
    filled = fill(spec, first_calls.known(task), call.arguments)
    if filled.missing_slots:
        _ask(task, done, questions.for_slots(task, spec, filled.missing_slots, filled.arguments))
        return
    if not filled.complete:
        result = first_calls.not_called(task, spec, filled)
    elif permitted.stand(task, spec) == "ask":
        _ask(task, done, questions.for_permission(task, spec, filled.arguments, permitted.request(task)))
        return
    elif (made := _made(task, done, spec, filled.arguments)) is not None:
        result = made
    elif not spec.read_only and (lost := _not_found(done, filled.arguments)):
        words = f"{lost} was not found for this customer: nothing can be done with it."
        result = task.caller.skip(call.name, "permission", words, task.agent, filled.arguments)
    elif spec.confirm and not questions.agreed(task, call.name, filled.arguments):
        _ask(task, done, questions.before_action(task, spec, filled.arguments))
        return
    else:
        result = await task.caller.call(call.name, dict(filled.arguments), task.agent)
    _put(done, call, result)


def _ask(task: Task, done: _Work, question: Question) -> None:
    """The platform's question in place of the call; the specialist's part ends with it.

    What was done in this turn is said first: nobody may be asked for more without knowing it.
    """
    done.question = question
    words = "\n\n".join([*_done_unsaid(task, done), question.text])
    task.voice.feed(words)
    done.text += words


def _done_unsaid(task: Task, done: _Work) -> list[str]:
    """The actions that succeeded in this turn, said by their tools' own sentences."""
    tools, acted = task.kit.section.tools, [r for r in done.results if r.ok and r.metadata.get("side_effect")]
    said = [sentence(result, tools.get(result.tool_name), task.language) for result in acted]
    return [words for words in dict.fromkeys(said) if words and words not in done.text]


def _put(done: _Work, call: ToolCall, result: ToolResult) -> None:
    """The result of a call, for the record and for the model."""
    if result not in done.results:
        done.results.append(result)
    done.messages.append(ToolMessage(offered.for_model(result), tool_call_id=call.id))


def _made(task: Task, done: _Work, spec: ToolSpec, arguments: Mapping[str, Any]) -> ToolResult | None:
    """The result of an action of this turn that a model asks for a second time: what the user agreed to is
    done exactly once, with the arguments they agreed to."""
    if spec.read_only:
        return None
    # The model's own words, a reason for example, make no other action of it.
    named = {parameter.name for parameter in spec.parameters if parameter.source != "free"}
    again = {name: value for name, value in clean(dict(arguments)).items() if name in named or not named}
    agreed = spec.name in questions.confirmed(task)
    for result in done.results:
        made = result.tool_name == spec.name and not result.metadata.get("skipped")
        given = dict(result.metadata.get("arguments", {}))
        same = {name: value for name, value in given.items() if name in named or not named} == again
        if made and (same or (agreed and not spec.confirm)):
            return result
    return None


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
    # A yes to a question for permission stands as it was said; the request it lets go on is in the prompt.
    said = task.context.utterance.text if permitted.reply(task) else task.text
    notes = [SystemMessage(system_note(note)) for note in delegating.notes(task)]
    return [SystemMessage(system_prompt(task)), *handed_over.history(task), *notes, HumanMessage(said)]


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
    names = {name for name in names if name in section.tools}
    names = {name for name in names if permitted.stand(task, section.tools[name]) != "never"}
    return ReleaseSlice(
        agent=task.agent,
        language=task.language,
        text="" if permitted.only_taken_back(task) else task.text,
        intents=task.intents,
        targets=delegating.targets(task),
        slots=section.slots,
        tools={name: section.tools[name] for name in sorted(names)},
        decided_intent=task.intent.name if task.intent else None,
        results=tuple(result for result in done.results if not permitted.withheld(result)),
        handed=task.handed,
        fruitless=handed_over.fruitless(task),
        said=task.said,
        known={**known.values, **{k: str(v) for k, v in known.context.items()}, **known.identity},
        reply=task.context.reply.kind if task.context.reply and not permitted.reply(task) else "",
        confirmed=questions.confirmed(task),
        proposed=questions.proposed(task),
        request=task.context.reply.question.request if task.context.reply else "",
        without=permitted.gone_without(task),
        taken_back=permitted.taken_back(task),
        asked_about=permitted.asked_about(task),
        notes=delegating.notes(task),
        meant=delegating.meant(task),
        home=task.home,
    )


def usage_of(event: ModelUsage) -> Usage:
    """One call of a model, as the record counts it."""
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
    permissions, asked = permitted.asked(task, changes.get("question"))
    made = Worked(
        permissions=permissions,
        results=tuple(done.results),
        handoff=done.handoff,
        delegation=done.delegation,
        ended=done.ended,
        withheld=done.withheld,
        steps=tuple(
            sorted((*done.steps, *task.caller.steps[done.steps_before :], *asked), key=lambda step: step.at)
        ),
        usage=done.usage,
        identity_missing=first.identity_missing,
        next_state=next((state for state in reversed(states) if state), None),
        signals=tuple(done.signals),
        context=handed_over.gather(task, done.results, done.handoff, changes.get("question")),
    )
    return replace(made, **changes)
