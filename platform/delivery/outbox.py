"""The outbox: written with what it tells, claimed by one process at a time, settled by what came of it.

send(insert(*rows))                   # in the transaction of the close
for delivery in claim(now): ...       # one visit, before anything is sent
settle(delivery, Sent(status=200))    # one visit, after

Where a channel's messages and events go, for the rules about new hosts.
"""

import random
import uuid
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from conversations.models import Conversation, new_id
from delivery.kinds import KINDS
from delivery.models import Channel, Delivery
from egress import places
from egress.places import Destination
from outbound.sentences import Sentence as _
from outbound.sentences import fit_column
from tenancy.operational import touch

JITTER = 0.2
GIVEN_UP = timedelta(seconds=max(sum(each.schedule) for each in KINDS.values()) * (1 + JITTER))
LEASE = timedelta(seconds=60)  # longer than any one sending may take
AT_ONCE = 16  # sendings of one process
OF_A_CHANNEL, OF_A_TENANT = 4, 8  # of them
LOGGED = 10
LONGEST = 400  # letters of an error


@dataclass(frozen=True, slots=True)
class DeliveryResult:
    """What came of one attempt.

    `status`: HTTP, None where nothing answered; `final`: trying again is of no use; `theirs`: it lies with
    whom it goes to, and not with the channel.
    """

    ok: bool
    status: int | None = None
    error: str = ""
    final: bool = False
    retry_after: float | None = None
    ms: float = 0.0
    theirs: bool = False


def claim(limit: int = AT_ONCE, running: Iterable[Delivery] = ()) -> list[Delivery]:
    """What is due, now this process's for a minute; of one target only the oldest.

    `running` is what this process sends already: of one channel, and of one company, only so many at once, so
    that a receiver that lets everybody wait holds up nobody else.
    """
    now = timezone.now()
    taken: list[Delivery] = []
    channels = Counter(row.channel_id for row in running)
    tenants = Counter(row.tenant_id for row in running)
    while len(taken) < limit:
        full = _full(channels, OF_A_CHANNEL), _full(tenants, OF_A_TENANT)
        rows = _due(now).exclude(channel__in=full[0]).exclude(tenant__in=full[1])
        for row in rows.select_related("channel").order_by("next_at")[: limit - len(taken)]:
            if (
                channels[row.channel_id] < OF_A_CHANNEL
                and tenants[row.tenant_id] < OF_A_TENANT
                and _take(row, now)
            ):
                channels[row.channel_id] += 1
                tenants[row.tenant_id] += 1
                taken.append(row)
        if full == (_full(channels, OF_A_CHANNEL), _full(tenants, OF_A_TENANT)):
            break  # nobody's share is used up: what was there has been taken
    return taken


def _due(now: datetime) -> QuerySet[Delivery]:
    free = Q(lease_until=None) | Q(lease_until__lt=now)
    earlier = Delivery.unscoped.filter(
        channel=OuterRef("channel"), target=OuterRef("target"), status=Delivery.Statuses.PENDING,
        pk__lt=OuterRef("pk"),
    )  # fmt: skip
    return Delivery.unscoped.filter(
        free, Q(target="") | ~Exists(earlier), status=Delivery.Statuses.PENDING, next_at__lte=now,
        channel__enabled=True,
    )  # fmt: skip


def _full(counted: Counter[str], share: int) -> set[str]:
    return {each for each, number in counted.items() if number >= share}


def _take(row: Delivery, now: datetime) -> bool:
    """Makes it this process's, unless another one was faster."""
    same = Delivery.unscoped.filter(
        pk=row.pk, status=Delivery.Statuses.PENDING, attempts=row.attempts, lease_until=row.lease_until
    )
    taken = bool(same.update(attempts=F("attempts") + 1, lease_until=now + LEASE))
    row.attempts += taken
    return taken


def settle(row: Delivery, came: DeliveryResult) -> None:
    """Writes down one attempt: sent, to be tried again, or given up.

    An attempt of somebody else's changes nothing.
    """
    now = timezone.now()
    error = fit_column(came.error, LONGEST)
    line = {"at": now.isoformat(), "status": came.status, "ms": round(came.ms, 1), "error": error}
    changes: dict[str, Any] = {
        "lease_until": None,
        "answered": came.status,
        "error": came.error,
        "log": [*row.log, line][-LOGGED:],
    }
    if came.ok:
        changes |= {"status": Delivery.Statuses.SENT, "sent_at": now}
    elif came.final or row.attempts > len(KINDS[row.channel.kind].schedule):
        changes |= {"status": Delivery.Statuses.FAILED}
    else:
        changes |= {"next_at": now + wait(KINDS[row.channel.kind].schedule, row.attempts, came.retry_after)}
    mine = Delivery.unscoped.filter(pk=row.pk, status=Delivery.Statuses.PENDING, attempts=row.attempts)
    if mine.update(**changes):
        _tell_channel(row, came, now)


