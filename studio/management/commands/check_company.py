"""What is missing before a company's people can be answered: python manage.py check_company grand_hotel

Ends with 1 where something is, so that a script can ask.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext

from agents.models import Specialist
from egress import changing
from releases import draft
from routing.models import AgentProfile
from studio.first_steps import first_steps
from studio.publish_checks import list_problems
from tenancy.models import ApiKey, Membership, Tenant


class Command(BaseCommand):
    help = "Says what a company still lacks, in the order in which it is done."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the company, for example grand_hotel")

    def handle(self, *args: Any, slug: str, **options: Any) -> None:
        company = Tenant.objects.filter(pk=slug).first()
        if company is None:
            raise CommandError(f"No company '{slug}': 'manage.py create_company {slug}' makes it.")
        drawn = draft.of(company, fresh=True)
        missing = list(_missing(company, drawn.review))
        for sentence in (*missing, *_worth_knowing(company, drawn)):
            self.stdout.write(f"- {sentence}")
        if missing:
            sys.exit(1)
        waits = ", ".join(f"{each.name} ({each.after})" for each in changing.waiting(company))
        without = f", but without what waits for a second person: {waits}" if waits else ""
        self.stdout.write(self.style.SUCCESS(f"{company}: people can be answered{without}."))


def _missing(company: Tenant, review: draft.Review) -> Iterator[str]:
    """What stands between the company and its first answer; that there is nothing yet, the steps say."""
    for step in first_steps(company):
        if not step.done and not step.optional:
            yield f"{step.title}: {step.tells}"
    empty = {
        gettext(title)
        for title, model in (("Specialists", Specialist), ("Profiles", AgentProfile))
        if not model.objects.of(company).exists()
    }
    if company.live_release is not None and not company.default_agent_id:
        yield "Name the default profile on the company's page: who answers when a request names no profile."
    for problem in review.problems:
        if problem.severity == "error" and problem.where not in empty:
            yield f"{problem.where}: {problem.sentence}"


def _worth_knowing(company: Tenant, drawn: draft.Draft) -> Iterator[str]:
    """What does not keep anybody from being answered."""
    for step in first_steps(company):
        if not step.done and step.optional:
            yield f"(optional) {step.title}: {step.tells}"
    if company.live_release is not None and drawn.changes:
        yield f"(note) {len(drawn.changes)} changes of the draft are not published yet."
    for problem in list_problems(company, drawn):
        if problem.severity != "error":
            yield f"(note) {problem.where}: {problem.sentence}"
    if not ApiKey.unscoped.filter(tenant=company, revoked_at=None).exists():
        yield f"(note) No program has a key yet: 'manage.py create_key {company.pk}'."
    if not Membership.objects.filter(tenant=company).exists():
        yield "(note) Nobody works for it yet but superusers: invite people in the Studio."
