"""Several quick messages of one writer: those that wait for their turn together are answered by one.

A message joins the turn at the end of the queue when both could have been one message: the same writer and
wish, and nothing in what was sent beside the text on which they disagree. Each keeps its row, its place and
its key.

    waiting = join(conversation, turn, message, mark)   # None: it gets a turn of its own
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import pairwise

from django.conf import settings
from django.utils import timezone

from conversations.models import Conversation, Message, Turn
from conversations.questions import Json
from conversations.stored_request import ReceivedMessage, StoredRequest
from tenancy.statements import insert, send, update

MOST = 20  # messages of one turn; one more waits for a turn of its own
RESTS = 8  # so many pauses long a turn rests at most for somebody who does not stop writing


def join(
    conversation: Conversation, turn: Turn, message: Message, mark: str = "", rest: float = 0.0
) -> Turn | None:
    """Puts a message into the newest turn that waits, and gives that turn; None where there is none to join.

    The caller has locked the conversation. `turn` is the one that the message would have had, not stored yet;
    `mark` names its key (`idempotency.mark`); with `rest` the turn rests so many seconds from now.
    """
    rows = Turn.objects.of(conversation.tenant_id).filter(
        conversation=conversation, status=Turn.Statuses.QUEUED
    )
    # Locked: who stops a turn reads it without the conversation, and must not miss a message.
    waiting = rows.select_for_update().order_by("-number").first()
    if waiting is None or waiting.stop_requested or not waiting.received:
        return None
    sent = StoredRequest.from_json(turn.request)
    joined = _agree(StoredRequest.from_json(waiting.request), sent)
    received = f"{waiting.received}\n{turn.received}"
    if joined is None or len(received) >= settings.POLITE_CHARACTERS:
        return None
    messages = joined.said or (_first(waiting, joined),)
    if len(messages) >= MOST:
        return None
    mine = _entry(message.pk, sent.message_id, turn.received, mark)
    joined = replace(joined, said=(*messages, mine), keyed=joined.keyed or sent.keyed)
    now, new = timezone.now(), message._state.adding
    waiting.received, waiting.request = received, joined.as_json()
    if rest:
        waiting.lease_until = resting_until(waiting.created_at, now, rest)
    message.turn = waiting
    conversation.seq += new
    conversation.message_count += new
    conversation.last_activity = now
    counted = ("seq", "message_count", "last_activity")
    changed = ("received", "request", "lease_until")
    send(
        update(Turn, {"id": waiting.pk}, {name: getattr(waiting, name) for name in changed}),
        update(
            Conversation, {"id": conversation.pk}, {name: getattr(conversation, name) for name in counted}
        ),
        insert(message) if new else update(Message, {"id": message.pk}, {"turn": waiting.pk}),
    )
    return waiting


def resting_until(since: datetime, now: datetime, rest: float) -> datetime:
    """When a turn begins that rests until its writer pauses: so many seconds from now, but not for ever."""
    return min(now + timedelta(seconds=rest), max(now, since + timedelta(seconds=rest * RESTS)))


def apart(text: str, lines: Sequence[int]) -> list[str]:
    """A turn's text as its messages, of which each has so many lines.

    Where a mask took a line's end away with what it hid, all of it is the first one's: nobody may read on two
    lines what had to be hidden on one.

    >>> apart("oi\\nminha fatura\\nveio alta", [1, 2])
    ['oi', 'minha fatura\\nveio alta']
    """
    found = text.split("\n")
    if len(found) != sum(lines):
        return [text, *([""] * (len(lines) - 1))]
    edges = [sum(lines[:n]) for n in range(len(lines) + 1)]
    return ["\n".join(found[begin:end]) for begin, end in pairwise(edges)]


def own_message(turn: Turn, mark: str) -> Message | None:
    """The message of a turn that was sent with this key; the first one where no other was."""
    rows = Message.objects.of(turn.tenant_id).filter(role=Message.Roles.USER)
    marked = [each.message_id for each in StoredRequest.from_json(turn.request).said if each.mark == mark]
    if marked:
        return rows.filter(pk=marked[0]).first()
    return rows.filter(turn=turn).order_by("seq").first()


def _agree(earlier: StoredRequest, later: StoredRequest) -> StoredRequest | None:
    """Both requests as one, or None where they disagree."""
    if earlier.files or later.files:
        return None
    context, proven = _merge(earlier.context, later.context), _merge(earlier.proven, later.proven)
    if context is None or proven is None or _wish(earlier) != _wish(later):
        return None
    return replace(earlier, context=context, proven=proven)


def _wish(request: StoredRequest) -> tuple[object, ...]:
    """What must be the same in all messages of a turn."""
    who = (request.channel, request.trusted, request.user_id)
    wish = (request.requested_mode, request.force_multi, request.takers)
    return (*who, *wish, request.client_tools, request.brings_results)


def _merge(known: Mapping[str, Json], new: Mapping[str, Json]) -> Mapping[str, Json] | None:
    """Both, or None where they say different things of one key."""
    agree = all(known[key] == new[key] for key in known.keys() & new.keys())
    return {**known, **new} if agree else None


def _first(waiting: Turn, request: StoredRequest) -> ReceivedMessage:
    rows = Message.objects.of(waiting.tenant_id).filter(turn=waiting, role=Message.Roles.USER)
    row = rows.order_by("seq").values_list("pk", flat=True).first()
    return _entry(row or "", request.message_id, waiting.received, "")


def _entry(message_id: str, channel_id: str | None, text: str, mark: str) -> ReceivedMessage:
    return ReceivedMessage(message_id, channel_id, text.count("\n") + 1, mark)
