"""How long a company keeps what was said.

A number of days a kind, carried out by the sweeper in small batches.

    retention.keep("tenant_a", "texts", 90)  # from now on; None: as long as the installation does
    retention.tidy()  # one batch of each kind and company; how many rows were emptied

Texts go, counts stay: turns keep their times, routes and numbers. How far a company's kind has been looked
through is kept beside its days, so that a batch reads what is new to it and nothing before.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Max, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from audit import trimming
from audit.models import AuditEntry
from conversations import deleting
from conversations.errors import TurnRunning
from conversations.models import Conversation, IdempotencyKey, Message, Step, Turn, UserFact
from privacy.errors import BadDays, UnknownRetention
from privacy.models import Retention
from tenancy.company_lock import hold
from tenancy.models import Tenant
from tenancy.tenant_rows import slug_of
from work import jobs
from work.models import Branch, Job

MOST = 36_500  # days
AT_ONCE = 100  # rows in one batch
AUDIT_AFTER = 7  # days: a week, as its help says


@dataclass(frozen=True, slots=True)
class Batch:
    """What goes at once: of a company at most `most` things from before a moment. In `reached` whoever clears
    them notes how far it has looked, as it wants to find it the next time.
    """

    tenant: str
    before: datetime
    reached: dict[str, str]
    most: int


@dataclass(frozen=True, slots=True)
class RetentionKind:
    """A kind of what is kept.

    `clear` empties a batch and gives how many rows that were. `limit` is the installation's own number of
    days, which no company exceeds (None: for ever), `least` what none falls short of, `after` the days after
    which a shorter number acts.
    """

    name: str
    title: Any
    help: Any
    clear: Callable[[Batch], int]
    limit: Callable[[], int | None] = lambda: None
    least: Callable[[], int] = lambda: 1
    after: int = 0


_kinds: dict[str, RetentionKind] = {}
_of_turns: list[Callable[[list[str]], None]] = []


def register(kind: RetentionKind) -> None:
    """Adds a kind, or replaces it."""
    _kinds[kind.name] = kind


def also_of_turns(clear: Callable[[list[str]], None]) -> None:
    """An upper room that keeps words of turns empties them when their texts go.

    Called with ids, in the transaction.
    """
    _of_turns.append(clear)


def list_kinds() -> Mapping[str, RetentionKind]:
    """The kinds, in the order of their pages."""
    return _kinds


def keep(tenant: Tenant | str, name: str, days: int | None) -> Retention:
    """Says how long. :raises UnknownRetention, BadDays: no such kind.

    Not a number of days that it may have.
    """
    kind = _kinds.get(name)
    if kind is None:
        raise UnknownRetention(name, _kinds)
    least, most = kind.least(), kind.limit() or MOST
    if days is not None and not least <= days <= most:
        raise BadDays(least, most)
    slug = slug_of(tenant)
    with transaction.atomic():
        hold(slug)
        row, _new = Retention.unscoped.update_or_create(tenant_id=slug, kind=name, defaults={"days": days})
    return row


def tidy() -> int:
    """One batch of each company and kind, each in a transaction of its own; how many rows were emptied."""
    taken = 0
    kept = Retention.unscoped.exclude(days=None).order_by("pk")
    for key, slug in list(kept.values_list("pk", "tenant_id")):
        with transaction.atomic():
            hold(slug)
            row = Retention.unscoped.select_for_update(skip_locked=True).filter(pk=key).first()
            kind = _kinds.get(row.kind) if row is not None else None
            if row is None or kind is None or row.days is None:
                continue
            days = _longest(row, kind.after)
            if days is None:
                continue
            before = timezone.now() - timedelta(days=max(days, kind.least()))
            if count := kind.clear(Batch(row.tenant_id, before, row.reached, AT_ONCE)):
                row.cleared += count
                row.save(update_fields=["reached", "cleared"])
            taken += count
    return taken


def _longest(row: Retention, after: int) -> int | None:
    """The days that act: the longest of those that held within the last `after` days, as the log itself says
    (None: for ever). Who shortens it alone cannot make the entries go that tell of it before others see
    them."""
    kept: list[int | None] = [row.days]
    if after:
        since = timezone.now() - timedelta(days=after)
        about = {"kind": Retention._meta.label, "row": str(row.pk)}
        changes = AuditEntry.objects.of(row.tenant_id).filter(**about, at__gte=since)
        kept += [before.get("days") for before in changes.values_list("before", flat=True)]
    return None if None in kept else max(filter(None, kept))


def _turns(batch: Batch) -> list[Turn]:
    """The next turns that are old enough and over, the oldest first.

    Two of one moment are told apart by their ids.
    """
    old = Turn.objects.of(batch.tenant).filter(created_at__lt=batch.before)
    rows = old.exclude(status__in=Turn.OPEN)
    if "at" in batch.reached:
        at = datetime.fromisoformat(batch.reached["at"])
        rows = rows.filter(Q(created_at__gt=at) | Q(created_at=at, pk__gt=batch.reached["id"]))
    return list(rows.order_by("created_at", "pk").only("pk", "created_at", "conversation_id")[: batch.most])


def _by_turn(empty: Callable[["QuerySet[Turn]"], object]) -> Callable[[Batch], int]:
    def clear(batch: Batch) -> int:
        found = _turns(batch)
        if found:
            empty(Turn.unscoped.filter(pk__in=[turn.pk for turn in found]))
            batch.reached.update(at=found[-1].created_at.isoformat(), id=found[-1].pk)
        return len(found)

    return clear


def _empty_steps(turns: "QuerySet[Turn]") -> None:
    Step.unscoped.filter(turn__in=turns).update(summary="", detail={})
    Branch.unscoped.filter(turn__in=turns).update(payload={}, result=None, error="")


def _empty_texts(turns: "QuerySet[Turn]") -> None:
    messages = Message.unscoped.filter(turn__in=turns)
    seen = dict(messages.values_list("conversation_id").annotate(last=Max("seq")))
    for key, last in seen.items():  # what is empty is no part of what was said before
        Conversation.unscoped.filter(pk=key, history_from__lt=last).update(history_from=last)
    deleting.empty(turns)
    IdempotencyKey.unscoped.filter(turn__in=turns).delete()  # it holds the answer
    _empty_steps(turns)
    for clear in _of_turns:
        clear(list(turns.values_list("pk", flat=True)))


def _clear_texts(batch: Batch) -> int:
    """Turns one by one; a conversation that nobody goes on with loses its title, state and corrections as
    well.
    """
    count = _by_turn(_empty_texts)(batch)
    rows = Conversation.objects.of(batch.tenant).filter(last_activity__lt=batch.before)
    if "resting" in batch.reached:
        rows = rows.filter(last_activity__gt=datetime.fromisoformat(batch.reached["resting"]))
    for row in rows.order_by("last_activity")[: batch.most]:
        try:
            with transaction.atomic():
                deleting.erase(row)
        except TurnRunning:
            break  # it goes on after all, and has a new moment then
        count += 1
        batch.reached["resting"] = row.last_activity.isoformat()
    return count


def _clear_jobs(batch: Batch) -> int:
    ended = Job.objects.of(batch.tenant).filter(finished_at__lt=batch.before)
    return jobs.empty_private(ended, batch.most)


def _clear_facts(batch: Batch) -> int:
    rows = UserFact.objects.of(batch.tenant).filter(learned_at__lt=batch.before)
    old = list(rows.values_list("pk", flat=True)[: batch.most])
    taken, _each = rows.filter(pk__in=old).delete() if old else (0, {})
    return taken


for kind in (
    RetentionKind(
        "texts",
        _("What was said"),
        _(
            "Messages, answers, titles, comments, what was handed over, and the steps of these turns. For "
            "example 90."
        ),
        _clear_texts,
    ),
    RetentionKind(
        "steps",
        _("Steps"),
        _("What tools were asked and what they gave, what each node saw. Never longer than what was said."),
        _by_turn(_empty_steps),
    ),
    RetentionKind(
        "received",
        _("Texts as they were received"),
        _("Requests before they were masked, which a turn needs until it has ended. For example 7."),
        _by_turn(lambda turns: turns.update(received="", request={})),
    ),
    RetentionKind(
        "jobs",
        _("Texts in running work"),
        _("Messages in results of tests and in other work that has ended."),
        _clear_jobs,
        lambda: settings.JOB_RESULT_DAYS,
    ),
    RetentionKind(
        "memory",
        _("What is remembered of users"),
        _("Facts and preferences, from the day on which each was last said or written. For example 365."),
        _clear_facts,
    ),
    RetentionKind(
        "audit",
        _("The audit log"),
        _(
            "Who changed and who read what. The oldest entries go and the rest stays provable. "
            "A shorter number acts a week later, so that others see it before. For example 1825."
        ),
        lambda batch: trimming.trim(batch.tenant, batch.before, batch.most),
        least=lambda: settings.AUDIT_LEAST_DAYS,
        after=AUDIT_AFTER,
    ),
):
    register(kind)
