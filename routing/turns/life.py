"""The life of a process: what starts with it, and how it stops without losing a turn."""

import asyncio
import gc
import logging
from typing import Any

from django.conf import settings

from agents.llm import choose
from agents.tools import sessions
from conversations import redis_client, visits, wakes
from conversations.models import Turn
from delivery import sending
from language import detect
from outbound import policy, runtime
from releases import freshness, readiness
from releases.freshness import LoadedRelease
from routing.planning import bootstrap
from routing.turns import registry, sweep, tell
from tenancy.models import Tenant
from work import dispatch

logger = logging.getLogger(__name__)
FIRST = 4  # companies that are made ready where nobody has spoken yet
ALLOCATED = 10_000  # objects between two looks at the youngest: a turn makes several thousand
_background: list["asyncio.Task[Any]"] = []


async def begin() -> None:
    """Adopts the running loop and starts the sweeper, the reader of wake-ups and the warm-up."""
    runtime.adopt(asyncio.get_running_loop())
    registry.accept()
    readiness.serve()
    _background.append(runtime.spawn(sweep.for_ever()))
    _background.append(runtime.spawn(sending.for_ever()))
    if settings.REDIS_URL:
        _background.append(runtime.spawn(wakes.listen(on_wake)))
    if settings.DOMAINS_BOOTSTRAP:
        _background.append(runtime.spawn(visits.visit(bootstrap.at_start)))
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
    await sending.finish()
    dispatch.stop()
    readiness.serve(False)
    while _background:
        _background.pop().cancel()
    await sessions.close_all()
    await policy.close()
    await redis_client.close()


async def _warm_up() -> None:
    """Loads what the first message would otherwise wait for: seconds of libraries."""
    await asyncio.get_running_loop().run_in_executor(None, detect.warm)
    await sessions.warm_up()
    choose.from_environment()
    await ready_again()
    _keep_for_good()


async def ready_again() -> None:
    """Makes ready what the last message was answered under: the next one is likely to be of the same company. Where
    nobody has spoken yet that is what is live of the first companies; where nothing is, nothing is read, least of
    all an encoder's weights."""
    try:
        for release in await visits.visit(_likely_next):
            await readiness.ready(release)
    except Exception:  # the first message will tell whoever sends it
        logger.warning("no release could be made ready at the start", exc_info=True)


def _likely_next() -> list[LoadedRelease]:
    last = Turn.unscoped.select_related("tenant").order_by("-pk").first()
    companies = [last.tenant] if last is not None else list(Tenant.objects.exclude(live_release=None)[:FIRST])
    return [freshness.current(company).release for company in companies if company.live_release]


def _keep_for_good() -> None:
    """Takes what is loaded by now out of the garbage collector's rounds: classes and modules stay until the end."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(ALLOCATED)
