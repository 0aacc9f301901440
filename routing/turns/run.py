"""`run_turn`: the one function behind every door.

Stopping a turn: at once in its process, by a wake-up in another.
"""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from functools import partial
from typing import Any

from django.conf import settings

from conversations import ownership, wakes
from conversations.errors import KeyInUse, TurnNotFound
from conversations.event_log import Emitter, log
from conversations.models import Turn, new_id
from conversations.turn import TurnEvent
from conversations.visits import visit, visit_after_others
from outbound import runtime
from routing.errors import NotAtAGateway, RoutingError
from routing.turns import follow, queue, registry
from routing.turns.conduct import conduct, end_waiting
from routing.turns.open import OpenedTurn, choose_audience, find_begun, open_turn
from routing.turns.request import ChatRequest
from tenancy.authenticate import RawCredentials, authenticate

STREAMING = (
    "gateway_sse",
    "gateway_ws",
    "openai_sse",
    "openai_responses_sse",
)  # doors that follow a turn which another request has begun


async def run_turn(request: ChatRequest) -> AsyncIterator[TurnEvent]:
    """Admits a message and gives the events of its turn, from `accepted` to `done`, as far as the caller may
    see them.

    A refusal is raised before the first event; nothing is stored then. Leaving the iteration does not stop
    the turn. A repeated Idempotency-Key gives the stored answer; one that still runs is attached to by
    streaming doors and refused (KeyInUse) by the others. A gateway runs no turn.
    """
    if settings.GATEWAY:
        raise NotAtAGateway
    # A task of its own: a client that leaves during the visit must not leave a turn that nobody runs.
    opened = await asyncio.shield(runtime.spawn(_admit(request)))
    if isinstance(opened, KeyInUse) and request.door in STREAMING:
        opened = await visit(partial(find_begun, opened.turn_id, request))
    if isinstance(opened, Exception):
        raise opened
    async for event in _events(opened):
        if (visible := opened.audience.event(event)) is not None:
            yield visible


async def _events(opened: OpenedTurn) -> AsyncIterator[TurnEvent]:
    """All of the turn, for nobody yet."""
    if opened.response is not None:
        for event in await follow.repeat(_describe_accepted(opened), opened.response, opened.number):
            yield event
        return
    events = (
        follow.follow_joined(opened.turn_id, opened.number, _describe_accepted(opened))
        if opened.joined
        else None
    )
    async for event in events or log.follow(opened.turn_id):
        yield event


async def _admit(request: ChatRequest) -> OpenedTurn | Exception:
    try:
        async with registry.place():
            return await _start(request)
    except RoutingError as error:
        return error


async def _start(request: ChatRequest) -> OpenedTurn | Exception:
    """Opens and starts the turn; a refusal is given back, for it is the caller's to tell."""
    turn_id, message_id = new_id(), new_id()

    def landed() -> OpenedTurn | None:
        found = queue.load_opened(turn_id, message_id)
        return replace(found, audience=choose_audience(request)) if found is not None else None

    try:
        opened = await visit_after_others(partial(open_turn, request, turn_id, message_id), landed)
    except Exception as error:
        return error
    if opened.rests_until:
        queue.begin_after(opened.turn_id, opened.rests_until)
    if opened.response is not None or opened.joined:
        return opened
    if opened.queued and not opened.rests_until:
        queue.look_after(turn_id)
    Emitter(turn_id, opened.number).emit("accepted", _describe_accepted(opened))
    if opened.prepared is not None:
        registry.start(turn_id, conduct(opened.prepared))
    return opened


def _describe_accepted(opened: OpenedTurn) -> dict[str, str]:
    return {
        "turn_id": opened.turn_id,
        "conversation_id": opened.conversation_id,
        "conversation_key": opened.conversation_key,
        "session_id": opened.session_id,
        "status": "queued" if opened.queued else "running",
    }


async def stop(credentials: RawCredentials, turn_id: str, user_id: str | None = None) -> dict[str, Any]:
    """Stops a running or queued turn; the text released so far is kept. A turn that ended stays as it is.

    One that waits in the queue ends at once, and is answered to whoever waits for it. `user_id` is whom a
    trusted caller acts for.

    Gives {turn_id, status, stopped}. :raises TurnNotFound: unknown or another's.
    """
    status, process, waiting = await visit(lambda: _mark(credentials, turn_id, user_id))
    if status == Turn.Statuses.QUEUED:
        await end_waiting(turn_id)
        status = Turn.Statuses.CANCELLED
    elif status == Turn.Statuses.RUNNING and not registry.stop(turn_id):
        wakes.send(process, "stop", turn_id)
    return {"turn_id": turn_id, "status": status, "stopped": waiting}


def _mark(credentials: RawCredentials, turn_id: str, user_id: str | None) -> tuple[str, str, bool]:
    principal = authenticate(credentials).acting_for(user_id)
    principal.require("chat")
    turn = Turn.objects.of(principal.tenant_id).select_for_update().filter(pk=turn_id).first()
    if turn is None or not ownership.mine(principal).filter(pk=turn.conversation_id).exists():
        raise TurnNotFound(turn_id)
    if turn.status not in Turn.OPEN:
        return turn.status, turn.process, False
    turn.stop_requested = True
    turn.save(update_fields=["stop_requested"])
    return turn.status, turn.process, True
