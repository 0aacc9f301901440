"""Turns that wait here: for those before them, which may run elsewhere, or until their writer pauses.

Who ends the one before wakes us (`wakes`). Over no Redis nobody can, and a wake can be lost: so this process
looks itself what has become of its own, all in one query, for as long as it has any.

A turn that already has its row: promoted from the queue, found after a crash, or committed unseen.
"""

import asyncio
import logging
import time
from dataclasses import replace
from datetime import datetime

from django.conf import settings
from django.db import Error

from budgets import spending
from conversations import order, wakes
from conversations.as_json import to_json
from conversations.endings import LOOK_SECONDS
from conversations.event_log import log
from conversations.models import Conversation, Message, Turn
from conversations.stored_request import StoredRequest
from conversations.visits import visit
from outbound import runtime
from releases import freshness
from routing.turns import registry
from routing.turns.follow import tell_from_record
from routing.turns.mode import choose
from routing.turns.open import OpenedTurn
from routing.turns.prepare import PreparedTurn, build_context, evaluate_flag, find_payer
from tenancy.models import Tenant

logger = logging.getLogger(__name__)
UNLESS_WOKEN = 3.0  # seconds between looks where there are wake-ups
_waiting: set[str] = set()
_looking: "asyncio.Task[None] | None" = None


def look_after(turn_id: str) -> None:
    """Sees to it that a queued turn of this process is run here once it is its turn."""
    global _looking
    _waiting.add(turn_id)
    if _looking is None or _looking.done() or _looking.get_loop() is not runtime.loop():
        _looking = runtime.spawn(_look())


async def _look() -> None:
    while _waiting:
        await asyncio.sleep(UNLESS_WOKEN if settings.REDIS_URL else LOOK_SECONDS)
        try:
            found = await visit(_rows)
        except Error as error:
            logger.warning("What becomes of the turns that wait could not be read: %s", error)
            continue
        for turn_id in list(_waiting):
            _follow(turn_id, *found.get(turn_id, ("", "")))


def _rows() -> dict[str, tuple[str, str]]:
    rows = Turn.unscoped.filter(pk__in=list(_waiting))
    return {
        turn_id: (status, owner) for turn_id, status, owner in rows.values_list("pk", "status", "process")
    }


def _follow(turn_id: str, status: str, owner: str) -> None:
    """One that waits no longer: run where it is ours, told of where another process took it over."""
    ours = owner == wakes.process_name()
    if ours and status == Turn.Statuses.QUEUED:
        return
    _waiting.discard(turn_id)
    if ours and status == Turn.Statuses.RUNNING:
        registry.run_promoted(turn_id, owner)
    elif not ours:
        runtime.spawn(emit_when_recorded(turn_id))


async def emit_when_recorded(turn_id: str) -> None:
    """Tells those who wait here `answer` and `done` once the record has them."""
    if not log.waits(turn_id):
        return
    async for event in tell_from_record(turn_id, settings.TURN_DEADLINE + settings.LEASE_MARGIN):
        if log.waits(turn_id):
            log.publish(turn_id, event, mirrors=False)


def begin_after(turn_id: str, at: float) -> None:
    """Begins a queued turn at this moment (epoch seconds), unless a later message has put it off.

    It counts among what runs in this process, under a name of its own: a process that ends waits for it.
    """
    registry.start(f"{turn_id}{registry.RESTS}{at}", _rest(turn_id, at))


async def _rest(turn_id: str, at: float) -> None:
    while True:
        await asyncio.sleep(max(0.001, at - time.time()))
        found = await visit(lambda: order.begin(turn_id), patience=order.lease().total_seconds())
        if not isinstance(found, datetime):
            break
        if found.timestamp() > at:
            return  # the message that put it off sees to it
    if isinstance(found, Turn):
        registry.run_promoted(found.pk, found.process)
        return
    owner = await visit(lambda: list(Turn.unscoped.filter(pk=turn_id).values_list("process", flat=True)))
    if owner and owner[0] != wakes.process_name():
        # Another process runs it: those who wait here get what it stores.
        runtime.spawn(emit_when_recorded(turn_id))


def load(
    turn_id: str,
    attempt: int | None = None,
    status: str = Turn.Statuses.RUNNING,
    release: int | None = None,
) -> PreparedTurn | None:
    """A running turn, ready to run under the release that its request or its session named, else under what
    is live now.

    None when it is not (or no longer) to be run.

    With `status` queued: one that is stopped while it waits. `release`: under that one, for a branch of a
    turn that has begun.
    """
    turn = Turn.unscoped.select_related("conversation").filter(pk=turn_id, status=status).first()
    if turn is None or (attempt is not None and turn.attempt != attempt):
        return None
    conversation: Conversation = turn.conversation
    tenant = Tenant.objects.get(pk=turn.tenant_id)
    stored = StoredRequest.from_json(turn.request)
    number = release or stored.release or conversation.options.get("release") or tenant.live_release
    pinned = freshness.pin(tenant.pk, number, tenant.operational_version)
    profile = pinned.release["routing"].profiles.get(conversation.agent_id)
    if profile is None:  # unpublished meanwhile: end on what it began with
        pinned = freshness.pin(tenant.pk, turn.release, tenant.operational_version)
        profile = pinned.release["routing"].profiles[conversation.agent_id]
    flag = evaluate_flag(pinned, conversation.agent_id, conversation.user_id or conversation.key)
    chosen = choose(stored.requested_mode, stored.force_multi, flag, profile)
    messages = Message.unscoped.filter(turn=turn, role=Message.Roles.USER).order_by("seq")
    first = messages.values_list("pk", flat=True).first()
    payer = find_payer(stored, conversation)
    budget = spending.admit(tenant.pk, pinned.operational["budgets"], payer, False, stored.reservation)
    budget = replace(budget, reservation=stored.reservation)  # none is given back that was never made
    context = build_context(conversation, turn, first or "", pinned, chosen, to_json(flag) or {}, budget)
    return PreparedTurn(context, pinned)


def load_opened(turn_id: str, message_id: str = "") -> OpenedTurn | None:
    """What open had returned, for a visit whose COMMIT was answered by nobody.

    The message may have joined another turn: then that one is found by it.
    """
    turns = Turn.unscoped.select_related("conversation")
    turn = turns.filter(pk=turn_id).first() or turns.filter(messages=message_id).first()
    if turn is None:
        return None
    runs = turn.status != Turn.Statuses.QUEUED and turn.pk == turn_id
    prepared = load(turn_id) if runs else None
    return OpenedTurn.of(turn, turn.conversation, prepared=prepared, joined=turn.pk != turn_id)
