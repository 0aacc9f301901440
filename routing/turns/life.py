"""The life of a process: what starts with it, and how it stops without losing a turn."""

import asyncio
import gc
import logging
import time
from contextlib import suppress
from functools import partial
from importlib import import_module
from typing import Any

from django.conf import settings
from django.db import DatabaseError

from agents.guardrails import personal_labels, personal_tagger, read_aloud
from agents.llm import choose
from agents.tools import sessions
from conversations import alive, redis_client, visits, wakes
from conversations.models import Turn
from delivery import sending
from language import day_names, detect, lazy_patterns, quantities
from outbound import policy, runtime
from releases import freshness
from releases.loaded_release import LoadedRelease
from routing.planning.manifests import bootstrap
from routing.turns import paying, queue, registry, sweep
from tenancy import postgresql
from tenancy.models import Tenant
from work import dispatch

# What libraries import when they are first used. A message under a release that calls models needs more of
# it: `agents.llm.choose.prepare`.
FIRST_USED = (
    "agents.tools.open_session",  # the MCP SDK: 0.7 s
    "anyio._backends._asyncio",
    "cryptography.hazmat.primitives.ciphers.aead",
    "encodings.ascii",
    "encodings.rot_13",
    "langchain_core.messages.block_translators.langchain_v0",
    "langchain_core.tracers.context",
    "langchain_core.tracers.langchain",  # for a model that is called: 0.5 s
    "langchain_core.tracers.run_collector",
    "langchain_core.tracers.stdout",
    "langsmith.run_helpers",
    "tenacity",
)
logger = logging.getLogger(__name__)
FIRST = 4  # companies that are made ready where nobody has spoken yet
MOST = 20  # and of those that have: each costs some of the start
LOOKED_AT = 2_000  # of the last messages, whose companies those are
AGAIN = 1.0  # seconds until a database that did not answer is asked again
ALLOCATED = 10_000  # objects between two looks at the youngest: a turn makes several thousand
_background: list["asyncio.Task[Any]"] = []
_leaving: "asyncio.Task[None] | None" = None
_loaded = False


async def begin() -> None:
    """Adopts the running loop and starts the sweeper, the reader of wake-ups and the warm-up."""
    loop = asyncio.get_running_loop()
    runtime.adopt(loop)
    registry.accept()
    alive.begin(
        lambda name, beat: loop.call_soon_threadsafe(partial(_on_silence, name, beat)), paying.keep_used
    )
    freshness.serve()
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
        runtime.spawn(queue.emit_when_recorded(turn_id))
    else:
        registry.run_promoted(turn_id, wakes.process_name())


def _on_silence(name: str, beat: int) -> None:
    runtime.spawn(sweep.take_over_from(name, beat))


def leave(notice: float = 0.0) -> None:
    """Takes nothing new from now on.

    The socket is shut `notice` seconds from now; what runs has DRAIN_SECONDS more.
    """
    global _leaving
    registry.accept(False)
    if _leaving is None:
        _leaving = runtime.spawn(_drain(notice))


async def _drain(notice: float) -> None:
    await asyncio.sleep(notice)
    await registry.drain(settings.DRAIN_SECONDS)


def leaving() -> bool:
    """Whether this process was told to stop."""
    return _leaving is not None


async def finish() -> None:
    """Waits for running turns, unless that was done since `leave`, and closes what goes out."""
    global _leaving, _loaded
    leave()
    if _leaving is not None:
        await _leaving
    _leaving, _loaded = None, False
    await asyncio.to_thread(alive.end)
    until = asyncio.get_running_loop().time() + settings.CLOSING_SECONDS
    with suppress(TimeoutError):
        async with asyncio.timeout_at(until):
            await sending.close()
    dispatch.stop()
    freshness.serve(False)
    postgresql.serve(False)
    while _background:
        _background.pop().cancel()
    with suppress(TimeoutError):
        async with asyncio.timeout_at(until):
            await sessions.close_all()
    await policy.close()
    await redis_client.close()


def has_loaded() -> bool:
    """Whether this process has read what its next messages need.

    Until then one would wait for seconds of it.
    """
    return _loaded


async def until_loaded(seconds: float) -> None:
    """Waits for that, at most so many seconds."""
    until = time.monotonic() + seconds
    while not _loaded and time.monotonic() < until:  # noqa: ASYNC110
        await asyncio.sleep(0.05)


async def _warm_up() -> None:
    """Loads what the first message would otherwise wait for.

    Libraries, releases, what they learnt, the encoder.
    """
    global _loaded
    await _load()
    postgresql.serve()
    _loaded = True


async def _load() -> None:
    await asyncio.get_running_loop().run_in_executor(None, detect.warm)
    await asyncio.to_thread(choose.from_environment)
    await asyncio.to_thread(load_first_use)
    while not await ready_again():  # noqa: ASYNC110
        await asyncio.sleep(AGAIN)
    _keep_for_good()


def load_worker(seconds: float) -> None:
    """Loads the same before a worker takes work, which the web processes do themselves meanwhile.

    Its first branch would wait for 15 s of that on a busy machine. After `seconds` it begins all the same.
    """
    with suppress(TimeoutError):
        runtime.run(_load(), seconds)


def load_first_use() -> None:
    """Imports and reads what a process's first messages would otherwise, while everybody's turns wait for it.

    It takes seconds, for which a thread is the place.
    """
    for name in FIRST_USED:
        import_module(name)
    personal_labels.warm()
    personal_tagger.warm()
    read_aloud.warm()
    day_names.warm()
    quantities.warm()
    policy.warm()
    lazy_patterns.compile_all()


async def ready_again() -> bool:
    """Makes ready what the last messages were answered under.

    The next ones are likely to be of the same companies. Where nobody has spoken yet that is what is live of
    the first companies; where nothing is, nothing is read, least of all an encoder's weights. False: the
    database did not say what that is.
    """
    try:
        releases = await visits.visit(_likely_next)
    except DatabaseError as error:
        logger.warning("The database does not say what is to be read at the start: %s", error)
        return False
    for release in releases:
        try:
            await freshness.ready(release)
        except Exception:  # the first message will tell whoever sends it; other companies' can be answered
            logger.warning("release %d could not be made ready at the start", release.number, exc_info=True)
    return True


def _likely_next() -> list[LoadedRelease]:
    last = Turn.unscoped.order_by("-pk").values_list("tenant_id", flat=True)[:LOOKED_AT]
    spoke = list(dict.fromkeys(last))[:MOST]
    live = Tenant.objects.exclude(live_release=None)
    found = live.in_bulk(spoke)
    companies = [found[name] for name in spoke if name in found] if spoke else list(live[:FIRST])
    return [each for company in companies if (each := _release(company)) is not None]


def _release(company: Tenant) -> LoadedRelease | None:
    try:
        return freshness.current(company).release
    except DatabaseError:
        raise
    except Exception:
        logger.warning("The release of %s cannot be read", company.pk, exc_info=True)
        return None


def _keep_for_good() -> None:
    """Takes what is loaded by now out of the garbage collector's rounds.

    Classes and modules stay until the end.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(ALLOCATED)
