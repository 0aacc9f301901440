"""The order of a conversation: one running turn, the rest queued, promoted one by one.

Several quick messages of one writer, which wait for their turn together, are answered by one: a message joins
the turn at the end of the queue when both could have been one message, of the same writer and wish, with
nothing in what was sent beside the text on which they disagree. Each keeps its row, its place and its key.

    waiting = join(conversation, turn, message, mark)   # None: it gets a turn of its own
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import pairwise

from django.conf import settings
from django.db.models import F, QuerySet
from django.utils import timezone

from conversations.errors import ConversationBusy
from conversations.models import Conversation, Message, Turn, WebProcess
from conversations.questions import Json
from conversations.stored_request import ReceivedMessage, StoredRequest
from tenancy.statements import Statement, insert, send, update

CLAIMED = 50  # turns at most that one look takes over: several processes share what a large one had
JOINED = 20  # messages of one turn; one more waits for a turn of its own
RESTS = 8  # so many pauses long a turn rests at most for somebody who does not stop writing
LEFT_SECONDS = 10.0  # after which a turn that its own process does not know of is begun again


def lease() -> timedelta:
    """How long a running turn belongs to its process."""
    return timedelta(seconds=settings.TURN_DEADLINE + settings.LEASE_MARGIN)


def enter(
    conversation: Conversation,
    turn: Turn,
    message: Message,
    rest: float = 0.0,
    also: Iterable[Statement] = (),
) -> None:
    """Puts a new turn and its message at the end of the conversation, which the caller has locked or just
    made.

    A conversation that was just made is stored first. The turn starts `running` when nobody else runs, else
    `queued`; with `rest` it is queued for so many seconds even then, for what its writer still says. `also`
    is sent with it.
    :raises ConversationBusy: `QUEUED_TURNS` already wait; nothing is stored."""
    statuses = [] if conversation._state.adding else _open(conversation)
    if statuses and len(statuses) - 1 >= settings.QUEUED_TURNS:
        raise ConversationBusy(settings.QUEUED_TURNS)
    now = timezone.now()
    new = message._state.adding  # a message tried again keeps its place
    conversation.seq += new
    conversation.turn_count += 1
    conversation.message_count += new
    conversation.last_activity = now
    turn.number = conversation.turn_count
    turn.status = Turn.Statuses.QUEUED if statuses or rest else Turn.Statuses.RUNNING
    turn.created_at = now
    if rest:
        turn.lease_until = now + timedelta(seconds=rest)
        request = StoredRequest.from_json(turn.request)
        turn.request = replace(request, rested=not statuses).as_json()
    elif not statuses:
        turn.started_at, turn.lease_until = now, now + lease()
    kept, put = _keep_counts(conversation), _put_message(message, turn)
    send(insert(conversation) if conversation._state.adding else kept, insert(turn), put, *also)


def _keep_counts(conversation: Conversation) -> Statement:
    names = ("seq", "turn_count", "message_count", "last_activity")
    values = {name: getattr(conversation, name) for name in names}
    return update(Conversation, {"id": conversation.pk}, values)


def _put_message(message: Message, turn: Turn) -> Statement:
    """The message as this turn's: a new row, or that of one that is tried again."""
    return (
        insert(message) if message._state.adding else update(Message, {"id": message.pk}, {"turn": turn.pk})
    )


def _open(conversation: Conversation) -> list[str]:
    rows = Turn.objects.of(conversation.tenant_id).filter(conversation=conversation, status__in=Turn.OPEN)
    return list(rows.values_list("status", flat=True)[: settings.QUEUED_TURNS + 1])


def promote(conversation: Conversation, after: int = 0) -> Turn | None:
    """Makes the next queued turn the running one, inside the transaction of the close before it.

    None where one runs: a turn that was stopped in the queue leaves it alone. `after` is the number of the
    turn that ends: when it is the newest, nobody waits and nothing is asked. One that rests until its writer
    pauses (`lease_until` of a queued turn) is left to whoever lets it rest.
    """
    if after == conversation.turn_count:
        return None
    rows = Turn.objects.of(conversation.tenant_id).filter(conversation=conversation, status__in=Turn.OPEN)
    turn = rows.order_by("number").first()
    if turn is None or turn.status == Turn.Statuses.RUNNING:
        return None
    now = timezone.now()
    if turn.lease_until is not None and turn.lease_until > now:
        return None
    turn.status, turn.started_at, turn.lease_until = Turn.Statuses.RUNNING, now, now + lease()
    turn.save(update_fields=["status", "started_at", "lease_until"])
    return turn


