"""How one signs in, and where one is signed in: second factors and sessions of one's own account."""

from typing import Any

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from studio.accounts.single_sign_on import is_known_to_issuer
from studio.site import site
from tenancy import ending


def page(request: HttpRequest) -> HttpResponse:
    """`/admin/account/`: GET shows them; POST ends one session, or all others."""
    if request.method == "POST":
        return _end(request)
    person: Any = request.user
    ways = [way.wrap() for way in Authenticator.objects.filter(user=person).order_by("created_at")]
    context: dict[str, Any] = {
        **site.each_context(request),
        "title": _("Sign-in and devices"),
        "app": _first(ways, Authenticator.Type.TOTP),
        "passkeys": [way for way in ways if way.instance.type == Authenticator.Type.WEBAUTHN],
        "recovery": _first(ways, Authenticator.Type.RECOVERY_CODES),
        "provider": is_known_to_issuer(person),
        "sessions": UserSession.objects.purge_and_list(person),
        "current": request.session.session_key,
    }
    return TemplateResponse(request, "studio/security.html", context)


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
