"""The life of a process: what starts with it, and how it stops without losing a turn."""

import asyncio
import gc
from typing import Any

from django.conf import settings

from agents.llm import choose
from agents.tools import sessions
from conversations import redis_client, visits, wakes
from language import detect, embedder
from outbound import policy, runtime
from releases import parts
from routing.turns import registry, sweep, tell
from work import dispatch

ALLOCATED = 10_000  # objects between two looks at the youngest: a turn makes several thousand
_background: list["asyncio.Task[Any]"] = []


async def begin() -> None:
    """Adopts the running loop and starts the sweeper, the reader of wake-ups and the warm-up."""
    runtime.adopt(asyncio.get_running_loop())
    registry.accept()
    _background.append(runtime.spawn(sweep.for_ever()))
    if settings.REDIS_URL:
        _background.append(runtime.spawn(wakes.listen(on_wake)))
    _background.append(runtime.spawn(_warm_up()))


def on_wake(kind: str, turn_id: str) -> None:
    """Another process's word about one of our turns."""
    if kind == "stop":
        registry.stop(turn_id)
    elif kind == "ended":
        runtime.spawn(tell.when_recorded(turn_id))
    else:
        registry.run_promoted(turn_id, wakes.process_name())


async def finish() -> None:
    """Refuses new turns, waits for running ones, closes what goes out."""
    await registry.drain(settings.DRAIN_SECONDS)
    dispatch.stop()
    while _background:
        _background.pop().cancel()
    await sessions.close_all()
    await policy.close()
    await redis_client.close()


async def _warm_up() -> None:
    """Loads what the first message would otherwise wait for: seconds of libraries."""
    await asyncio.get_running_loop().run_in_executor(None, detect.warm)
    if await visits.visit(parts.any_made):
        await asyncio.get_running_loop().run_in_executor(None, embedder.warm)
    await sessions.warm_up()
    choose.from_environment()
    _keep_for_good()


def _keep_for_good() -> None:
    """Takes what is loaded by now out of the garbage collector's rounds: classes and modules stay until the end."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(ALLOCATED)
