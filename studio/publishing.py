"""The publish page: what changes, in words; checks; a note; one button; every release to go back to."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from releases import draft
from releases.errors import ReleaseError
from releases.models import Release
from releases.publish import publish
from studio.access import allowed, require, tenant
from studio.changes import SHOWN, groups
from studio.site import site

PERMISSION = "releases.publish_release"


def page(request: HttpRequest) -> HttpResponse:
    """`/admin/publish/`: GET shows the draft against what is live, POST publishes it."""
    require(request, "releases.view_release")
    company = tenant(request)
    if request.method == "POST":
        return _publish(request)
    review = draft.review(company)
    rows = Release.objects.of(company).defer("content").order_by("-number")
    context = {
        **site.each_context(request),
        "title": _("Publish"),
        "review": review,
        "groups": groups(company, review.changes),
        "more": max(0, len(review.changes) - SHOWN),
        "live": company.live_release,
        "releases": Paginator(rows, 20).get_page(request.GET.get("page")),
        "may_publish": allowed(request, PERMISSION),
    }
    return TemplateResponse(request, "studio/publish.html", context)


def _publish(request: HttpRequest) -> HttpResponse:
    if not allowed(request, PERMISSION):
        raise PermissionDenied
    note, seen = request.POST.get("note", "").strip(), request.POST.get("digest") or None
    try:
        release = publish(tenant(request), request.user, note, expected_digest=seen)
    except ReleaseError as error:
        messages.error(request, str(error))
    else:
        said = _("Release %(number)d is live. New messages are answered by it.")
        messages.success(request, said % {"number": release.number})
    return HttpResponseRedirect(reverse("admin:publish"))
