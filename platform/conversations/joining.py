"""Several quick messages of one writer: those that wait for their turn together are answered by one.

A message joins the turn at the end of the queue when both could have been one message: the same writer and wish,
and nothing in what was sent beside the text on which they disagree. Each keeps its row, its place and its key.

    waiting = join(conversation, turn, message, mark)   # None: it gets a turn of its own
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

from django.conf import settings
from django.utils import timezone

from conversations.models import Conversation, Message, Turn
from tenancy.statements import insert, send, update

MOST = 20  # messages of one turn; one more waits for a turn of its own
RESTS = 8  # so many pauses long a turn rests at most for somebody who does not stop writing
SAME = ("channel", "trusted", "user_id", "requested_mode", "force_multi", "takers")
MERGED = ("context", "proven")


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
    asked = _agreed(waiting.request, turn.request)
    received = f"{waiting.received}\n{turn.received}"
    if asked is None or len(received) >= settings.POLITE_CHARACTERS:
        return None
    said = asked.get("said") or [_first(waiting)]
    if len(said) >= MOST:
        return None
    said.append(_entry(message.pk, turn.request.get("message_id"), turn.received, mark))
    asked |= {"said": said, "keyed": bool(asked.get("keyed") or turn.request.get("keyed"))}
    now, new = timezone.now(), message._state.adding
    waiting.received, waiting.request = received, asked
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

    Where a mask took a line's end away with what it hid, all of it is the first one's: nobody may read on two lines
    what had to be hidden on one.

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
    marked = [each["id"] for each in turn.request.get("said", ()) if each["mark"] == mark]
    if marked:
        return rows.filter(pk=marked[0]).first()
    return rows.filter(turn=turn).order_by("seq").first()


def _agreed(earlier: Mapping[str, Any], later: Mapping[str, Any]) -> dict[str, Any] | None:
    """Both requests as one, or None where they disagree."""
    if any(earlier.get(name) != later.get(name) for name in SAME):
        return None
    merged = {}
    for name in MERGED:
        known, new = earlier.get(name) or {}, later.get(name) or {}
        if any(known[key] != new[key] for key in known.keys() & new.keys()):
            return None
        merged[name] = {**known, **new}
    return {**earlier, **merged}


def _first(waiting: Turn) -> dict[str, Any]:
    rows = Message.objects.of(waiting.tenant_id).filter(turn=waiting, role=Message.Roles.USER)
    row = rows.order_by("seq").values_list("pk", flat=True).first()
    return _entry(row or "", waiting.request.get("message_id"), waiting.received, "")


def _entry(message_id: str, channel_id: str | None, text: str, mark: str) -> dict[str, Any]:
    return {"id": message_id, "channel_id": channel_id, "lines": text.count("\n") + 1, "mark": mark}
