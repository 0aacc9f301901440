"""The publish page: what changes, in words; checks; a note; one button; every release to go back to.

What the examples of each profile decide and a wished precision costs, for the page that publishes.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _

from releases import draft
from releases.diff import Change
from releases.draft import Draft
from releases.errors import BeingMade, Problem, ReleaseError
from releases.models import Release
from routing.decision.evaluation import cases
from routing.decision.evaluation.cases import Compared
from routing.models import AgentProfile, RoutingCase
from studio import making_live, undoing
from studio.access import is_allowed, require, tenant
from studio.changes import SHOWN, group_changes
from studio.learning import GROUPS, Whole, describe_profile
from studio.publish_checks import list_problems
from studio.site import site
from tenancy.models import Tenant
from work.models import Job


class ProfileCost(NamedTuple):
    """What the examples of a profile decide, for the page that publishes."""

    profile: str
    page: str
    whole: Whole


def list_profile_costs(company: Tenant, made: draft.Draft) -> list[ProfileCost]:
    """What the examples of each profile decide, where it is known; of the first profiles."""
    rows = AgentProfile.objects.of(company).filter(enabled=True).order_by("agent_id")[:GROUPS]
    found = (
        (agent_id, pk, describe_profile(company, made, agent_id))
        for agent_id, pk in rows.values_list("agent_id", "pk")
    )
    return [
        ProfileCost(agent_id, reverse("admin:routing_agentprofile_change", args=[pk]), each)
        for agent_id, pk, each in found
        if each is not None and each.learnt is not None
    ]


PERMISSION = "releases.publish_release"


def page(request: HttpRequest) -> HttpResponse:
    """`/admin/publish/`: GET shows the draft against what is live, POST publishes it.

    Where there is much to learn from new examples, a job does it, and this page shows how far it is.
    """
    require(request, "releases.view_release")
    company = tenant(request)
    if request.method == "POST":
        return _compare_cases(request) if "check_cases" in request.POST else _publish(request)
    job = _find_shown(company, request.GET.get("job", ""))
    # Asked again every other second while a job runs: then what is remembered of the draft is good enough.
    drawn = draft.of(company, fresh=job is None or not job.open)
    review = drawn.review
    rows = Release.objects.of(company).defer("content").order_by("-number")
    context = {
        "review": review,
        "problems": list(list_problems(company, drawn)) if review.changes else [],
        "learnt": list_profile_costs(company, drawn) if review.changes else [],
        "groups": group_changes(company, review.changes, undo=_find_undo(request, company, job)),
        "cases": show_cases(request, drawn) if review.changes and not (job and job.open) else None,
        "more": max(0, len(review.changes) - SHOWN),
        "live": company.live_release,
        "releases": Paginator(rows, 20).get_page(request.GET.get("page")),
        "may_publish": is_allowed(request, PERMISSION),
        "job": job,
        "may_cancel": is_allowed(request, "work.change_job"),
    }
    return site.show(request, "studio/publish.html", _("Publish"), context)


def _find_undo(request: HttpRequest, company: Tenant, job: Job | None) -> Callable[[Change, Any], str]:
    """Where a change can be undone: nowhere before the first release, or while one is being made."""
    if not company.live_release or (job is not None and job.open):
        return lambda change, model: ""
    return partial(undoing.address_of, request)


def _publish(request: HttpRequest) -> HttpResponse:
    if not is_allowed(request, PERMISSION):
        raise PermissionDenied
    note, seen = request.POST.get("note", "").strip(), request.POST.get("digest") or None
    made = make_live(request, partial(making_live.publish, tenant(request), request.user, note, seen))
    if isinstance(made, Release):
        sentence = _("Release %(number)d is live. New messages are answered by it.")
        messages.success(request, sentence % {"number": made.number})
    return to_page(made)


def make_live(request: HttpRequest, make: Callable[[], Release | Job]) -> Release | Job | None:
    """What came of it, with what is wrong told on the page.

    A job that is under way already is what one waits for.
    """
    try:
        return make()
    except BeingMade:
        messages.info(request, _("A release is being made already. Wait for it, then look again."))
        return making_live.under_way(tenant(request))
    except ReleaseError as error:
        messages.error(request, str(error))
    return None


def to_page(made: Release | Job | None) -> HttpResponse:
    """The way to this page, with the job that makes a release live where there is one."""
    page = reverse("admin:publish")
    return HttpResponseRedirect(f"{page}?job={made.pk}" if isinstance(made, Job) else page)


def _find_shown(company: Tenant, job_id: str) -> Job | None:
    """The job that is making a release live, else the one that the address names."""
    named = Job.objects.of(company).filter(kind__in=making_live.KINDS, pk=job_id[:36])
    return making_live.under_way(company) or (named.first() if job_id else None)


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


def _compare_cases(request: HttpRequest) -> HttpResponse:
    """Starts the comparison as a job, where a page cannot wait for it."""
    require(request, "routing.change_routingcase")
    company = tenant(request)
    cases.start(company, draft.of(company), request.user)
    return HttpResponseRedirect(f"{reverse('admin:publish')}#cases")


def _unusable(problems: Iterable[Problem]) -> bool:
    return any(problem.severity == "error" for problem in problems)
