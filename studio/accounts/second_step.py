"""Second factors of one's own account.

An authenticator app, passkeys, recovery codes. allauth's views in the shell.

A login asks for one of them after the password (`Code`); the others are opened from *Sign-in and devices*.
"""

from typing import Any

from allauth.mfa.base.views import AuthenticateView
from allauth.mfa.recovery_codes.views import GenerateRecoveryCodesView, ViewRecoveryCodesView
from allauth.mfa.totp.views import ActivateTOTPView, DeactivateTOTPView
from allauth.mfa.webauthn.views import AddWebAuthnView, RemoveWebAuthnView
from django.contrib.auth.mixins import LoginRequiredMixin
from django.http import HttpRequest
from django.urls import reverse, reverse_lazy
from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy as _
from django.views.decorators.debug import sensitive_post_parameters

from studio.accounts.codes import FirstCodeForm
from studio.accounts.pages import Page


class SecondStepPage(Page):
    """Mixin: a page of allauth's with a title and the shell's words."""

    title: Any = ""
    request: HttpRequest

    def get_context_data(self, **known: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**known)  # type: ignore[misc]
        return {
            **(self.extra_context or {}),
            **context,
            "title": self.title,
            "back": reverse("admin:account"),
        }


@method_decorator(sensitive_post_parameters(), name="dispatch")
class Code(SecondStepPage, AuthenticateView):  # type: ignore[misc]
    """The second step of a login."""

    template_name = "accounts/code.html"
    title = _("Second step")


class OwnStep(LoginRequiredMixin, SecondStepPage):
    """Mixin: a page for who is logged in. allauth's ask for a proof first where they change something."""


@method_decorator(sensitive_post_parameters(), name="dispatch")
class AddApp(OwnStep, ActivateTOTPView):  # type: ignore[misc]
    """Shows a secret for an authenticator app, and takes the first code."""

    template_name = "accounts/app.html"
    title = _("Authenticator app")

    def get_form_class(self) -> type[FirstCodeForm]:
        return FirstCodeForm


class RemoveApp(OwnStep, DeactivateTOTPView):  # type: ignore[misc]
    """The login no longer asks for a code of the app."""

    template_name = "accounts/remove.html"
    title = _("Remove the authenticator app")


class AddPasskey(OwnStep, AddWebAuthnView):  # type: ignore[misc]
    """Lets the browser make a key, on this device or on a stick."""

    template_name = "accounts/passkey.html"
    title = _("Add a passkey")


class RemovePasskey(OwnStep, RemoveWebAuthnView):  # type: ignore[misc]
    """The login no longer takes this key."""

    template_name = "accounts/remove.html"
    title = _("Remove a passkey")
    success_url = reverse_lazy("admin:account")


class RecoveryCodes(OwnStep, ViewRecoveryCodesView):  # type: ignore[misc]
    """Ten codes for when the app or the key is lost, shown once."""

    template_name = "accounts/recovery.html"
    title = _("Recovery codes")


class NewCodes(OwnStep, GenerateRecoveryCodesView):  # type: ignore[misc]
    """Makes the codes before void."""

    template_name = "accounts/recovery_new.html"
    title = _("New recovery codes")
    success_url = reverse_lazy("mfa_view_recovery_codes")
