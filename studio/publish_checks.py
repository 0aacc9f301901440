"""What is wrong with a draft and what lies around it, as whoever publishes is told: on the page, by the API
and by `manage.py check_company`.
"""

from collections.abc import Iterator

from django.conf import settings
from django.utils.translation import gettext as _

from agents.knowledge import evaluation
from agents.tools import discover
from delivery.models import Channel
from releases.draft import Draft
from releases.errors import Problem
from tenancy.models import Tenant


def list_problems(company: Tenant, drawn: Draft) -> Iterator[Problem]:
    """The checks of the draft, errors first, then what is no part of a release."""
    yield from drawn.review.problems
    yield from evaluation.warnings(company)
    for tool, server in discover.list_gone(company).items():
        sentence = _("The server '%s' has no tool of this name.") % server
        yield Problem("warning", _("Tool '%s'") % tool, sentence)
    if not settings.SITE_URL and Channel.objects.of(company).filter(enabled=True).exists():
        sentence = _(
            "SITE_URL is not set: links in events and e-mails name no host, so nobody can open them."
        )
        yield Problem("warning", _("Channels"), sentence)
