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
from django.db.models import Max, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from audit import trimming
from audit.models import AuditEntry
from conversations import deleting
from conversations.errors import TurnRunning
from conversations.models import Conversation, Feedback, Message, Step, Turn, UserFact
from privacy.errors import BadDays, UnknownRetention
from privacy.models import Retention
from tenancy.company_lock import hold
from tenancy.models import Tenant
from work import kinds
from work.models import Branch, Job

MOST = 36_500  # days
AT_ONCE = 100  # rows in one batch
AUDIT_AFTER = 7  # days: a week, as its help says


@dataclass(frozen=True, slots=True)
class RetentionKind:
    """A kind of what is kept.

    `clear` gets a company, the moment before which things go, how far it has been looked through, and how
    many it may take; it gives how many it took and how far it is then. `limit` is the installation's own
    number of days, which no company exceeds (None: for ever), `least` what none falls short of, `after` the
    days after which a shorter number acts.
    """

    name: str
    title: Any
    help: Any
    clear: Callable[[str, datetime, dict[str, str], int], tuple[int, dict[str, str]]]
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
    slug = tenant if isinstance(tenant, str) else tenant.pk
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
            count, row.reached = kind.clear(row.tenant_id, before, dict(row.reached), AT_ONCE)
            if count:
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


def _turns(tenant: str, before: datetime, reached: dict[str, str], most: int) -> list[Turn]:
    """The next turns that are old enough and over, the oldest first.

    Two of one moment are told apart by their ids.
    """
    rows = Turn.objects.of(tenant).filter(created_at__lt=before).exclude(status__in=Turn.OPEN)
    if "at" in reached:
        at = datetime.fromisoformat(reached["at"])
        rows = rows.filter(Q(created_at__gt=at) | Q(created_at=at, pk__gt=reached["id"]))
    return list(rows.order_by("created_at", "pk").only("pk", "created_at", "conversation_id")[:most])


def _by_turn(empty: Callable[[list[Turn]], None]) -> Callable[..., tuple[int, dict[str, str]]]:
    def clear(
        tenant: str, before: datetime, reached: dict[str, str], most: int
    ) -> tuple[int, dict[str, str]]:
        found = _turns(tenant, before, reached, most)
        if not found:
            return 0, reached
        empty(found)
        return len(found), {**reached, "at": found[-1].created_at.isoformat(), "id": found[-1].pk}

    return clear


def _empty_received(found: list[Turn]) -> None:
    Turn.unscoped.filter(pk__in=[turn.pk for turn in found]).update(received="", request={})


def _empty_steps(found: list[Turn]) -> None:
    ids = [turn.pk for turn in found]
    Step.unscoped.filter(turn_id__in=ids).update(summary="", detail={})
    Branch.unscoped.filter(turn_id__in=ids).update(payload={}, result=None, error="")


def _empty_texts(found: list[Turn]) -> None:
    ids = [turn.pk for turn in found]
    messages = Message.unscoped.filter(turn_id__in=ids)
    seen = dict(messages.values_list("conversation_id").annotate(last=Max("seq")))
    messages.update(text="", metadata={"erased": True})
    for key, last in seen.items():  # what is empty is no part of what was said before
        Conversation.unscoped.filter(pk=key, history_from__lt=last).update(history_from=last)
    Turn.unscoped.filter(pk__in=ids).update(
        answer="", result={}, received="", request={}, side_effects=[], error=""
    )
    Feedback.unscoped.filter(turn_id__in=ids).update(comment="")
    _empty_steps(found)
    for clear in _of_turns:
        clear(ids)


def _clear_texts(
    tenant: str, before: datetime, reached: dict[str, str], most: int
) -> tuple[int, dict[str, str]]:
    """Turns one by one; a conversation that nobody goes on with loses its title, state and corrections as
    well.
    """
    count, reached = _by_turn(_empty_texts)(tenant, before, reached, most)
    rows = Conversation.objects.of(tenant).filter(last_activity__lt=before)
    if "resting" in reached:
        rows = rows.filter(last_activity__gt=datetime.fromisoformat(reached["resting"]))
    for row in rows.order_by("last_activity")[:most]:
        try:
            with transaction.atomic():
                deleting.erase(row)
        except TurnRunning:
            break  # it goes on after all, and has a new moment then
        count += 1
        reached["resting"] = row.last_activity.isoformat()
    return count, reached


def _clear_jobs(
    tenant: str, before: datetime, reached: dict[str, str], most: int
) -> tuple[int, dict[str, str]]:
    taken = 0
    for kind, names in kinds.private().items():
        private = Q(result__has_any_keys=list(names)) | Q(payload__has_any_keys=list(names))
        for job in Job.objects.of(tenant).filter(private, kind=kind, finished_at__lt=before)[:most]:
            bare = {"result": kinds.bare(kind, job.result), "payload": kinds.bare(kind, job.payload)}
            taken += Job.unscoped.filter(pk=job.pk).update(**bare)
    return taken, reached


def _clear_facts(
    tenant: str, before: datetime, reached: dict[str, str], most: int
) -> tuple[int, dict[str, str]]:
    rows = UserFact.objects.of(tenant)
    old = list(rows.filter(learned_at__lt=before).values_list("pk", flat=True)[:most])
    taken, _each = rows.filter(pk__in=old, learned_at__lt=before).delete() if old else (0, {})
    return taken, reached


def _trim_audit(
    tenant: str, before: datetime, reached: dict[str, str], most: int
) -> tuple[int, dict[str, str]]:
    return trimming.trim(tenant, before, most), reached


register(
    RetentionKind(
        "texts",
        _("What was said"),
        _(
            "Messages, answers, titles, comments, what was handed over, and the steps of these turns. For "
            "example 90."
        ),
        _clear_texts,
    )
)
register(
    RetentionKind(
        "steps",
        _("Steps"),
        _("What tools were asked and what they gave, what each node saw. Never longer than what was said."),
        _by_turn(_empty_steps),
    )
)
register(
    RetentionKind(
        "received",
        _("Texts as they were received"),
        _("Requests before they were masked, which a turn needs until it has ended. For example 7."),
        _by_turn(_empty_received),
    )
)
register(
    RetentionKind(
        "jobs",
        _("Texts in running work"),
        _("Messages in results of tests and in other work that has ended."),
        _clear_jobs,
        lambda: settings.JOB_RESULT_DAYS,
    )
)
register(
    RetentionKind(
        "memory",
        _("What is remembered of users"),
        _("Facts and preferences, from the day on which each was last said or written. For example 365."),
        _clear_facts,
    )
)
register(
    RetentionKind(
        "audit",
        _("The audit log"),
        _(
            "Who changed and who read what. The oldest entries go and the rest stays provable. "
            "A shorter number acts a week later, so that others see it before. For example 1825."
        ),
        _trim_audit,
        least=lambda: settings.AUDIT_LEAST_DAYS,
        after=AUDIT_AFTER,
    )
)
