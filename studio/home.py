"""The Studio's home: alarms, the day in numbers, what was not understood, the draft against what is live."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.db.models.functions import TruncDate
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from analytics.turns import NOT_UNDERSTOOD
from audit.reading import note_read
from conversations.models import Conversation, Turn
from handoffs import record
from handoffs.models import AgentHandoff
from releases import draft
from releases.models import Release
from studio import unrouted_messages
from studio.access import is_allowed, tenant
from studio.alarms import list_alarms
from studio.changes import group_changes
from studio.first_steps import first_steps
from studio.links import list_of
from tenancy.models import Tenant

DAYS = 7
WATCHES = "rollout.view_killswitch"  # may whoever is told that nothing needs a look
CHANGES = 8  # of the draft that are shown here
PROBLEMS = 5


@dataclass(frozen=True, slots=True)
class DayFigure:
    """A number of the day that opens its rows, with the week behind it as heights in percent."""

    title: str
    value: int
    address: str
    week: tuple[int, ...] = ()


def describe_home(request: HttpRequest) -> dict[str, Any]:
    """What the first page shows somebody, by what they may see."""
    company = tenant(request)
    context: dict[str, Any] = {"company": company}
    if is_allowed(request, "conversations.view_turn"):
        context["figures"] = count_day(company)
    if is_allowed(request, "routing.view_intent"):
        now = draft.of(company)
        context["count"] = now.count
        context["more"] = now.count > CHANGES  # than are shown
        context["groups"] = group_changes(company, now.changes, CHANGES)
        context["problems"] = now.review.problems[:PROBLEMS]
        context["live"] = (
            Release.objects.of(company).filter(number=company.live_release or 0).defer("content").first()
        )
        steps = first_steps(company)
        context["steps"] = steps
        context["steps_left"] = sum(not step.done for step in steps if not step.optional)
    morning = _morning()
    context["alarms"] = list_alarms(request, company, morning)
    is_quiet = company.live_release is not None and not context["alarms"]
    context["is_well"] = is_quiet and is_allowed(request, WATCHES)
    if is_allowed(request, "conversations.read_texts"):
        context["lost"], context["unrouted"] = unrouted_messages.group_unrouted(company, morning)
        note_read(company, (each.conversation for each in context["unrouted"]), "not understood")
        context["listed"] = sum(each.times for each in context["unrouted"])
        context["wrote"] = Turn.objects.of(company).filter(created_at__gte=morning).exists()
        context["may_open"] = is_allowed(request, "conversations.view_conversation")
        context["may_adopt"] = context["unrouted"] and is_allowed(request, "routing.change_intent")
        if context["may_adopt"]:
            profiles = (each.profile for each in context["unrouted"])
            context["intents"] = unrouted_messages.list_intents(draft.of(company).loaded, profiles)
            planned = any(each.planned for each in context["unrouted"])
            context["goals"] = unrouted_messages.list_goals(company) if planned else []
    return context


def count_day(company: Tenant) -> list[DayFigure]:
    """The numbers of the day.

    Three queries, each over one week by index, and how many wait for a person now.
    """
    today, morning = timezone.localdate(), _morning().isoformat()
    week = [today - timedelta(days=back) for back in range(DAYS - 1, -1, -1)]
    lost, failed = Q(**NOT_UNDERSTOOD), Q(status="failed")
    turns = _count_by_day(Turn.objects.of(company), "created_at", week, lost=lost, failed=failed)
    moved = _count_by_day(AgentHandoff.objects.of(company).filter(**record.ROWS), "timestamp", week)
    talks = _count_by_day(Conversation.objects.of(company), "last_activity", week)
    day = {"created_at__gte": morning}
    listed = {name: ",".join(values) for name, values in NOT_UNDERSTOOD.items()}
    waiting = Conversation.objects.of(company).filter(person_since__isnull=False).count()
    return [
        _figure(_("conversations today"), talks["all"], list_of(Conversation, last_activity__gte=morning)),
        _figure(_("messages received today"), turns["all"], list_of(Turn, **day)),
        _figure(_("not understood today"), turns["lost"], list_of(Turn, **listed, **day)),
        _figure(
            _("handoffs today"), moved["all"], list_of(AgentHandoff, timestamp__gte=morning, **record.LISTED)
        ),
        _figure(_("failed today"), turns["failed"], list_of(Turn, status__exact="failed", **day)),
        DayFigure(_("wait for a person"), waiting, list_of(Conversation, what="waits")),
    ]


def _count_by_day(rows: QuerySet[Any], moment: str, week: list[date], **which: Q) -> dict[str, list[int]]:
    """How many rows each day of the week had, "all" of them and those that a condition names: one query."""
    since = timezone.make_aware(datetime.combine(week[0], time.min))
    counts = {"all": Count("pk"), **{name: Count("pk", filter=each) for name, each in which.items()}}
    by_day = rows.filter(**{f"{moment}__gte": since}).annotate(day=TruncDate(moment)).order_by()
    found = {row["day"]: row for row in by_day.values("day").annotate(**counts)}
    return {name: [found.get(day, {}).get(name, 0) for day in week] for name in counts}


def _morning() -> datetime:
    """When today began, where the reader's clock is."""
    return timezone.make_aware(datetime.combine(timezone.localdate(), time.min))


def _figure(title: str, week: list[int], address: str) -> DayFigure:
    most = max(week) or 1
    return DayFigure(title, week[-1], address, tuple(round(n / most * 100) for n in week))
