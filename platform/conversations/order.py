"""The order of a conversation: one running turn, the rest queued, promoted one by one."""

from collections.abc import Collection, Iterable
from dataclasses import replace
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import F, QuerySet
from django.utils import timezone

from conversations.errors import ConversationBusy
from conversations.models import Conversation, Message, Turn, WebProcess
from conversations.stored_request import StoredRequest
from tenancy.statements import Statement, insert, send, update

CLAIMED = 50  # turns at most that one look takes over: several processes share what a large one had
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
    counted = ("seq", "turn_count", "message_count", "last_activity")
    send(
        insert(conversation)
        if conversation._state.adding
        else update(
            Conversation, {"id": conversation.pk}, {name: getattr(conversation, name) for name in counted}
        ),
        insert(turn),
        insert(message) if new else update(Message, {"id": message.pk}, {"turn": turn.pk}),
        *also,
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
    """What a process had that is silent since this beat, now this process's.

    Running turns, and the ids of those that wait. Nothing where it has beaten again, or another process was
    faster.

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
