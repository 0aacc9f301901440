"""Ends the sessions of one end user: every token that was signed for them, whichever key signed it."""

from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from audit.append import record
from audit.values import Party
from studio.access import require, tenant
from studio.site import site
from tenancy import ending
from tenancy.models import EndedUser
from tenancy.tokens import LONGEST

LONGEST_NAME = 128  # characters of a user id


def page(request: HttpRequest) -> HttpResponse:
    """`/admin/sessions/`: GET asks for a user id and shows who was ended lately, POST ends."""
    require(request, "tenancy.change_apikey")
    company = tenant(request)
    user_id = request.POST.get("user_id", "").strip()
    if request.method == "POST" and 0 < len(user_id) <= LONGEST_NAME:
        ending.of_user(company, user_id)
        record(company, "change", EndedUser._meta.label, after={"sessions_of": Party("user", user_id)})
        sentence = _("The sessions of %(user)s have ended. Their next message needs a new token.")
        messages.success(request, sentence % {"user": user_id})
        return HttpResponseRedirect(reverse("admin:sessions"))
    since = timezone.now() - timedelta(seconds=LONGEST)
    context: dict[str, Any] = {
        **site.each_context(request),
        "title": _("End sessions"),
        "ended": EndedUser.objects.of(company).filter(ended_at__gt=since).order_by("-ended_at")[:50],
        "longest": LONGEST_NAME,
    }
    return TemplateResponse(request, "studio/sessions.html", context)
