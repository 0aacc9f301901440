"""`/analytics/`: is it getting better?

One sentence, main figures with their change, then pictures and tables.
"""

from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from analytics.access import reader
from analytics.colours import colours, team
from analytics.figures import main_figures, report, sentence
from analytics.filters import Filter
from analytics.period_request import PeriodRequest
from analytics.rails import sum_up
from analytics.sankey import layout
from tenancy.errors import Forbidden, Unauthenticated, UnknownTenant
from tenancy.models import Tenant

REFUSALS = (Unauthenticated, UnknownTenant, Forbidden)


def refuse(request: HttpRequest, error: Exception, of_record: bool = False) -> HttpResponse:
    """The login page for a stranger, a sentence for somebody who may not."""
    if isinstance(error, Forbidden):
        return render(request, "analytics/refused.html", {"of_record": of_record}, status=403)
    return redirect_to_login(request.get_full_path(), reverse("admin:login"))


@require_safe
def index(request: HttpRequest) -> HttpResponseBase:
    """The page; see `Asked` for what may be in its address."""
    try:
        who = reader(request)
        company = Tenant.objects.get(pk=who.company)
    except REFUSALS as error:
        return refuse(request, error)
    return render(request, "analytics/index.html", figures(company, request.GET, who.record))


def figures(company: Tenant, query: Any, record: bool = True) -> dict[str, Any]:
    """Everything the page shows, in a constant number of queries.

    Without `record` nothing is a link to a list.
    """
    selection = PeriodRequest.of(company, query)
    found = report(company, selection)
    top = main_figures(found)
    carried = selection.query()

    def rows(wanted: Filter) -> str:
        return list_address(selection, wanted) if record else ""

    paths = found.handoffs.handoff_paths
    palette = colours(
        [
            *(p.source for p in paths),
            *(p.target for p in paths),
            *(agent.name for agent in found.turns.agents),
        ],
        team(company),
    )
    return {
        "company": company,
        "selection": selection,
        "record": record,
        "carried": urlencode(carried),
        "found": found,
        "sentence": sentence(found.handoffs, found.before.handoffs if found.before else None),
        "figures": [(each, rows(each.filter)) for each in top],
        "everybody": rows(Filter()),
        "sankey": layout(
            paths, lambda source, target: rows(Filter(source=source or "", target=target or "")), palette
        )
        if paths
        else None,
        "paths": [
            (path, rows(Filter(source=path.source, target=path.target)), palette[path.source],
                palette[path.target])
            for path in paths
        ],
        "methods": [(each, rows(Filter(method=each.name))) for each in found.turns.methods],
        "agents": [(each, rows(Filter(agent=each.name)), palette[each.name]) for each in found.turns.agents],
        "tools": [
            (each, rows(Filter(what="tool_failed",
                tool=each.name)) if each.name else "") for each in found.tools.tools if each.errors
        ],
        "rails": [
            (each, [(rows(Filter(rail=name)), words, n) for name, words, n in each.shown])
            for each in sum_up(found.rails)
        ],
        "delegations": [(each, rows(Filter(what=each.name))) for each in found.delegations],
        "doors": [
            f"{reverse(f'analytics-{name}')}?{urlencode(carried)}"
            for name in (
                "handoffs", "turns", "tools", "delegations", "backends", "guardrails", "costs",
                "conversations",
            )
        ],
    }  # fmt: skip


def list_address(selection: PeriodRequest, wanted: Filter) -> str:
    """The list of the conversations that a filter means, in the same period."""
    return f"{reverse('analytics-list')}?{urlencode(selection.query() | wanted.query())}"
