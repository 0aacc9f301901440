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

from demo.servers.data import read

LONGEST_SUBJECT, LONGEST_BODY = 150, 20_000
SECONDS = 8
PROBLEMS: dict[str, dict[str, str]] = read("mailing")


@dataclass(frozen=True, slots=True)
class MailResult:
    """What became of an e-mail.

    `status` is success or error, `message` says why in a sentence; `problem` is a key of `PROBLEMS` or empty.
    """

    to: str
    subject: str
    body: str
    sender: str = ""
    reply_to: str = ""
    status: str = "error"
    message: str = ""
    problem: str = ""

    def as_json(self) -> dict[str, Any]:
        """{from, reply_to, to, subject, body, status, message}."""
        fields = asdict(self)
        fields.pop("problem")
        return {"from": fields.pop("sender"), **fields}


def configure() -> None:
    """Django's e-mail settings for a process of its own; one that has settings keeps them."""
    if not settings.configured:
        mail = environ.Env().email_url("EMAIL_URL", default="consolemail://")
        settings.configure(**mail, EMAIL_TIMEOUT=SECONDS, USE_I18N=False)


def send(to: str, subject: str, body: str) -> MailResult:
    """Sends one e-mail now. Never raises: what went wrong is in the result."""
    sender = os.environ.get("QAHELPER_FROM") or "qahelper@nuvia.example"
    reply_to = os.environ.get("QAHELPER_REPLY_TO") or "soporte@nuvia.example"
    mail = MailResult(to.strip(), subject.strip(), body.strip(), sender, reply_to)
    if problem := _problem(mail):
        return replace(mail, problem=problem, message=PROBLEMS[problem]["en"])
    composed = EmailMessage(mail.subject, mail.body, sender, [mail.to], reply_to=[reply_to])
    try:
        composed.send(fail_silently=False)
    except (OSError, smtplib.SMTPException, BadHeaderError, HeaderParseError, ValueError) as error:
        message = f"{PROBLEMS['server']['en']} ({type(error).__name__})"
        return replace(mail, problem="server", message=message)
    return replace(mail, status="success", message="The e-mail was sent.")


def _problem(mail: MailResult) -> str:
    """Why an e-mail is not sent, as a key of `PROBLEMS`; nothing when it may be."""
    if any(sign in text for text in (mail.to, mail.subject) for sign in "\r\n\0"):
        return "lines"
    try:
        validate_email(mail.to)
    except ValidationError:
        return "recipient"
    allowed = [each.strip().lower() for each in os.environ.get("QAHELPER_RECIPIENT_DOMAINS", "").split(",")]
    if any(allowed) and mail.to.rpartition("@")[2].lower() not in allowed:
        return "domain"
    if not mail.subject or not mail.body:
        return "empty"
    if len(mail.subject) > LONGEST_SUBJECT or len(mail.body) > LONGEST_BODY:
        return "long"
    return ""
