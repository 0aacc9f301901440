"""Is it still you? Asked before second factors are changed: by password, by code, or by passkey."""

from allauth.account.views import ReauthenticateView
from allauth.mfa.base.views import ReauthenticateView as CodeView
from allauth.mfa.webauthn.views import ReauthenticateWebAuthnView
from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy as _
from django.views.decorators.debug import sensitive_post_parameters

from studio.accounts.codes import PasswordAgainForm
from studio.accounts.second_step import OwnStep


class Again(OwnStep):
    """Mixin: one way of several."""

    template_name = "accounts/again.html"
    title = _("Is it still you?")


@method_decorator(sensitive_post_parameters(), name="dispatch")
class ByPassword(Again, ReauthenticateView):  # type: ignore[misc]
    """The password once more."""

    def get_form_class(self) -> type[PasswordAgainForm]:
        return PasswordAgainForm


@method_decorator(sensitive_post_parameters(), name="dispatch")
class ByCode(Again, CodeView):  # type: ignore[misc]
    """A code of the app, or a recovery code."""


class ByPasskey(Again, ReauthenticateWebAuthnView):  # type: ignore[misc]
    """A passkey."""
