"""Before an older release comes back or a draft is thrown away: a page that says what would be lost."""

from functools import partial

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _

from releases import diff, snapshot
from releases.models import Release
from studio import making_live
from studio.access import require, tenant
from studio.changes import group_changes
from studio.lost_keys import list_lost_documents, list_lost_keys
from studio.publishing import make_live, to_page
from studio.site import site
from tenancy.models import Tenant

PERMISSION = "releases.publish_release"


def page(request: HttpRequest, number: int) -> HttpResponse:
    """`/admin/publish/restore/<number>/`: GET says what would be lost, POST does it.

    For the release that is live, restoring means to throw the draft away.
    """
    require(request, PERMISSION)
    company = tenant(request)
    if request.method == "POST":
        return _restore(request, company, number)
    wanted = Release.objects.of(company).filter(number=number).first()
    if wanted is None:
        raise Http404
    live = Release.objects.of(company).filter(number=company.live_release or 0).first()
    live_content = live.content if live else {}
    content = snapshot.take(company)
    thrown_away, live_changes = (
        diff.between(live_content, content),
        diff.between(live_content, wanted.content),
    )
    discards = number == company.live_release
    title = _("Discard the draft?") if discards else _("Restore release %(number)d?") % {"number": number}
    context = {
        "release": wanted,
        "live": company.live_release,
        "discards": discards,
        "digest": snapshot.digest(content),
        "thrown_away": thrown_away,
        "thrown_away_groups": group_changes(company, thrown_away),
        "live_changes": live_changes,
        "live_groups": group_changes(company, live_changes),
        "keys": list_lost_keys(company, wanted.content),
        "documents": list_lost_documents(company, wanted.content),
    }
    return site.show(request, "studio/restore.html", title, context)


def _restore(request: HttpRequest, company: Tenant, number: int) -> HttpResponse:
    digest, before = request.POST.get("digest"), company.live_release
    if digest and digest != snapshot.digest(snapshot.take(company)):
        messages.error(request, _("Somebody changed the draft since you looked at it. Look again."))
        return HttpResponseRedirect(reverse("admin:restore", args=[number]))
    made = make_live(request, partial(making_live.restore, company, request.user, number))
    if isinstance(made, Release):
        if made.number == before:
            sentence = _("The draft was thrown away; it is release %(number)d again.")
        else:
            sentence = _("Release %(old)d is live again, as release %(new)d. The draft says the same.")
        messages.success(request, sentence % {"number": before, "old": number, "new": made.number})
    return to_page(made)