def wait(after: Sequence[int], attempts: int, retry_after: float | None = None) -> timedelta:
    """How long until the next attempt: the schedule with some jitter, or what the other side asks for if that
    is longer.
    """
    seconds = after[min(max(attempts, 1), len(after)) - 1] * random.uniform(1, 1 + JITTER)
    return timedelta(seconds=max(seconds, min(retry_after or 0, after[-1])))


def _tell_channel(row: Delivery, came: DeliveryResult, now: datetime) -> None:
    """The channel's row says since when it fails.

    One that took nothing for a whole schedule is switched off, unless the other side is the installation's.
    """
    channels = Channel.unscoped.filter(pk=row.channel_id)
    if came.ok:
        channels.update(sent_at=now, failing_since=None, problem="")
        return
    if came.theirs:
        return
    channels.filter(failing_since=None).update(failing_since=now)
    channels.update(problem=came.error)
    silent = Q(sent_at=None) | Q(sent_at__lt=row.created_at)
    kind = KINDS[row.channel.kind]
    last = row.attempts > len(kind.schedule)
    if last and not kind.ours and channels.filter(silent, enabled=True).exists():
        problem = _("Switched off: it took nothing for a day. %(error)s") % {"error": came.error}
        channels.update(enabled=False, problem=problem)
        touch(row.tenant_id)


def put(
    channel: Channel, event: str, payload: Mapping[str, Any], target: str = "", once: str = ""
) -> Delivery:
    """One more thing to be sent, beside any turn; what has the same name in `once` is sent once."""
    values = {
        "tenant_id": channel.tenant_id, "channel": channel, "event": event, "payload": dict(payload),
        "target": target,
    }  # fmt: skip
    if not once:
        return Delivery.unscoped.create(pk=new_id(), **values)
    name = str(uuid.uuid5(uuid.NAMESPACE_OID, f"{channel.pk}:{once}"))
    return Delivery.unscoped.get_or_create(pk=name, defaults=values)[0]


def again(row: Delivery) -> None:
    """Sends something again from the start: what was given up, or what the other side has lost.

    It keeps its id.
    """
    now = timezone.now()
    ended = (Delivery.Statuses.SENT, Delivery.Statuses.FAILED)
    Delivery.unscoped.filter(pk=row.pk, status__in=ended).update(
        status=Delivery.Statuses.PENDING, attempts=0, next_at=now, lease_until=None
    )


def wake(channel: Channel) -> None:
    """What waits for a channel that was mended is tried now; what is being sent is let alone."""
    now = timezone.now()
    rows = Delivery.objects.of(channel.tenant_id).filter(channel=channel, status=Delivery.Statuses.PENDING)
    rows.filter(Q(lease_until=None) | Q(lease_until__lt=now), next_at__gt=now).update(next_at=now)


def erase(conversation: Conversation) -> None:
    """What was to be said of a conversation that is erased is not sent any more.

    What was sent keeps its facts.
    """
    rows = Delivery.objects.of(conversation.tenant_id).filter(turn__conversation=conversation)
    rows.filter(status=Delivery.Statuses.PENDING).update(status=Delivery.Statuses.CANCELLED)
    rows.update(payload={}, target="")


def tidy() -> int:
    """Gives up what waits for a channel that is off longer than it would be tried, and removes what ended
    `DELIVERY_DAYS` ago; every process may call it at any time."""
    now = timezone.now()
    waited = Delivery.unscoped.filter(
        status=Delivery.Statuses.PENDING, channel__enabled=False, created_at__lt=now - GIVEN_UP
    )
    rows = Delivery.unscoped.filter(pk__in=list(waited.values_list("pk", flat=True)[:1000]))
    rows.filter(status=Delivery.Statuses.PENDING).update(
        status=Delivery.Statuses.FAILED, lease_until=None, error=_("Its channel was switched off.")
    )
    before = now - timedelta(days=settings.DELIVERY_DAYS)
    old = Delivery.unscoped.filter(created_at__lt=before).exclude(status=Delivery.Statuses.PENDING)
    return Delivery.unscoped.filter(pk__in=list(old.values_list("pk", flat=True)[:1000])).delete()[0]


places.register(
    Destination(
        Channel,
        ("kind", "url", "email", "token"),
        lambda channel: KINDS[channel.kind].address(channel),
        {"url": "", "email": "", "token": ""},
        taken=wake,
    )
)
