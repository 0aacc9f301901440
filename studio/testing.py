"""The test box: one message, the draft beside what is live. A page of its own and a part of others."""

from collections.abc import Mapping
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
LONGEST_VALUE = 200
WHO = "who."  # before the name of a field that says who writes


def page(request: HttpRequest) -> HttpResponse:
    """`/admin/test/?text=...&profile=...`; with `part=1` only the result, for the box on other pages.

    The page itself sends its form by POST: who a customer is stands in no address and no log.
    """
    require(request, "routing.view_intent")
    posted: Mapping[str, Any] = request.POST
    sent: Mapping[str, Any] = posted if request.method == "POST" else request.GET
    text = sent.get("text", "").strip()[:LONGEST]
    who = {
        name.removeprefix(WHO): value.strip()[:LONGEST_VALUE]
        for name, value in posted.items()
        if name.startswith(WHO) and value.strip()
    }
    found = try_message(request, text, sent.get("profile", ""), sent.get("mode", ""), who)
    if request.GET.get("part"):
        return TemplateResponse(request, "studio/test_result.html", found)
    return site.show(request, "studio/test.html", _("Try a message"), found)


def try_message(
    request: HttpRequest, text: str, agent_id: str, mode: str = "", who: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """What the draft and the live release would do with a text; `who` is what a caller says of its writer."""
    company = tenant(request)
    draft = preview.load(company, "draft")
    known = preview.list_profiles(draft)
    chosen = agent_id if agent_id in known else company.default_agent_id
    chosen = chosen if chosen in known else (known[0] if known else "")
    mode = mode if mode in MODES else ""
    context: dict[str, Any] = {
        "text": text, "profiles": known, "profile": chosen, "modes": MODES, "mode": mode,
        "customer": [(name, (who or {}).get(name, "")) for name in preview.list_customer_fields(draft)],
        "who": who, "may_switch": is_allowed(request, "rollout.view_killswitch"),
    }  # fmt: skip
    if not text or not chosen:
        return context
    live = live_of(company)
    tried = draft_profile.of(company, draft, live, chosen)
    if tried.lacks:
        context["learning"] = draft_profile.start(company, draft, chosen, request.user)
        context["by_live"] = tried.by_live
    context["draft"] = preview.preview(draft, company, chosen, text, mode, tried.published, who)
    if live is not None and chosen in preview.list_profiles(live):
        context["live"] = preview.preview(live, company, chosen, text, mode, None, who)
        decided = [(each.decision.intent, each.decision.agent, each.urgent) for each in
                   (context["live"], context["draft"])]  # fmt: skip
        context["same"] = decided[0] == decided[1]
    return context
