"""The test box: one message, the draft beside what is live. A page of its own and a part of others."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _

from routing.decision.evaluation import draft_profile
from routing.decision.evaluation.cases import live_of
from routing.turns.mode import MODES
from studio import preview
from studio.access import is_allowed, require, tenant
from studio.site import site

LONGEST = 2000


def page(request: HttpRequest) -> HttpResponse:
    """`/admin/test/?text=...&profile=...`; with `part=1` only the result, for the box on other pages."""
    require(request, "routing.view_intent")
    text = request.GET.get("text", "").strip()[:LONGEST]
    found = try_message(request, text, request.GET.get("profile", ""), request.GET.get("mode", ""))
    if request.GET.get("part"):
        return TemplateResponse(request, "studio/test_result.html", found)
    return site.show(request, "studio/test.html", _("Try a message"), found)


def try_message(request: HttpRequest, text: str, agent_id: str, mode: str = "") -> dict[str, Any]:
    """What the draft and the live release would do with a text."""
    company = tenant(request)
    draft = preview.load(company, "draft")
    known = preview.list_profiles(draft)
    chosen = agent_id if agent_id in known else company.default_agent_id
    chosen = chosen if chosen in known else (known[0] if known else "")
    mode = mode if mode in MODES else ""
    context: dict[str, Any] = {
        "text": text, "profiles": known, "profile": chosen, "modes": MODES, "mode": mode,
        "may_switch": is_allowed(request, "rollout.view_killswitch"),
    }  # fmt: skip
    if not text or not chosen:
        return context
    off, live = preview.names_off(company), live_of(company)
    tried = draft_profile.of(company, draft, live, chosen)
    if tried.lacks:
        context["learning"] = draft_profile.start(company, draft, chosen, request.user)
        context["by_live"] = tried.by_live
    context["draft"] = preview.preview(draft, company, chosen, text, mode, off, tried.published)
    if live is not None and chosen in preview.list_profiles(live):
        context["live"] = preview.preview(live, company, chosen, text, mode, off)
        context["same"] = (context["live"].decision.intent, context["live"].decision.agent) == (
            context["draft"].decision.intent,
            context["draft"].decision.agent,
        )
    return context
