"""The sweeper: turns whose process died are run again once, or ended with what is known of them."""

import asyncio
import logging
import math
import time
from datetime import timedelta

from django.conf import settings
from django.db import Error
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from agents.knowledge.web import sources as web_pages
from budgets import spending
from conversations import order, side_effects, wakes
from conversations.event_log import Emitter
from conversations.models import Conversation, Turn
from conversations.visits import visit
from delivery import outbox
from privacy import retention
from privacy.wiping import wipe_log
from releases import freshness, kept_addresses
from routing.answer_cache import keeping
from routing.planning.manifests import sync
from routing.texts import text
from routing.turns import conduct, lapsing, queue, registry
from routing.turns.prepare import PreparedTurn
from routing.turns.queue import load
from tenancy import attempts
from work import branch_rows, jobs, publishing

logger = logging.getLogger(__name__)
RESTED = timedelta(seconds=5)  # after which a turn that rested, and that nobody began, is taken over
TIDY_SECONDS = 3600.0  # between two looks at what is kept no longer
_taking_over: set[str] = set()  # processes that are being looked after at this moment
ATTEMPTS = 2  # a turn that brought down two processes is not tried a third time


async def for_ever() -> None:
    """Sweeps every `SWEEP_SECONDS`, in every process; correctness needs no beat."""
    tidied = -math.inf  # no 0: a machine's clock may have begun less than an hour ago
    more = dirty = False
    while True:
        await asyncio.sleep(settings.SWEEP_SECONDS)
        try:
            if not registry.is_draining():
                await sweep()
            await visit(jobs.sweep)
            await visit(branch_rows.tidy)
            await visit(sync.look_after)
            await visit(lapsing.clear)
            if freshness.lacking():
                await visit(publishing.look_after)
            if time.monotonic() - tidied > TIDY_SECONDS:
                await visit(jobs.tidy)
                await visit(outbox.tidy)
                await visit(attempts.tidy)
                await visit(web_pages.look_after)
                await visit(keeping.tidy)
                await visit(spending.tidy)
                await visit(kept_addresses.tidy)
                tidied, more = time.monotonic(), True
            # What companies keep no longer: one small batch a look, until there is nothing left for an hour.
            more = more and bool(await visit(retention.tidy))
            dirty = dirty or more
            if dirty:  # or until nobody reads what the log still has
                dirty = not await asyncio.to_thread(wipe_log)
        except Error as error:
            logger.warning("The sweeper could not read the database: %s", error)
        except Exception:  # whatever it was: the next look must come
            logger.exception("The sweeper failed")


async def sweep() -> int:
    """One look; gives the number of turns that were taken over."""
    process = wakes.process_name()
    lost = await visit(
        lambda: order.claim_lost(process) + order.claim_left(process, registry.list_running_turns())
    )
    for turn in lost:
        registry.start(turn.pk, _take_over(turn))
    for turn_id, owner in await visit(_promote_forgotten):
        registry.run_promoted(turn_id, owner)
    return len(lost)


async def take_over_from(dead: str, beat: int) -> None:
    """Takes over what a process had that is silent since its last beat."""
    if dead in _taking_over or registry.is_draining():
        return
    _taking_over.add(dead)
    try:
        process = wakes.process_name()
        claimed, waiting = await visit(lambda: order.claim_of(dead, beat, process))
        if claimed or waiting:
            logger.warning(
                "Process %s died: %s turns and %s that wait are taken over", dead, len(claimed), len(waiting)
            )
        for turn in claimed:
            registry.start(turn.pk, _take_over(turn))
        for turn_id in waiting:
            queue.look_after(turn_id)
    finally:
        _taking_over.discard(dead)


async def _take_over(turn: Turn) -> None:
    prepared = await visit(lambda: load(turn.pk, turn.attempt), patience=order.lease().total_seconds())
    if prepared is None:
        return
    _tell_that_it_goes_on(prepared)
    if turn.stop_requested:
        await conduct.end_stopped(prepared)
        return
    if not turn.side_effects and turn.attempt <= ATTEMPTS:
        await conduct.conduct(prepared)
        return
    runtime = conduct.make_runtime(prepared.context, prepared.pinned)
    runtime.moved.extend(side_effects.read_handoffs(turn.side_effects))
    runtime.caller.results.extend(side_effects.read_results(turn.side_effects))
    context = conduct.fail(prepared.context, runtime, "The process that worked on this turn ended.")
    await conduct.end(context, runtime)


def _tell_that_it_goes_on(prepared: PreparedTurn) -> None:
    """Takes back what the attempt before had said, and tells followers that the answer is made anew."""
    context = prepared.context
    emitter = Emitter(context.request.turn_id, context.request.number, context.request.attempt)
    emitter.emit("text.reset", {"agent": "", "text": ""})
    title = text("goes_on", context.request.utterance.language)
    emitter.emit("step", {"node": "taken_over", "phase": "started", "agent": "", "title": title, "ms": 0.0})


def _promote_forgotten() -> list[tuple[str, str]]:
    """Queued turns that nobody will promote, because the turn before them was stopped or lost, or whoever let
    them rest is gone."""
    running = Turn.unscoped.filter(conversation=OuterRef("conversation"), status=Turn.Statuses.RUNNING)
    now = timezone.now()
    forgotten = Q(lease_until=None, created_at__lt=now - order.lease() / 4) | Q(lease_until__lt=now - RESTED)
    waiting = Turn.unscoped.filter(~Exists(running), forgotten, status=Turn.Statuses.QUEUED)
    promoted = []
    for key in list(waiting.values_list("conversation_id", flat=True).distinct()[:20]):
        conversation = Conversation.unscoped.select_for_update().get(pk=key)
        if not Turn.unscoped.filter(conversation=conversation, status=Turn.Statuses.RUNNING).exists():
            turn = order.promote(conversation)
            if turn is not None:
                Turn.unscoped.filter(pk=turn.pk).update(process=wakes.process_name())
                promoted.append((turn.pk, wakes.process_name()))
    return promoted
