"""`/analytics/`: is it getting better? One sentence, one number with its change, then pictures and tables."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import NoReverseMatch, reverse
from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from analytics.access import reader
from analytics.colours import colours
from analytics.handoffs import HandoffReport, handoffs
from analytics.sankey import layout
from analytics.turns import turns
from routing.models import AgentProfile
from tenancy.errors import Forbidden, Unauthenticated, UnknownTenant
from tenancy.models import Tenant

PERIODS = (7, 30, 90)


@dataclass(frozen=True, slots=True)
class Links:
    """Addresses in the admin of the rows behind a figure; empty where the admin is not installed."""

    since: str
    agent_id: str = ""

    def handoffs(self, source: str | None = None, target: str | None = None) -> str:
        """The list of handoffs of a path, or of one of its ends."""
        asked = {"timestamp__gte": self.since, "kind__exact": "agent_to_agent", "blocked__exact": "0"}
        if source:
            asked["from_agent"] = source
        if target:
            asked["to_agent"] = target
        if self.agent_id:
            asked["conversation__agent_id"] = self.agent_id
        return _list("handoffs_agenthandoff", asked)

    def turns(self, **asked: str) -> str:
        """The list of turns with one method or one specialist."""
        profile = {"conversation__agent_id": self.agent_id} if self.agent_id else {}
        return _list("conversations_turn", {"created_at__gte": self.since, **asked, **profile})


def _list(model: str, asked: dict[str, str]) -> str:
    try:
        return f"{reverse(f'admin:{model}_changelist')}?{urlencode(asked)}"
    except NoReverseMatch:
        return ""


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The page; `?days=7|30|90`, `?agent_id=` narrows to one profile."""
    try:
        company = Tenant.objects.get(pk=reader(request))
    except (Unauthenticated, UnknownTenant):
        return redirect_to_login(request.get_full_path(), reverse("admin:login"))
    except Forbidden as error:
        return render(request, "analytics/refused.html", {"error": error}, status=403)
    return render(request, "analytics/index.html", figures(company, request.GET))


def figures(company: Tenant, asked: Any) -> dict[str, Any]:
    """Everything the page shows, in a constant number of queries."""
    days = _period(asked.get("days"))
    profiles = list(AgentProfile.objects.of(company).values_list("agent_id", flat=True))
    agent_id = asked.get("agent_id") if asked.get("agent_id") in profiles else ""
    now = timezone.now()
    since = now - timedelta(days=days)
    report = handoffs(company, days, agent_id, until=now)
    before = handoffs(company, days, agent_id, until=since)
    decided = turns(company, days, agent_id, until=now)
    links = Links(since.isoformat(), agent_id)
    named = [path.source for path in report.handoff_paths] + [path.target for path in report.handoff_paths]
    palette = colours([*named, *(agent.name for agent in decided.agents)])
    return {
        "company": company,
        "days": days,
        "periods": PERIODS,
        "profiles": profiles,
        "agent_id": agent_id,
        "report": report,
        "before": before,
        "sentence": sentence(report, before),
        "rate": _percent(report.handoff_rate_percentage),
        "change": change(report, before),
        "decided": decided,
        "sankey": layout(report.handoff_paths, links.handoffs, palette) if report.handoff_paths else None,
        "paths": [
            (path, links.handoffs(path.source, path.target), palette[path.source])
            for path in report.handoff_paths
        ],
        "methods": [(method, links.turns(method=method.name)) for method in decided.methods],
        "agents": [(agent, links.turns(agent=agent.name), palette[agent.name]) for agent in decided.agents],
        "all_handoffs": links.handoffs(),
        "api": f"{reverse('analytics-handoffs')}?{urlencode({'days': days})}",
    }


def _period(text: str | None) -> int:
    return int(text) if text in {str(days) for days in PERIODS} else 30


def sentence(report: HandoffReport, before: HandoffReport) -> str:
    """The answer in words: "Handoffs fell to 8.1 % of conversations, from 9.4 %"."""
    if not report.total_conversations:
        return _("Nobody has written in this period.")
    rate, earlier = _shown(report.handoff_rate_percentage), _shown(before.handoff_rate_percentage)
    now, then = _percent(rate), _percent(earlier)
    if not before.total_conversations:
        return _("%(now)s of conversations were handed over. There is nothing earlier to compare with.") % {
            "now": now
        }
    said = {"now": now, "then": then}
    if rate < earlier:
        return _("Handoffs fell to %(now)s of conversations, from %(then)s.") % said
    if rate > earlier:
        return _("Handoffs rose to %(now)s of conversations, from %(then)s.") % said
    return _("Handoffs stayed at %(now)s of conversations.") % said


def change(report: HandoffReport, before: HandoffReport) -> str:
    """The change of the rate in percentage points, with its sign; empty without an earlier period."""
    if not (report.total_conversations and before.total_conversations):
        return ""
    points = _shown(report.handoff_rate_percentage) - _shown(before.handoff_rate_percentage)
    sign = "+" if points > 0 else ("−" if points < 0 else "±")
    return _("%(points)s points") % {"points": sign + str(formats.number_format(_shown(abs(points)), 1))}


def _shown(value: float) -> float:
    """One decimal, rounded once and compared as it is shown: `number_format` alone cuts off, 6.06 to 6.0."""
    return round(value, 1)


def _percent(value: float) -> str:
    return f"{formats.number_format(_shown(value), 1)} %"
