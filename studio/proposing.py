"""`/admin/examples/<intent>/`: a model proposes example messages of an intent.

Those that somebody keeps join the draft.
"""

from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from agents import operational
from agents.llm.chat import ChatModel
from agents.llm.choose import model_for, offline
from agents.llm.providers import OFFLINE
from agents.resources import Resources
from agents.tools.deciding import RefusedChoice
from agents.tools.proposing import TEXT
from budgets import snapshot, spending
from language.spoken_languages import LANGUAGES
from releases import draft
from rollout import snapshot as rollout
from routing.decision.authored.proposed_examples import AskedIntent, propose
from routing.decision.specs import RoutingSection
from routing.models import Example, Intent
from routing.turns import paying
from studio.access import require, tenant
from studio.links import page_of
from studio.site import site
from tenancy.company_lock import hold
from tenancy.models import Tenant

COUNTS = (5, 10, 20)  # messages a language
SECONDS = 60.0


def page(request: HttpRequest, intent: int) -> HttpResponse:
    """GET asks how many; POST "propose" shows what the model says, "add" keeps what was chosen."""
    require(request, "routing.change_intent")
    company = tenant(request)
    row = get_object_or_404(Intent.objects.of(company), pk=intent)
    if request.method == "POST" and "add" in request.POST:
        return _add(request, company, row)
    made = draft.of(company).loaded
    section: RoutingSection = made["routing"]
    prices = snapshot.load(company.pk)
    saves = spending.admit_aside(company.pk, prices).saves
    resources = Resources(
        made["agents"], operational.load(company.pk), rollout.load(company.pk), budgets=prices, saves=saves
    )
    model = offline() if saves else model_for(resources, None)
    languages = _languages(section)
    context: dict[str, Any] = {
        "intent": row,
        "counts": COUNTS,
        "languages": [(code, name) for code, name in LANGUAGES if code in languages],
        "model": "" if model.provider == OFFLINE else model.model, "back": page_of(row), "saves": saves,
    }  # fmt: skip
    if request.method == "POST" and context["model"]:
        context |= _propose(request, company, row, section, model, languages)
    return site.show(request, "studio/propose_examples.html", _("Let the model propose examples"), context)


def _propose(
    request: HttpRequest,
    company: Tenant,
    row: Intent,
    section: RoutingSection,
    model: ChatModel,
    languages: list[str],
) -> dict[str, Any]:
    wanted = [code for code in request.POST.getlist("language") if code in languages] or languages
    sent = request.POST.get("count", "")
    count = int(sent) if sent in map(str, COUNTS) else COUNTS[0]
    asked = _describe_intent(company, row, section)
    work = propose(model, asked, wanted, count, SECONDS)
    found = paying.run_for_page(company.pk, work, SECONDS + 5)
    if isinstance(found, RefusedChoice):
        return {"refused": found.why, "chosen": wanted, "count": count}
    return {"proposed": found, "chosen": wanted, "count": count}


def _describe_intent(company: Tenant, row: Intent, section: RoutingSection) -> AskedIntent:
    others = {name: each.description for name, each in section.intents.items() if name != row.name}
    own = list(row.examples.order_by("pk").values_list("text", flat=True))
    taken = list(Example.objects.of(company).exclude(intent=row).values_list("text", flat=True))
    about = "; ".join(filter(None, [company.title, *(each.name for each in section.profiles.values())]))
    keywords = list(row.keywords.values_list("text", flat=True))
    return AskedIntent(row.name, row.description, about, keywords, own, others, taken)


def _languages(section: RoutingSection) -> list[str]:
    """Those that the company's profiles speak, in the order of the platform's."""
    spoken = {code for profile in section.profiles.values() for code in profile.languages}
    return [code for code, _name in LANGUAGES if not spoken or code in spoken]


@transaction.atomic
def _add(request: HttpRequest, company: Tenant, row: Intent) -> HttpResponse:
    """Keeps the chosen ones, each as `language:text`; what is there already is left out."""
    hold(company)
    Intent.objects.of(company).select_for_update().get(
        pk=row.pk
    )  # two who add at once add one after the other
    known = set(row.examples.values_list("text", flat=True))
    codes, kept = {code for code, _name in LANGUAGES}, 0
    for chosen in request.POST.getlist("example"):
        language, _colon, written = chosen.partition(":")
        text = " ".join(written.split())
        if language not in codes or not text or len(text) > TEXT or "\0" in text or text in known:
            continue
        example: Any = Example(tenant=company, intent=row, text=text, language=language)
        example._history_user = request.user
        example.save()
        known.add(text)
        kept += 1
    if kept:
        said = ngettext(
            "%(n)d example was added. It acts once it is published.",
            "%(n)d examples were added. They act once they are published.",
            kept,
        )
        messages.success(request, said % {"n": kept})
    else:
        messages.warning(request, _("Nothing was chosen."))
    return HttpResponseRedirect(page_of(row))
