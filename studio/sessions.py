"""Ends the sessions of one end user: every token that was signed for them, whichever key signed it.

How one signs in, and where one is signed in: second factors and sessions of one's own account.
"""

from datetime import timedelta
from typing import Any

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from audit.append import record
from audit.values import Party
from studio.access import require, tenant
from studio.accounts.single_sign_on import is_known_to_issuer
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
        "ended": EndedUser.objects.of(company).filter(ended_at__gt=since).order_by("-ended_at")[:50],
        "longest": LONGEST_NAME,
    }
    return site.show(request, "studio/sessions.html", _("End sessions"), context)


def security_page(request: HttpRequest) -> HttpResponse:
    """`/admin/account/`: GET shows them; POST ends one session, or all others."""
    if request.method == "POST":
        return _end(request)
    person: Any = request.user
    ways = [way.wrap() for way in Authenticator.objects.filter(user=person).order_by("created_at")]
    context: dict[str, Any] = {
        "app": _first(ways, Authenticator.Type.TOTP),
        "passkeys": [way for way in ways if way.instance.type == Authenticator.Type.WEBAUTHN],
        "recovery": _first(ways, Authenticator.Type.RECOVERY_CODES),
        "provider": is_known_to_issuer(person),
        "sessions": UserSession.objects.purge_and_list(person),
        "current": request.session.session_key,
    }
    return site.show(request, "studio/security.html", _("Sign-in and devices"), context)


def _first(ways: list[Any], kind: str) -> Any | None:
    return next((way for way in ways if way.instance.type == kind), None)


def _end(request: HttpRequest) -> HttpResponse:
    person: Any = request.user
    if number := request.POST.get("session", ""):
        row = UserSession.objects.filter(user=person, pk=number if number.isdecimal() else None).first()
        if row is not None and row.session_key != request.session.session_key:
            row.end()
            ending.of_pages(person)
            messages.success(request, _("That browser is logged out."))
    else:
        ending.of_person(person, but=request.session.session_key)
        messages.success(request, _("You are logged out in every other browser."))
    return HttpResponseRedirect(reverse("admin:account"))
