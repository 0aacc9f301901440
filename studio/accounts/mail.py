"""The two e-mails about accounts.

Where no e-mail is set up (`EMAIL_URL`), links are shown to who asks for them.

A link with which somebody chooses a new password ends with the next log-in, also one in the same second.
"""

import logging
from typing import Any

from django.conf import settings
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.core.mail import EmailMessage
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from language.spoken_languages import page_code
from tenancy.invitations import token_of
from tenancy.models import Invitation

log = logging.getLogger(__name__)


def is_set_up() -> bool:
    """Whether this installation sends e-mail."""
    return bool(settings.EMAIL_URL)


def make_link(invitation: Invitation, request: HttpRequest) -> str:
    """The address that lets somebody join."""
    return request.build_absolute_uri(reverse("invitation", args=[token_of(invitation)]))


def invite(invitation: Invitation, request: HttpRequest) -> bool:
    """Sends an invitation's link in the company's language; whether the mail server took it."""
    with translation.override(page_code(invitation.tenant.default_language)):
        values = {
            "company": str(invitation.tenant),
            "role": invitation.get_role_display(),
            "link": make_link(invitation, request),
            "until": timezone.localtime(invitation.expires_at),
        }
        subject = _("%(company)s asks you to work on its Switchboard") % values
        text = render_to_string("accounts/invitation_email.txt", values)
    try:
        EmailMessage(" ".join(subject.split()), text, to=[invitation.email]).send()
    except OSError as error:  # smtplib's own are among them
        log.warning("An invitation could not be sent: %s", error)
        return False
    return True


class PasswordLinks(PasswordResetTokenGenerator):
    """Django's generator, which counts log-ins by whole seconds for databases that keep no more."""

    def _make_hash_value(self, user: Any, timestamp: int) -> str:
        fraction = user.last_login.microsecond if user.last_login else ""
        return f"{super()._make_hash_value(user, timestamp)}{fraction}"


password_links = PasswordLinks()
