"""`/admin/correct/<turn>/`: "this should have been ...": where the message of a turn belongs."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _

from audit.reading import note_read
from conversations.models import Turn
from routing.decision.evaluation.correcting import correct, reachable, read_said
from routing.decision.reasons import because, list_matched
from routing.errors import CaseRefused
from routing.models import AgentProfile, Intent, RoutingCase
from studio.access import is_allowed, require, tenant
from studio.reading import read_at
from studio.site import site

NOBODY = "-"  # what the form sends for what nobody serves


def page(request: HttpRequest, turn: UUID) -> HttpResponse:
    """GET shows the message and who answered it, POST says where it belongs; said again, it is changed."""
    require(request, "routing.add_routingcase")
    require(request, "conversations.read_texts")
    company = tenant(request)
    row = Turn.objects.of(company).select_related("conversation").filter(pk=str(turn)).first()
    if row is None:
        raise Http404
    if request.method == "POST":
        return _correct(request, row)
    note_read(company, [row.conversation_id], "correcting")
    decision = (row.result or {}).get("route_decision") or {}
    profile = AgentProfile.objects.of(company).filter(agent_id=row.conversation.agent_id).first()
    context: dict[str, Any] = {
        "text": read_said(row),
        "turn": row,
        "because": because(decision) if decision else "",
        "words": list_matched(decision),
        "case": RoutingCase.objects.of(company).select_related("intent").filter(turn=row).first(),
        "intents": reachable(profile) if profile is not None else [],
        "nobody": NOBODY,
        "read_at": read_at(row) if is_allowed(request, "conversations.view_conversation") else "",
    }
    return site.show(request, "studio/correct.html", _("This should have been …"), context)


def _correct(request: HttpRequest, turn: Turn) -> HttpResponse:
    given = request.POST.get("intent", "")[:64]
    intent = Intent.objects.of(turn.tenant_id).filter(name=given, out_of_scope=False).first()
    if intent is None and given != NOBODY:
        messages.error(request, _("Choose where the message belongs."))
    else:
        try:
            correct(turn, intent, request.user)
        except CaseRefused as error:
            messages.error(request, str(error))
        else:
            messages.success(request, _("Noted. It acts once it is published."))
    return HttpResponseRedirect(reverse("admin:correct", args=[turn.pk]))
