"""Events to people of the company: an e-mail in the company's language, by the installation's mail server."""

import asyncio

from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext

from delivery import sending
from delivery.models import Delivery
from delivery.outbox import DeliveryResult
from language.spoken_languages import page_code
from outbound.sentences import Sentence as _
from tenancy.models import Tenant


async def send(row: Delivery) -> DeliveryResult:
    """One attempt."""
    if not settings.EMAIL_URL:
        return DeliveryResult(False, error=_("This installation sends no e-mail: EMAIL_URL is not set."))
    try:
        # The mail server's client waits, and knows no event loop.
        await asyncio.to_thread(_send, row)
    except OSError as error:  # smtplib's own are among them
        return DeliveryResult(
            False, error=_("The mail server did not take it: %(why)s.") % {"why": type(error).__name__}
        )
    return DeliveryResult(True)


def _send(row: Delivery) -> None:
    message = EmailMessage(
        *write(row), to=[row.channel.email], headers={"Message-ID": f"<{row.pk}@switchboard>"}
    )
    message.send()


def write(row: Delivery) -> tuple[str, str]:
    """Subject and text of an event."""
    company = Tenant.objects.get(pk=row.tenant_id)
    with translation.override(page_code(company.default_language)):
        subjects = {
            "person.requested": gettext("%(company)s: somebody asks for a person"),
            "person.released": gettext("%(company)s: a person is needed no longer"),
            "budget.warning": gettext("%(company)s: 80 %% of a budget are used"),
            "budget.spent": gettext("%(company)s: a budget is used up"),
            "test": gettext("%(company)s: a test"),
        }
        subject = subjects.get(row.event, subjects["test"]) % {"company": company}
        kind = "budget" if row.event.startswith("budget.") else "person"
        text = render_to_string(
            f"delivery/{kind}_email.txt", {"event": row.event, "company": company, **row.payload}
        )
    return " ".join(subject.split()), text


sending.register("email", send)
