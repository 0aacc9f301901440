"""The publish page: what changes, in words; checks; a note; one button; every release to go back to."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from releases import draft, parts
from releases.errors import BeingMade, ReleaseError
from releases.loaded import Artifact
from releases.models import Release
from releases.publish import publish
from studio import cases
from studio.access import is_allowed, require, tenant
from studio.changes import SHOWN, groups
from studio.site import site
from tenancy.models import Tenant
from work import jobs
from work.models import Job

KINDS = ("publish", "restore")  # of work that makes a release live
PERMISSION = "releases.publish_release"


def page(request: HttpRequest) -> HttpResponse:
    """`/admin/publish/`: GET shows the draft against what is live, POST publishes it.

    Where there is much to learn from new examples, a job does it, and this page shows how far it is.
    """
    require(request, "releases.view_release")
    company = tenant(request)
    if request.method == "POST":
        return cases.start(request) if "check_cases" in request.POST else _publish(request)
    job = _shown(company, request.GET.get("job", ""))
    # Asked again every other second while a job runs: then what is remembered of the draft is good enough.
    drawn = draft.of(company, fresh=job is None or not job.open)
    review = drawn.review
    rows = Release.objects.of(company).defer("content").order_by("-number")
    context = {
        **site.each_context(request),
        "title": _("Publish"),
        "review": review,
        "groups": groups(company, review.changes),
        "cases": cases.show_cases(request, drawn) if review.changes and not (job and job.open) else None,
        "more": max(0, len(review.changes) - SHOWN),
        "live": company.live_release,
        "releases": Paginator(rows, 20).get_page(request.GET.get("page")),
        "may_publish": is_allowed(request, PERMISSION),
        "job": job,
        "may_cancel": is_allowed(request, "work.change_job"),
    }
    return TemplateResponse(request, "studio/publish.html", context)


def in_background(
    request: HttpRequest, wanted: Iterable[Artifact], kind: str, payload: Mapping[str, Any]
) -> HttpResponse | None:
    """The way to this page with a job that makes the release live, where one is under way already or more is to
    be learnt than a page can wait for; None where it can be done at once."""
    company = tenant(request)
    job = _under_way(company)
    if job is not None:
        messages.info(request, _("A release is being made already. Wait for it, then look again."))
    elif sum(part.size for part in parts.to_make(company.pk, wanted)) > settings.LEARN_AT_ONCE:
        return as_job(request, kind, payload)
    return _to(job) if job is not None else None


def as_job(request: HttpRequest, kind: str, payload: Mapping[str, Any]) -> HttpResponse:
    """The way to this page with a new job that makes the release live."""
    return _to(jobs.start(tenant(request), kind, {**payload, "language": get_language()}, request.user))


def _to(job: Job) -> HttpResponse:
    return HttpResponseRedirect(f"{reverse('admin:publish')}?job={job.pk}")


def _publish(request: HttpRequest) -> HttpResponse:
    if not is_allowed(request, PERMISSION):
        raise PermissionDenied
    company = tenant(request)
    note, seen = request.POST.get("note", "").strip(), request.POST.get("digest") or None
    drawn = draft.of(company)
    ready = drawn.review.publishable and seen in (None, drawn.digest)  # else publishing says what is wrong
    wanted = drawn.loaded.wanted.values() if ready else ()
    payload = {"note": note, "expected_digest": seen}
    later = in_background(request, wanted, "publish", payload)
    if later is not None:
        return later
    try:
        release = publish(company, request.user, note, expected_digest=seen, wait=False)
    except BeingMade:
        return as_job(request, "publish", payload)
    except ReleaseError as error:
        messages.error(request, str(error))
    else:
        said = _("Release %(number)d is live. New messages are answered by it.")
        messages.success(request, said % {"number": release.number})
    return HttpResponseRedirect(reverse("admin:publish"))


def _under_way(company: Tenant) -> Job | None:
    rows = Job.objects.of(company).filter(kind__in=KINDS, status__in=Job.OPEN)
    return rows.order_by("created_at").first()


def _shown(company: Tenant, job_id: str) -> Job | None:
    """The job that is making a release live, else the one that the address names."""
    named = Job.objects.of(company).filter(kind__in=KINDS, pk=job_id[:36]) if job_id else Job.unscoped.none()
    return _under_way(company) or named.first()
