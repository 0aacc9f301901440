"""Before an older release comes back or a draft is thrown away: a page that says what would be lost."""

from functools import partial

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _

from agents.models import LLMProfile, MCPServer
from releases import diff, snapshot
from releases.models import Release
from releases.sections import Content
from routing.gateway.models import Backend
from routing.models import Domain
from studio import making_live
from studio.access import require, tenant
from studio.changes import group_changes
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
    title = _("Throw the draft away?") if discards else _("Restore release %(number)d?") % {"number": number}
    context = {
        "release": wanted,
        "live": company.live_release,
        "discards": discards,
        "digest": snapshot.digest(content),
        "thrown_away": thrown_away,
        "thrown_away_groups": group_changes(company, thrown_away),
        "live_changes": live_changes,
        "live_groups": group_changes(company, live_changes),
        "keys": _keys(company, wanted.content),
    }
    return site.show(request, "studio/restore.html", title, context)


def _keys(company: Tenant, content: Content) -> list[str]:
    """What no release keeps and goes with its row, in sentences: keys, and the addresses of servers."""
    agents, gateway = content.get("agents"), content.get("gateway")
    if agents is None:  # a release older than the section leaves its rows alone
        return []
    known = list((gateway or {}).get("backends", {}))
    backends = Backend.objects.of(company).exclude(name__in=known) if gateway is not None else ()
    planned = list(content.get("planning", {}).get("domains", {}))
    domains = Domain.objects.of(company).exclude(name__in=planned) if "planning" in content else ()
    models = LLMProfile.objects.of(company).exclude(name__in=list(agents.get("llms", {})))
    servers = MCPServer.objects.of(company).exclude(name__in=list(agents.get("servers", {})))
    with_key = _("The model '%(name)s' is deleted, and its key and address with it.")
    with_secret = _("The server '%(name)s' is deleted, and its address and secret with it.")
    with_token = _("The backend '%(name)s' is deleted, and its address and token with it.")
    with_words = _("The domain '%(name)s' is deleted, and its address and token with it.")
    return [
        *(with_key % {"name": row.name} for row in models if row.api_key or row.base_url),
        *(with_secret % {"name": row.name} for row in servers if row.secret or row.url),
        *(with_token % {"name": row.name} for row in backends if row.secret or row.url),
        *(with_words % {"name": row.name} for row in domains if row.secret or row.url),
    ]


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
