"""Forms about one's own account: Django's, in the Studio's clothes."""

import asyncio
import logging
from functools import partial
from typing import Any

from django import forms
from django.contrib.auth import get_user_model
from django.contrib.auth.forms import PasswordResetForm, SetPasswordForm
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.widgets import BASE_INPUT_CLASSES

from conversations.visits import visit
from outbound import runtime
from tenancy.invitations import free_name
from tenancy.models import Invitation

log = logging.getLogger(__name__)
PERSON = get_user_model()
WISHED = 120  # characters of a user name, before its digits


class Styled(forms.Form):
    """Mixin: fields as wide as the login's."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs["class"] = " ".join(BASE_INPUT_CLASSES)


class NewPasswordForm(Styled, SetPasswordForm):  # type: ignore[type-arg,misc]
    """A password twice, by Django's validators."""


class ResetForm(Styled, PasswordResetForm):
    """An e-mail address.

    Whether an account has it is neither said nor felt: it is looked for after the answer.
    """

    def save(self, **options: Any) -> None:  # type: ignore[override]
        """Looks for the account and writes to its owner, in the background."""
        language = translation.get_language() or "en"
        self._letters: list[EmailMessage] = []
        runtime.spawn(self._send(partial(self._write, language, options)))

    def send_mail(  # type: ignore[override]
        self, subject: str, text: str, context: dict[str, Any], from_email: str | None, to: str, **_given: Any
    ) -> None:
        """Keeps a letter, which is sent outside the visit that it was written in."""
        subject = " ".join(render_to_string(subject, context).split())
        self._letters.append(EmailMessage(subject, render_to_string(text, context), from_email, [to]))

    def _write(self, language: str, options: dict[str, Any]) -> None:
        with translation.override(language):
            super().save(**options)

    async def _send(self, write: Any) -> None:
        await visit(write)
        for letter in self._letters:
            try:
                await asyncio.to_thread(letter.send)
            except OSError as error:
                log.warning("The link for a new password could not be sent: %s", error)


class NewAccountForm(NewPasswordForm):
    """An account of one's own, to accept an invitation with.

    Where the link came by e-mail its address is the user name, which nobody else can have taken. Otherwise
    the name is what is wished and four digits: asking for a name does not tell whether somebody has it.
    """

    username = forms.CharField(
        label=_("User name"),
        max_length=WISHED,
        validators=[UnicodeUsernameValidator()],
        help_text=_("For example ana.souza. Four digits are put behind it."),
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )
    field_order = ("username", "new_password1", "new_password2")

    def __init__(self, invitation: Invitation, *args: Any, **kwargs: Any) -> None:
        self.invitation = invitation
        super().__init__(PERSON(email=invitation.email), *args, **kwargs)
        if invitation.email:
            self.fields["username"].initial = self.initial["username"] = invitation.email.casefold()
            self.fields["username"].disabled = True
            self.fields["username"].validators = []  # an address may hold what a chosen name may not
            self.fields["username"].help_text = ""

    def clean_username(self) -> str:
        wished: str = self.cleaned_data["username"]
        if not self.invitation.email and "@" in wished:
            raise ValidationError(gettext("Leave the @ out: this is no e-mail address."))
        self.user.username = wished  # a password that is like it is refused
        return wished

    def save(self, commit: bool = True) -> Any:
        wished = self.cleaned_data["username"]
        self.user.username = wished if self.invitation.email else free_name(wished)
        return super().save(commit)


def has_account(invitation: Invitation) -> bool:
    """Whether the address that an invitation was sent to is an account's name already.

    Only who reads that mailbox learns it: such a link is shown to nobody else.
    """
    return bool(invitation.email) and PERSON.objects.filter(username__iexact=invitation.email).exists()
