"""What publishing would change about the messages that must be routed right: a part of the publish page."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse

from releases import draft
from releases.draft import Draft
from releases.errors import Problem
from routing.decision.evaluation import cases
from routing.decision.evaluation.cases import Compared
from routing.models import RoutingCase
from studio.access import is_allowed, require, tenant
from work.models import Job


@dataclass(frozen=True, slots=True)
class CasesView:
    """How many there are, and what is known of them.

    Nothing yet, a job under way, or figures with their rows.

    `wrong` are those that neither the draft nor what is live routes right. Texts are for those who may read
    them.
    """

    cases: int
    found: Compared | None
    job: Job | None
    broken: tuple[RoutingCase, ...] = ()
    wrong: tuple[RoutingCase, ...] = ()
    may_read: bool = False
    may_start: bool = False


def show_cases(request: HttpRequest, drawn: Draft) -> CasesView | None:
    """What the page shows; None where the company keeps no such message, or the draft cannot be used."""
    company = tenant(request)
    count = RoutingCase.objects.of(company).count()
    if not count or _unusable(drawn.review.problems):
        return None
    found, job = cases.at_once(company, drawn), None
    if found is None:
        job, found = cases.latest_comparison(company, drawn)
    keys = (*found.broken, *found.wrong) if found is not None else ()
    rows = {row.key: row for row in cases.rows_of(company).filter(key__in=keys)}
    return CasesView(
        cases=count,
        found=found,
        job=job,
        broken=tuple(rows[key] for key in found.broken if key in rows) if found else (),
        wrong=tuple(rows[key] for key in found.wrong if key in rows) if found else (),
        may_read=is_allowed(request, "conversations.read_texts"),
        may_start=is_allowed(request, "routing.change_routingcase"),
    )


def start(request: HttpRequest) -> HttpResponse:
    """Starts the comparison as a job, where a page cannot wait for it."""
    require(request, "routing.change_routingcase")
    company = tenant(request)
    cases.start(company, draft.of(company), request.user)
    return HttpResponseRedirect(f"{reverse('admin:publish')}#cases")


def _unusable(problems: Iterable[Problem]) -> bool:
    return any(problem.severity == "error" for problem in problems)
