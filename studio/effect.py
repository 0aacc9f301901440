"""`/admin/effect/`: the effect of an intent before the act, for the form that is being filled in."""

from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.views.decorators.http import require_POST

from agents.models import Specialist
from language.normalise import words
from releases import draft
from releases.errors import NothingPublished
from routing.decision.specs import IntentSpec
from routing.models import AgentProfile, Keyword
from studio import catching, preview
from studio.access import is_allowed, require, tenant
from studio.fields import LinesField
from studio.names import as_name
from tenancy.models import Tenant

KEYWORDS = 2000  # looked at
SHARED = 6  # collisions that are named


@require_POST
def page(request: HttpRequest) -> HttpResponse:
    """Answers the intent's form, as typed so far, with what it would catch. Stores nothing.

    Lines are what people wrote: shown to those who may read it, and linked for those who may also know
    who wrote it. Numbers are for everybody.
    """
    require(request, "routing.view_intent")
    company = tenant(request)
    try:
        intent = read_typed(company, request.POST)
    except ValidationError as error:
        return TemplateResponse(request, "studio/effect.html", {"refused": error.messages[0]})
    try:
        live = preview.load(company, "live")
    except NothingPublished:
        live = None
    found = catching.predict_effect(company, draft.of(company).loaded, live, intent)
    context = {
        "effect": found,
        "shared": find_shared(company, intent),
        "may_read": is_allowed(request, "conversations.read_texts"),
        "may_open": is_allowed(request, "conversations.view_conversation"),
    }
    return TemplateResponse(request, "studio/effect.html", context)


def read_typed(company: Tenant, form: Any) -> IntentSpec:
    """The intent that a form describes, as far as routing needs it. Raises ValidationError."""
    lines = LinesField(longest=Keyword._meta.get_field("text").max_length or 120).clean(
        form.get("keywords", "")
    )
    specialist = _names_of(Specialist, company, [form.get("specialist", "")], "name")
    profiles = _names_of(AgentProfile, company, form.getlist("profiles"), "agent_id")
    priority = form.get("priority", "")
    return IntentSpec(
        name=as_name(form.get("saved_name") or form.get("name", "")) or catching.NEW,
        agent=specialist[0] if specialist else "",
        priority=int(priority) if priority.isascii() and priority.isdigit() and len(priority) < 9 else 100,
        keywords=tuple(lines[:KEYWORDS]) if form.get("enabled") else (),
        profiles=tuple(profiles),
    )


def _names_of(model: Any, company: Tenant, keys: list[str], name: str) -> list[str]:
    """The names of the company's rows with these keys."""
    known = [key for key in keys if key.isascii() and key.isdigit() and len(key) < 18]
    return list(model.objects.of(company).filter(pk__in=known).values_list(name, flat=True)) if known else []


def find_shared(company: Tenant, intent: IntentSpec) -> list[dict[str, Any]]:
    """Keywords that other intents of the draft have too: which, whose, and whether those win."""
    own = {" ".join(words(text)): text for text in intent.keywords}
    others = draft.of(company).loaded["routing"].intents.values()
    found = []
    for other in others:
        if other.name == intent.name or not _meet(intent, other):
            continue
        for text in other.keywords:
            if (plain := " ".join(words(text))) in own:
                wins = (other.priority, other.name) < (intent.priority, intent.name)
                found.append(
                    {"word": own[plain], "intent": other.name, "priority": other.priority, "wins": wins}
                )
    return sorted(found, key=lambda each: not each["wins"])[:SHARED]


def _meet(one: IntentSpec, other: IntentSpec) -> bool:
    return not one.profiles or not other.profiles or bool({*one.profiles} & {*other.profiles})