def begin(turn_id: str) -> datetime | Turn | None:
    """Lets a turn that rested run: gives it, or until when it rests by now.

    None: the turn before it still runs and will promote it, or it does not wait any more.
    """
    found = Turn.unscoped.filter(pk=turn_id, status=Turn.Statuses.QUEUED)
    waiting = found.only("conversation", "tenant").first()
    if waiting is None:
        return None
    conversation = Conversation.unscoped.select_for_update().get(pk=waiting.conversation_id)
    turn = found.first()  # again: by now nobody else changes it
    if turn is not None and turn.lease_until is not None and turn.lease_until > timezone.now():
        return turn.lease_until
    return promote(conversation) if turn is not None else None


def claim_lost(process: str) -> list[Turn]:
    """Running turns whose lease ran out, now this process's: the last net."""
    return _claim(Turn.unscoped.filter(lease_until__lt=timezone.now()), process)


def claim_left(process: str, known: Collection[str]) -> list[Turn]:
    """Running turns of this process that it does not know of (a COMMIT or a wake-up was lost), begun or
    claimed a while ago: each of these gives a turn a whole lease, which nothing makes longer.
    """
    before = timezone.now() + lease() - timedelta(seconds=LEFT_SECONDS)
    left = Turn.unscoped.filter(process=process, lease_until__lt=before).exclude(pk__in=list(known))
    return _claim(left, process)


def claim_of(dead: str, beat: int, process: str) -> tuple[list[Turn], list[str]]:
    """What a process had that is silent since this beat, now this process's: running turns, and the ids of
    those that wait. Nothing where it has beaten again, or another process was faster.

    Its row goes once it has nothing left.
    """
    row = WebProcess.objects.select_for_update().filter(pk=dead, beat=beat).first()
    if row is None:
        return [], []
    its = Turn.unscoped.filter(process=dead)
    claimed = _claim(its, process)
    waiting = list(its.filter(status=Turn.Statuses.QUEUED).values_list("pk", flat=True))
    its.filter(pk__in=waiting, status=Turn.Statuses.QUEUED).update(process=process)
    if not its.filter(status__in=Turn.OPEN).exists():
        row.delete()
    return claimed, waiting


def _claim(lost: "QuerySet[Turn]", process: str) -> list[Turn]:
    """Those of them that run, the oldest first, each taken by one conditional update."""
    claimed = []
    for turn in lost.filter(status=Turn.Statuses.RUNNING).order_by("started_at")[:CLAIMED]:
        same = Turn.unscoped.filter(
            pk=turn.pk, status=Turn.Statuses.RUNNING, attempt=turn.attempt, lease_until=turn.lease_until
        )
        until = timezone.now() + lease()
        if same.update(attempt=F("attempt") + 1, process=process, lease_until=until):
            turn.refresh_from_db()
            claimed.append(turn)
    return claimed


# --- several messages of one turn -----------------------------------------------------------------
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
    if len(messages) >= JOINED:
        return None
    mine = _entry(message.pk, sent.message_id, turn.received, mark)
    joined = replace(joined, said=(*messages, mine), keyed=joined.keyed or sent.keyed)
    now, new = timezone.now(), message._state.adding
    waiting.received, waiting.request = received, joined.as_json()
    if rest:
        waiting.lease_until = choose_rest_end(waiting.created_at, now, rest)
    message.turn = waiting
    conversation.seq += new
    conversation.message_count += new
    conversation.last_activity = now
    changed = {name: getattr(waiting, name) for name in ("received", "request", "lease_until")}
    own = {"id": waiting.pk}
    send(update(Turn, own, changed), _keep_counts(conversation), _put_message(message, waiting))
    return waiting


def choose_rest_end(since: datetime, now: datetime, rest: float) -> datetime:
    """When a turn begins that rests until its writer pauses: so many seconds from now, but not for ever."""
    return min(now + timedelta(seconds=rest), max(now, since + timedelta(seconds=rest * RESTS)))


def split_into_messages(text: str, lines: Sequence[int]) -> list[str]:
    """A turn's text as its messages, of which each has so many lines.

    Where a mask took a line's end away with what it hid, all of it is the first one's: nobody may read on two
    lines what had to be hidden on one.

    >>> split_into_messages("oi\\nminha fatura\\nveio alta", [1, 2])
    ['oi', 'minha fatura\\nveio alta']
    """
    found = text.split("\n")
    if len(found) != sum(lines):
        return [text, *([""] * (len(lines) - 1))]
    edges = [sum(lines[:n]) for n in range(len(lines) + 1)]
    return ["\n".join(found[begin:end]) for begin, end in pairwise(edges)]


def find_own_message(turn: Turn, mark: str) -> Message | None:
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
