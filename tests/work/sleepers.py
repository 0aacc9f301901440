"""Kinds of branches and a job for tests and benchmarks.

A worker loads them with `--include tests.work.sleepers`.
"""

import asyncio
import time

from conversations import side_effects
from work.branch_kinds import BranchContext, BranchKind, Json, register
from work.context import JobContext
from work.kinds import JobKind
from work.kinds import register as register_job


async def sleep(context: BranchContext) -> Json:
    """Payload: {seconds, say?, fail?}. Gives what it was and when it began."""
    began = time.time()
    for word in context.payload.get("say", ()):
        context.tell({"say": word})
    await asyncio.sleep(context.payload["seconds"])
    if context.payload.get("fail"):
        raise ValueError(context.payload["fail"])
    return {"step": context.step, "attempt": context.attempt, "began": began}


async def act(context: BranchContext) -> Json:
    """Begins to change something, then takes its time."""
    effect = await side_effects.begin(context.turn_id, context.attempt, "return_order", {})
    context.tell({"begun": effect})
    await asyncio.sleep(context.payload["seconds"])
    await side_effects.finish(effect, context.turn_id, context.attempt, True, "")
    return {"acted": True}


def note(context: JobContext) -> Json:
    """Does nothing but say which attempt it was."""
    return {"attempt": context.attempt}


register_job(JobKind("note", note, "Note"))
register(BranchKind("sleep", sleep))
register(BranchKind("act", act))
