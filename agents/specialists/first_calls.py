"""What the platform does before a model is asked: the confirmed action, and the tools to call at once."""

import asyncio
from dataclasses import dataclass

from agents.specialists import questions
from agents.specialists.task import Task
from agents.specs import ToolSpec
from agents.tools.arguments import Filled, Known, fill
from conversations.turn import Question, ToolResult


@dataclass(frozen=True, slots=True)
class FirstCalls:
    """Their results; or the question that stands before them; and the identity that is missing."""

    results: tuple[ToolResult, ...] = ()
    question: Question | None = None
    identity_missing: tuple[str, ...] = ()


async def make(task: Task) -> FirstCalls:
    """Acts on a yes, then calls what the intent prefetches, in parallel, as far as arguments are known.

    A value that only the user can give is asked for before anything else is done; an identity that
    nobody proved is reported, never asked for.
    """
    reply = task.context.reply
    unclear = reply is not None and reply.kind == "unclear" and reply.question.agent == task.agent
    if reply is not None and (unclear or questions.stale(task)):
        return FirstCalls(question=questions.again(task, reply.question))
    results = []
    agreed = questions.confirmed(task)
    for tool, arguments in agreed.items():
        results.append(await task.caller.call(tool, dict(arguments), task.agent))
    if agreed or task.intent is None or (reply is not None and reply.kind in ("no", "cancel", "yes")):
        return FirstCalls(tuple(results))
    specs = [task.kit.section.tools[name] for name in task.intent.prefetch if name in task.kit.section.tools]
    plans = [(spec, fill(spec, known(task))) for spec in specs]
    wanted = [name for _, filled in plans for name in filled.missing_slots]
    if wanted:
        spec = next(spec for spec, filled in plans if filled.missing_slots)
        return FirstCalls(question=questions.for_slots(task, spec, tuple(dict.fromkeys(wanted))))
    results += await asyncio.gather(*(_call(task, spec, filled) for spec, filled in plans))
    missing = tuple(dict.fromkeys(name for _, filled in plans for name in filled.missing_identity))
    return FirstCalls(tuple(results), identity_missing=missing)


def known(task: Task) -> Known:
    """What this turn knows that could be an argument of a tool."""
    context = task.context
    return Known(
        identity=context.identity.business,
        values={**context.state.values, **context.values},
        context={k: v for k, v in context.context.items() if isinstance(v, str | int)},
        text=context.utterance.raw,
        slots=task.kit.section.slots,
    )


def not_called(task: Task, spec: ToolSpec, filled: Filled) -> ToolResult:
    """A call that cannot be made yet, in the record with what is missing."""
    missing = ", ".join((*filled.missing_identity, *filled.missing_slots, *filled.free, *filled.problems))
    return task.caller.skip(
        spec.name, "argument_missing", f"missing: {missing}", task.agent, filled.arguments
    )


async def _call(task: Task, spec: ToolSpec, filled: Filled) -> ToolResult:
    if filled.complete:
        return await task.caller.call(spec.name, dict(filled.arguments), task.agent)
    return not_called(task, spec, filled)
