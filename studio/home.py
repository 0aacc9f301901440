"""The Studio's home: the day in numbers, the draft against what is live, the first steps of a company."""

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Any

from django.db.models import Count, Q
from django.db.models.functions import TruncDate
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from agents.models import LLMProfile, MCPTool, Specialist
from conversations.models import Conversation, Turn
from handoffs.models import AgentHandoff
from releases import draft
from releases.models import Release
from routing.models import AgentProfile, Intent
from studio.access import allowed, tenant
from studio.links import list_of
from tenancy.models import Tenant

DAYS = 7


@dataclass(frozen=True, slots=True)
class Figure:
    """A number of the day that opens its rows, with the week behind it as heights in percent."""

    title: str
    value: int
    address: str
    week: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class FirstStep:
    """One thing a new company does, ticked when it is done."""

    title: str
    tells: str
    address: str
    done: bool


def home(request: HttpRequest) -> dict[str, Any]:
    """What the first page shows somebody, by what they may see."""
    company = tenant(request)
    context: dict[str, Any] = {"company": company}
    if allowed(request, "conversations.view_turn"):
        context["figures"] = figures(company)
    if allowed(request, "routing.view_intent"):
        context["changes"] = draft.changes(company)
        context["live"] = (
            Release.objects.of(company).filter(number=company.live_release or 0).defer("content").first()
        )
        steps = first_steps(company)
        context["steps"] = steps
        context["steps_left"] = sum(not step.done for step in steps)
    return context


def figures(company: Tenant) -> list[Figure]:
    """The numbers of the day: three queries, each over one week by index."""
    today = timezone.localdate()
    days = [today - timedelta(days=back) for back in range(DAYS - 1, -1, -1)]
    since = timezone.make_aware(datetime.combine(days[0], time.min))
    morning = timezone.make_aware(datetime.combine(today, time.min)).isoformat()

    turns: dict[Any, dict[str, Any]] = {
        row["day"]: {**row}
        for row in Turn.objects.of(company)
        .filter(created_at__gte=since)
        .annotate(day=TruncDate("created_at"))
        .values("day")
        .annotate(
            all=Count("pk"),
            lost=Count("pk", filter=Q(method="fallback")),
            failed=Count("pk", filter=Q(status="failed")),
        )
        .order_by()
    }
    passed = dict(
        AgentHandoff.objects.of(company)
        .filter(timestamp__gte=since, blocked=False)
        .annotate(day=TruncDate("timestamp"))
        .order_by()
        .values_list("day")
        .annotate(n=Count("pk"))
    )
    talks = Conversation.objects.of(company).filter(last_activity__gte=morning).count()

    def week(name: str) -> list[int]:
        return [turns.get(day, {}).get(name, 0) for day in days]

    handed = [passed.get(day, 0) for day in days]
    day = {"created_at__gte": morning}
    return [
        Figure(_("conversations today"), talks, list_of(Conversation, last_activity__gte=morning)),
        _figure(_("messages answered today"), week("all"), list_of(Turn, **day)),
        _figure(_("not understood today"), week("lost"), list_of(Turn, method="fallback", **day)),
        _figure(_("handoffs today"), handed, list_of(AgentHandoff, timestamp__gte=morning)),
        _figure(_("failed today"), week("failed"), list_of(Turn, status__exact="failed", **day)),
    ]


def _figure(title: str, week: list[int], address: str) -> Figure:
    most = max(week) or 1
    return Figure(title, week[-1], address, tuple(round(n / most * 100) for n in week))


def first_steps(company: Tenant) -> list[FirstStep]:
    """What a new company does first, in order."""
    has = {
        model: model.objects.of(company).exists()
        for model in (Specialist, MCPTool, Intent, AgentProfile, LLMProfile)
    }
    return [
        FirstStep(
            _("Describe a specialist"),
            _("Who answers about what, with which words."),
            reverse("admin:agents_specialist_add"),
            has[Specialist],
        ),
        FirstStep(
            _("Make a profile"),
            _("The team behind one name, and who stands in when nothing matches."),
            reverse("admin:routing_agentprofile_add"),
            has[AgentProfile],
        ),
        FirstStep(
            _("Write an intent"),
            _("What people ask: keywords, examples, who answers."),
            reverse("admin:routing_intent_add"),
            has[Intent],
        ),
        FirstStep(
            _("Connect tools"),
            _("Add an MCP server and discover what it can do."),
            list_of(MCPTool) if has[MCPTool] else reverse("admin:agents_mcpserver_add"),
            has[MCPTool],
        ),
        FirstStep(
            _("Publish"),
            _("From then on messages are answered by it."),
            reverse("admin:publish"),
            company.live_release is not None,
        ),
        FirstStep(
            _("Put a model behind it"),
            _("Until then the offline model answers from your templates."),
            reverse("admin:agents_llmprofile_add"),
            has[LLMProfile],
        ),
    ]
