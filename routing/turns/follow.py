"""Reading a conversation's events again: after a lost line, in another process, or when they are gone."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.conf import settings

from conversations import endings, ownership
from conversations.event_log import log, number_from_record
from conversations.models import Turn
from conversations.turn import Json, TurnEvent
from conversations.visits import visit
from routing.turns.answer import read_stored
from routing.turns.audience import Audience
from tenancy.authenticate import RawCredentials, authenticate


@dataclass(frozen=True, slots=True)
class _Newest:
    turn_id: str
    number: int
    ended: bool
    audience: Audience


async def follow(
    credentials: RawCredentials,
    conversation_key: str,
    last_event_id: str | None = None,
    user_id: str | None = None,
) -> AsyncIterator[TurnEvent]:
    """The events of the conversation's newest turn after `last_event_id` (`{turn}.{n}`), until it is done, as
    far as the caller may see them.

    `user_id` is believed from a trusted key, as when it opens a turn. Where the log is gone the client gets
    `answer` and `done` from the record. Nothing to follow: no event.
    :raises ConversationNotFound: unknown or another's.
    """
    newest = await visit(lambda: _find_newest(credentials, conversation_key, last_event_id, user_id))
    if newest is None:
        return
    async for event in _events(newest, last_event_id):
        if (visible := newest.audience.event(event)) is not None:
            yield visible


async def _events(newest: _Newest, last_event_id: str | None) -> AsyncIterator[TurnEvent]:
    """All of them, for nobody yet."""
    turn, number = _read_position(last_event_id)
    last = number if turn == newest.number else 0
    newest_event = await log.newest_event(newest.turn_id) if newest.ended else None
    if newest_event is not None and newest_event.name == "done" and newest_event.number <= last:
        return
    expired = newest.ended and newest_event is None  # then only the record knows
    if not expired:
        done = False
        async for event in log.follow(newest.turn_id, last):
            done, last = done or event.name == "done", event.number
            yield event
        if done or (newest.ended and log.knows(newest.turn_id)):
            return
    async for event in tell_from_record(newest.turn_id, settings.TURN_DEADLINE + settings.WAIT_LIMIT, last):
        yield event


async def follow_missed(
    credentials: RawCredentials, conversation_key: str, last_event_id: str, user_id: str | None = None
) -> AsyncIterator[TurnEvent]:
    """`follow`, and then the turns that came after, as far as they have begun by now: for who may have missed
    more than the end of one.

    :raises ConversationNotFound: unknown or another's.
    """
    number, _ = _read_position(last_event_id)
    later = await visit(partial(_list_later, credentials, conversation_key, number, user_id))
    async for event in follow(credentials, conversation_key, last_event_id, user_id):
        number = event.turn
        yield event
    for after in [each for each in later if number and each > number]:
        async for event in follow(credentials, conversation_key, f"{after}.0", user_id):
            yield event


async def follow_joined(turn_id: str, number: int, accepted: Mapping[str, Json]) -> AsyncIterator[TurnEvent]:
    """The events of a turn that an earlier message had begun, from its own `accepted` on.

    The turn may be another process's, and end there: then its answer comes from the record.
    """
    yield TurnEvent("accepted", accepted, 1, number)
    last = 1
    async for event in log.follow(turn_id, last):
        last = event.number
        yield event
        if event.name == "done":
            return
    async for event in tell_from_record(turn_id, settings.TURN_DEADLINE + settings.WAIT_LIMIT, last):
        yield event


async def repeat(accepted: Mapping[str, Json], response: dict[str, Any], turn: int) -> list[TurnEvent]:
    """The stored answer of a request that was sent before, as the events that told it: under their ids, or,
    where these are gone, under those of the record.
    """
    turn_id, status = str(accepted["turn_id"]), response["metadata"]["status"]
    numbers = {event.name: event.number for event in await log.so_far(turn_id)}
    if not {"answer", "done"} <= numbers.keys():
        attempt = await visit(Turn.unscoped.filter(pk=turn_id).values_list("attempt", flat=True).first)
        numbers = dict(zip(("answer", "done"), number_from_record(attempt or 1), strict=True))
    return [
        TurnEvent("accepted", {**accepted, "status": status}, 1, turn),
        TurnEvent("answer", response, numbers["answer"], turn),
        TurnEvent("done", {"turn_id": turn_id, "status": status}, numbers["done"], turn),
    ]


async def tell_from_record(turn_id: str, seconds: float, last: int = 0) -> AsyncIterator[TurnEvent]:
    """`answer` and `done` of a turn, after its event `last`, once the record has them; nothing where it has
    not in so many seconds, or the turn was deleted.
    """
    try:
        async with asyncio.timeout(seconds):
            await endings.of(turn_id)
    except TimeoutError:
        return
    ended = Turn.unscoped.select_related("conversation").filter(pk=turn_id, finished_at__isnull=False)
    row = await visit(ended.first, patience=settings.LEASE_MARGIN)
    if row is None:
        return
    answer = read_stored(row)
    done = {"turn_id": turn_id, "status": answer["metadata"].get("status")}
    first, second = number_from_record(row.attempt)
    for event in (
        TurnEvent("answer", answer, first, row.number),
        TurnEvent("done", done, second, row.number),
    ):
        if event.number > last:
            yield event


def _find_newest(
    credentials: RawCredentials, key: str, last_event_id: str | None, user_id: str | None
) -> _Newest | None:
    principal = authenticate(credentials).acting_for(user_id)
    principal.require("chat")
    conversation = ownership.require(principal, key)
    turns = Turn.objects.of(conversation.tenant_id).filter(conversation=conversation)
    number, _ = _read_position(last_event_id)
    wanted = turns.filter(number__gte=number, status__in=(*Turn.OPEN,)).order_by("number").first()
    found = (
        (turns.filter(number=number).first() if number else None)
        or wanted
        or turns.order_by("-number").first()
    )
    if found is None:
        return None
    return _Newest(found.pk, found.number, found.finished_at is not None, Audience.of(principal))


def _list_later(credentials: RawCredentials, key: str, after: int, user_id: str | None) -> list[int]:
    """The numbers of the turns after this one."""
    conversation = ownership.require(authenticate(credentials).acting_for(user_id), key)
    later = Turn.objects.of(conversation.tenant_id).filter(conversation=conversation, number__gt=after)
    return list(later.order_by("number").values_list("number", flat=True))


def _read_position(last_event_id: str | None) -> tuple[int, int]:
    turn, _, number = (last_event_id or "").partition(".")
    return (int(turn), int(number)) if turn.isdecimal() and number.isdecimal() else (0, 0)
