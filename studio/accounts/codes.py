"""Codes of a second factor: they cannot be guessed by trying, and none works twice.

Only who has the password gets as far as here, so attempts are counted for the account, wherever they come
from.
"""

from typing import Any

from allauth.account.forms import ReauthenticateForm
from allauth.mfa.base.forms import AuthenticateForm
from allauth.mfa.base.forms import ReauthenticateForm as CodeAgain
from allauth.mfa.totp.forms import ActivateTOTPForm
from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from studio.accounts.forms import Styled
from studio.login import refuse_many
from tenancy import attempts
from tenancy.rates import Rate, hide

USED_SECONDS = 120  # for which a code that was taken is remembered: longer than it would work
FIELD = {"autocomplete": "one-time-code", "inputmode": "text", "autocapitalize": "none"}


class _Code(Styled):
    """Mixin: one code, of the app or a recovery code."""

    user: Any

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].label = _("Code")
        self.fields["code"].widget = forms.TextInput(attrs={**self.fields["code"].widget.attrs, **FIELD})
        self.fields["code"].widget.attrs.pop("placeholder", None)

    def clean_code(self) -> str:
        limit = [(f"code:{self.user.pk}", Rate.read(settings.RATE_LOGIN))]
        refuse_many(attempts.take(limit))
        code: str = super().clean_code()  # type: ignore[misc]
        used = f"code-used:{self.user.pk}:{hide(''.join(filter(str.isalnum, code)))}"
        if attempts.take([(used, Rate(1, USED_SECONDS))]):
            raise forms.ValidationError(_("This code was used already. Wait for the next one."))
        attempts.give_back(limit)
        return code


class CodeForm(_Code, AuthenticateForm):  # type: ignore[misc]
    """The second step of a login."""


class CodeAgainForm(_Code, CodeAgain):  # type: ignore[misc]
    """Proves that it is still the same person."""


class FirstCodeForm(_Code, ActivateTOTPForm):  # type: ignore[misc]
    """Shows that the app has taken the secret."""


class PasswordAgainForm(Styled, ReauthenticateForm):  # type: ignore[misc]
    """The password once more, counted as the login counts it."""

    def clean_password(self) -> str:
        limit = [(f"again:{self.user.pk}", Rate.read(settings.RATE_LOGIN))]
        refuse_many(attempts.take(limit))
        password: str = super().clean_password()
        attempts.give_back(limit)
        return password
