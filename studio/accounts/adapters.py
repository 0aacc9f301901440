"""What allauth asks this installation.

Where requests come from, what a login is followed by, how secrets are kept.
"""

from datetime import timedelta
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.mfa.adapter import DefaultMFAAdapter
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext_lazy as _

from outbound import secrets
from studio.login import remember_browser
from tenancy import first_passwords, rates
from tenancy.admission import demands_sso

PROVEN = "login_password"  # in the session of a login between its steps: a mark of the password it began with


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Nobody signs up; the end of every login, after its last step, is here."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "incorrect_password": _("This is not your password."),
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False

    def get_client_ip(self, request: HttpRequest) -> str:
        return rates.read_client_address(request) or "0.0.0.0"  # noqa: S104  # an address that is nobody's

    def respond_user_inactive(self, request: HttpRequest, user: Any) -> HttpResponse:
        return HttpResponseRedirect(reverse("admin:login"))

    def add_message(self, *args: Any, **kwargs: Any) -> None:
        """The pages say what has happened."""

    def pre_login(self, request: HttpRequest, user: Any, **known: Any) -> HttpResponse | None:
        """The first step is taken: by the provider's word, or by a password, which is marked."""
        request.session.pop(PROVEN, None)  # of another login that was begun here
        if (known.get("signal_kwargs") or {}).get("sociallogin") is None:
            request.session[PROVEN] = user.get_session_auth_hash()
        response: HttpResponse | None = super().pre_login(request, user, **known)
        return response

    def login(self, request: HttpRequest, user: Any) -> None:
        """After the last step. A password that was changed meanwhile, or is taken no more, ends it."""
        proven = request.session.pop(PROVEN, "")
        if proven and (demands_sso(user) or not constant_time_compare(proven, user.get_session_auth_hash())):
            raise ImmediateHttpResponse(HttpResponseRedirect(reverse("admin:login")))
        super().login(request, user)

    def post_login(self, request: HttpRequest, user: Any, **known: Any) -> HttpResponse:
        """A password that somebody else knows is asked about only where it was used."""
        response: HttpResponse = super().post_login(request, user, **known)
        if (known.get("signal_kwargs") or {}).get("sociallogin") is None:
            first_passwords.begin(request)
            remember_browser(response, user.get_username())
        else:
            # A moment, not seconds: those would begin anew with every click.
            request.session.set_expiry(timezone.now() + timedelta(hours=settings.OIDC_SESSION_HOURS))
        return response


class SecondFactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    """Secrets of second factors are kept as all others are."""

    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": _("This code is not right, or was used already. Wait for the next one."),
    }

    def encrypt(self, text: str) -> str:
        return secrets.encrypt(text)

    def decrypt(self, encrypted_text: str) -> str:
        return secrets.decrypt(encrypted_text)

    def get_totp_label(self, user: Any) -> str:
        return str(user.get_username())
