"""Calls of the tools of the caller's own program: they are passed back and the turn ends.

With their results the same specialist goes on (docs/adr/0073).

Nothing is carried out here. What the model had before it is kept with the calls, as far as it is not too
long.
"""

import time
from collections.abc import Mapping, Sequence
from typing import Any

import orjson
from django.utils import timezone
from langchain_core.messages import AIMessage, BaseMessage, ToolMessage
from langchain_core.messages.tool import tool_call

from agents.llm.events import ToolCall
from agents.llm.request import ANY_TOOL
from agents.llm.thinking import MARK as THOUGHTS
from agents.specialists.calling import ASKED, Answered, Gathered
from agents.specialists.task import Task
from conversations.client_tools import MARK, REQUIRED, ClientCall, OpenCalls, call_id
from conversations.turn import Json, StepRecord, ToolResult

PASSED = Answered("")  # its result comes with the next request
ONE = "Not passed on: one of these calls at a time. Send it again after the result of the other one."
OURS = "Not passed on: the arguments read out your instructions."
TEXT = 16_000  # characters of one message that are kept
THINKING = 60_000  # characters of the thoughts behind one step of calls; longer ones are not kept
MOST = 200_000  # characters of all that is kept; the oldest steps go first


def must_call(task: Task) -> str:
    """The tool that the caller wants called: one by its name, any of them, or none."""
    wanted = task.client_tools
    return (ANY_TOOL if wanted.choice == REQUIRED else wanted.choice) if wanted.must else ""


def is_theirs(task: Task, call: ToolCall) -> bool:
    """Whether a call is one of a tool of the caller's."""
    return any(tool.name == call.name for tool in task.client_tools.offered)


def usable(task: Task, calls: Sequence[ToolCall]) -> list[ToolCall]:
    """Those of the calls of the caller's tools that can be passed back, if nothing comes first.

    All that can be read, or the first.
    """
    readable = [call for call in calls if not call.error]
    return readable if task.client_tools.parallel else readable[:1]


def answer(
    task: Task, done: Gathered, calls: Sequence[ToolCall], passes: Sequence[ToolCall]
) -> list[Answered]:
    """What becomes of the calls of the caller's tools in one step.

    What the user is asked first ends the turn without them; the model may send them again.
    """
    return [_answer(task, done, call, any(call is each for each in passes)) for call in calls]


def _answer(task: Task, done: Gathered, call: ToolCall, passes: bool) -> Answered:
    if call.error:
        done.signals.append((call.name, False))
        return Answered(call.error, refused=True, mend=True)
    if task.caller.reads_out(call.arguments):
        done.signals.append((call.name, False))
        return Answered(OURS, refused=True)
    if done.question is not None or not passes:
        done.signals.append((call.name, False))
        return Answered(ASKED if done.question is not None else ONE, refused=True)
    made = ClientCall(
        call_id(task.context.request.turn_id, len(done.calls)), call.name, dict(call.arguments), call.id
    )
    done.calls.append(made)
    done.steps.append(_step(task, made))
    return PASSED


def leave(task: Task, done: Gathered) -> OpenCalls | None:
    """What the conversation keeps of the calls that wait for their results; None where nothing was called."""
    if not done.calls:
        return None
    request, before = task.context.request, task.going_on
    past = request.history[-1].seq if request.history else 0
    return OpenCalls(
        agent=task.agent,
        intent=task.intent.name if task.intent else None,
        request=before.request if before else task.text,
        calls=tuple(done.calls),
        messages=tuple(_bound(done.messages[done.prompt :])),
        since=before.since if before else past,
        turn=request.number,
        at=time.time(),
    )


def go_on(task: Task, done: Gathered) -> None:
    """Puts what the model had before it, and the results, behind its prompt.

    The results are data; rails and judges hold the answer against them as against what our own tools said,
    in the first half too (`agents.facts`).
    """
    kept = task.going_on
    assert kept is not None
    found = {each.call_id: each.content for each in task.context.request.client_tools.results}
    done.messages += map(_read, kept.messages)
    done.messages += [ToolMessage(found[call.id], tool_call_id=call.own_id) for call in kept.calls]
    results = [_result(task, call, found[call.id]) for call in kept.calls]
    done.results += results
    task.caller.results += results


def is_theirs_result(result: ToolResult) -> bool:
    """Whether the caller brought it."""
    return bool(result.metadata.get(MARK))


def _result(task: Task, call: ClientCall, content: str) -> ToolResult:
    about: dict[str, Json] = {"arguments": dict(call.arguments), MARK: True}
    return ToolResult(call.name, "", True, content, None, about, agent=task.agent)


def _step(task: Task, call: ClientCall) -> StepRecord:
    detail: dict[str, Json] = {"tool": call.name, "server": "", MARK: True, "call": call.id}
    summary = f"{call.name}: passed on to the caller"
    return StepRecord("tool", "tool", "passed_on", summary, timezone.now(), 0.0, task.agent, detail)


def _bound(messages: Sequence[BaseMessage]) -> list[dict[str, Json]]:
    """The messages of a tool loop as JSON; of a long one the last steps."""
    written = [_write(each) for each in messages]
    begins = [n for n, each in enumerate(written) if each["role"] == "assistant"]
    for begin in begins:
        if len(orjson.dumps(written[begin:], default=str)) <= MOST:
            return written[begin:]
    return written[begins[-1] :] if begins else []


def _write(message: BaseMessage) -> dict[str, Json]:
    if isinstance(message, ToolMessage):
        return {"role": "tool", "text": message.text[:TEXT], "id": message.tool_call_id}
    calls = message.tool_calls if isinstance(message, AIMessage) else []
    plain: dict[str, Json] = {
        "role": "assistant",
        "text": message.text[:TEXT],
        "calls": [{"id": call["id"], "name": call["name"], "args": call["args"]} for call in calls],
    }
    thoughts = message.additional_kwargs.get(THOUGHTS)
    if thoughts and len(orjson.dumps(thoughts, default=str)) <= THINKING:
        plain["thoughts"] = thoughts  # some providers refuse the results without them
    return plain


def _read(message: Mapping[str, Any]) -> BaseMessage:
    if message["role"] == "tool":
        return ToolMessage(message["text"], tool_call_id=message["id"])
    calls = [tool_call(name=each["name"], args=each["args"], id=each["id"]) for each in message["calls"]]
    read = AIMessage(message["text"], tool_calls=calls)
    if "thoughts" in message:
        read.additional_kwargs[THOUGHTS] = message["thoughts"]
    return read
