"""`/analytics/`: is it getting better?

One sentence, main figures with their change, then pictures and tables.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from analytics.access import Reader, reader, record_reader
from analytics.colours import choose_colours, list_team
from analytics.figures import FiguresReport, count_everything, list_main_figures, say_in_a_sentence
from analytics.filters import Filter
from analytics.period_request import PeriodRequest
from analytics.rails import sum_up
from analytics.sankey import lay_out
from tenancy.days import find_zone
from tenancy.errors import Forbidden, Unauthenticated, UnknownTenant
from tenancy.models import Tenant

DOORS = ("handoffs", "turns", "tools", "delegations", "backends", "guardrails", "costs", "conversations")
COMPARED = ("turns", "tools")  # of these, those that compare with another period


def for_readers(of_record: bool = False) -> Callable[[Callable[..., HttpResponseBase]], Callable[..., Any]]:
    """A page for whoever may read figures (conversations, with `of_record`): it is given the company and the
    reader after the request.

    A stranger gets the login page, somebody who may not a sentence.
    """

    def guard(page: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
        @wraps(page)
        def guarded(request: HttpRequest, **named: Any) -> HttpResponseBase:
            try:
                who = (record_reader if of_record else reader)(request)
            except Forbidden:
                return render(request, "analytics/refused.html", {"of_record": of_record}, status=403)
            except (Unauthenticated, UnknownTenant):
                return redirect_to_login(request.get_full_path(), reverse("admin:login"))
            company = Tenant.objects.get(pk=who.company)
            with timezone.override(find_zone(company.time_zone)):
                return page(request, company, who, **named)

        return guarded

    return guard


@require_safe
@for_readers()
def index(request: HttpRequest, company: Tenant, who: Reader) -> HttpResponseBase:
    """The page; see `PeriodRequest` for what may be in its address."""
    return render(request, "analytics/index.html", collect_figures(company, request.GET, who.record))


def collect_figures(company: Tenant, query: Any, record: bool = True) -> dict[str, Any]:
    """Everything the page shows, in a constant number of queries.

    Without `record` nothing is a link to a list.
    """
    selection = PeriodRequest.of(company, query)
    found = count_everything(company, selection)
    carried = urlencode(selection.query())

    def rows(wanted: Filter) -> str:
        return make_list_address(selection, wanted) if record else ""

    return {
        "company": company,
        "selection": selection,
        "record": record,
        "carried": carried,
        "found": found,
        "sentence": say_in_a_sentence(found.handoffs, found.before.handoffs if found.before else None),
        "figures": [(each, rows(each.filter)) for each in list_main_figures(found)],
        "everybody": rows(Filter()),
        "doors": [_address_door(name, selection) for name in DOORS],
        **_tables(company, found, rows),
    }


def _address_door(name: str, selection: PeriodRequest) -> str:
    query = selection.query() if name in COMPARED else selection.query(compare="")
    return f"{reverse(f'analytics-{name}')}?{urlencode(query)}"


def _tables(company: Tenant, found: FiguresReport, rows: Callable[[Filter], str]) -> dict[str, Any]:
    """The lines of the page's pictures and tables, each with the list of its conversations."""
    paths, agents = found.handoffs.handoff_paths, found.turns.agents
    moved = (name for path in paths for name in (path.source, path.target))
    palette = choose_colours([*moved, *(agent.name for agent in agents)], list_team(company))

    def of_path(source: str | None, target: str | None) -> str:
        return rows(Filter(source=source or "", target=target or ""))

    return {
        "sankey": lay_out(paths, of_path, palette) if paths else None,
        "paths": [
            (path, of_path(path.source, path.target), palette[path.source], palette[path.target])
            for path in paths
        ],
        "methods": [(each, rows(Filter(method=each.name))) for each in found.turns.methods],
        "agents": [(each, rows(Filter(agent=each.name)), palette[each.name]) for each in agents],
        "tools": [
            (each, rows(Filter(what="tool_failed", tool=each.name)) if each.name else "")
            for each in found.tools.tools
            if each.errors
        ],
        "rails": [
            (each, [(rows(Filter(rail=name)), words, n) for name, words, n in each.shown])
            for each in sum_up(found.rails)
        ],
        "delegations": [(each, rows(Filter(what=each.name))) for each in found.delegations],
    }


def make_list_address(selection: PeriodRequest, wanted: Filter) -> str:
    """The list of the conversations that a filter means, in the same period."""
    return f"{reverse('analytics-list')}?{urlencode(selection.query() | wanted.query())}"
