"""`/admin/symptoms/`: what is wrong? One is chosen, and its looks are taken."""

from datetime import timedelta

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from releases import freshness
from releases.errors import NothingPublished
from studio.access import require, tenant
from studio.site import site
from studio.symptoms.base import Finding, LiveCompany, Symptom
from studio.symptoms.catalogue import SYMPTOMS
from tenancy.models import Tenant

DAYS = 7  # of the record


def take_looks(symptom: Symptom, company: Tenant) -> list[Finding]:
    """What the looks of a symptom find now, each sentence once."""
    try:
        release = freshness.current(company).release
    except NothingPublished:
        release = None
    about = LiveCompany(company, release, timezone.now() - timedelta(days=DAYS))
    return list(dict.fromkeys(finding for look in symptom.looks for finding in look(about)))


def page(request: HttpRequest) -> HttpResponse:
    """All symptoms; of the one that `?symptom=` names what was found."""
    require(request, "rollout.view_killswitch")
    chosen = next((each for each in SYMPTOMS if each.name == request.GET.get("symptom")), None)
    context = {
        "symptoms": SYMPTOMS,
        "chosen": chosen,
        "findings": take_looks(chosen, tenant(request)) if chosen else (),
        "by_hand": reverse(chosen.address) if chosen else "",
        "days": DAYS,
    }
    return site.show(request, "studio/symptoms.html", _("What is wrong?"), context)
