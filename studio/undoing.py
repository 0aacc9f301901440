"""One change of the draft undone, from the page that publishes: asked before, told after."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _

from audit.append import record
from releases import diff, draft, put_back
from releases.authored_rows import kind_of
from releases.diff import Change
from releases.errors import ReleaseError
from releases.models import Release
from releases.sections import list_sections
from studio.access import is_allowed, require, tenant
from studio.changes import group_changes
from studio.lost_keys import list_lost_documents, list_lost_keys
from studio.site import site
from tenancy.models import Tenant

# What somebody must be able to do with a row: writing all of one is for who may make another one, too.
NEEDED = {"added": ("delete",), "removed": ("add",), "changed": ("change", "add")}


def address_of(request: HttpRequest, change: Change, model: Any) -> str:
    """Where a change can be undone; empty where it cannot be, or not by this person."""
    if not change.places or not _may(request, change, model):
        return ""
    return f"{reverse('admin:undo')}?{urlencode([('at', step) for step in change.places[0]])}"


def _may(request: HttpRequest, change: Change, model: Any) -> bool:
    meta = model._meta
    return all(
        is_allowed(request, f"{meta.app_label}.{verb}_{meta.model_name}") for verb in NEEDED[change.what]
    )


def page(request: HttpRequest) -> HttpResponse:
    """`/admin/publish/undo/?at=routing&at=intents&at=billing`: GET says what would change, POST does it."""
    require(request, "releases.view_release")
    company, place = tenant(request), tuple(request.GET.getlist("at"))
    live = Release.objects.of(company).filter(number=company.live_release or 0).first()
    if live is None:
        raise Http404
    drawn = draft.of(company, fresh=True)
    change = put_back.find(drawn.changes, place)
    if change is None:
        messages.info(request, _("There is nothing to undo: the draft says the same as what is live."))
        return HttpResponseRedirect(reverse("admin:publish"))
    if not _may(request, change, _model_of(change)):
        raise PermissionDenied
    if request.method == "POST":
        return _undo(request, company, live, change)
    try:
        target = put_back.plan(drawn.content, live.content, change)
    except ReleaseError as error:
        messages.error(request, str(error))
        return HttpResponseRedirect(reverse("admin:publish"))
    context = {
        "change": change,
        "release": live.number,
        "seen": put_back.mark(drawn.content, live.content, change),
        "address": request.get_full_path(),
        "groups": group_changes(company, diff.between(drawn.content, target)),
        "keys": list_lost_keys(company, target),
        "documents": list_lost_documents(company, target),
    }
    return site.show(request, "studio/undo.html", _("Undo this change?"), context)


def _model_of(change: Change) -> Any:
    models = (model for section in list_sections() for model in section.rows)
    return next(model for model in models if kind_of(model) == change.kind)


def _undo(request: HttpRequest, company: Tenant, live: Release, change: Change) -> HttpResponse:
    seen = request.POST.get("seen", "")
    try:
        with transaction.atomic():
            left = put_back.put_back(company, live.content, change, seen)
            about = {"release": live.number, "undone": change.what}
            record(company, "restore", _model_of(change)._meta.label, "", change.name, after=about)
    except ReleaseError as error:
        messages.error(request, str(error))
        return HttpResponseRedirect(reverse("admin:publish"))
    done = {
        "added": _("%(kind)s '%(name)s' is gone from the draft."),
        "removed": _("%(kind)s '%(name)s' is in the draft again, as in release %(number)d."),
        "changed": _("%(kind)s '%(name)s' says again what release %(number)d says."),
    }
    sentence = done[change.what] % {"kind": change.kind, "name": change.name, "number": live.number}
    messages.success(request, sentence)
    for each in left:
        lines = "; ".join(each.lines) or each.sentence
        messages.warning(request, _("No release keeps all of it. What is still different: %s") % lines)
    return HttpResponseRedirect(f"{reverse('admin:publish')}#draft")
