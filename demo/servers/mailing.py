"""E-mail as Django sends it: the backend of `EMAIL_URL`, which is the console when nothing is set.

What is asked for comes from a conversation, so it is data: one recipient, no line breaks in what becomes a
header, and only recipients of `QAHELPER_RECIPIENT_DOMAINS` where that is set.
"""

import os
import smtplib
from dataclasses import asdict, dataclass, replace
from email.errors import HeaderParseError
from typing import Any

import environ
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import BadHeaderError, EmailMessage
from django.core.validators import validate_email

LONGEST_SUBJECT, LONGEST_BODY = 150, 20_000
SECONDS = 8


@dataclass(frozen=True, slots=True)
class Sent:
    """What became of an e-mail. `status` is success or error, `message` says why in a sentence."""

    to: str
    subject: str
    body: str
    sender: str = ""
    reply_to: str = ""
    status: str = "error"
    message: str = ""

    def as_json(self) -> dict[str, Any]:
        """{from, reply_to, to, subject, body, status, message}."""
        said = asdict(self)
        return {"from": said.pop("sender"), **said}


def configure() -> None:
    """Django's e-mail settings for a process of its own; one that has settings keeps them."""
    if not settings.configured:
        mail = environ.Env().email_url("EMAIL_URL", default="consolemail://")
        settings.configure(**mail, EMAIL_TIMEOUT=SECONDS, USE_I18N=False)


def send(to: str, subject: str, body: str) -> Sent:
    """Sends one e-mail now. Never raises: what went wrong is in the result."""
    sender = os.environ.get("QAHELPER_FROM") or "qahelper@nuvia.example"
    reply_to = os.environ.get("QAHELPER_REPLY_TO") or "soporte@nuvia.example"
    mail = Sent(to.strip(), subject.strip(), body.strip(), sender, reply_to)
    if refused := _refused(mail):
        return replace(mail, message=refused)
    message = EmailMessage(mail.subject, mail.body, sender, [mail.to], reply_to=[reply_to])
    try:
        message.send(fail_silently=False)
    except (OSError, smtplib.SMTPException, BadHeaderError, HeaderParseError, ValueError) as error:
        return replace(mail, message=f"The e-mail could not be sent ({type(error).__name__}).")
    return replace(mail, status="success", message="The e-mail was sent.")


def _refused(mail: Sent) -> str:
    """Why an e-mail is not sent; nothing when it may be."""
    if any(sign in text for text in (mail.to, mail.subject) for sign in "\r\n\0"):
        return "A recipient and a subject are one line each."
    try:
        validate_email(mail.to)
    except ValidationError:
        return "The recipient must be exactly one e-mail address."
    allowed = [each.strip().lower() for each in os.environ.get("QAHELPER_RECIPIENT_DOMAINS", "").split(",")]
    if any(allowed) and mail.to.rpartition("@")[2].lower() not in allowed:
        return "E-mails to that address are not allowed here."
    if not mail.subject or not mail.body:
        return "An e-mail needs a subject and a text."
    if len(mail.subject) > LONGEST_SUBJECT or len(mail.body) > LONGEST_BODY:
        return f"A subject has at most {LONGEST_SUBJECT} characters, a text {LONGEST_BODY}."
    return ""
