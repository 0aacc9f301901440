"""New addresses that wait for a second person: python manage.py agree_addresses grand_hotel [--all | crm ...]

Whoever has the installation's own shell needs nobody (ADR 45).
"""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from egress import changing
from egress.errors import EgressError
from tenancy.lookup import company_named
from work import dispatch


class Command(BaseCommand):
    help = "Lists the new addresses of a company that wait for a second person, and agrees to those named."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the company, for example grand_hotel")
        parser.add_argument("names", nargs="*", help="names or addresses of the list; without: only the list")
        parser.add_argument("--all", action="store_true", help="agree to every one")

    def handle(self, *args: Any, slug: str, names: list[str], **options: Any) -> None:
        waiting = list(changing.waiting(company_named(slug)))
        unknown = {*names} - {said for each in waiting for said in (each.name, each.after)}
        if unknown:
            raise CommandError(f"Nothing of this name or address waits: {', '.join(sorted(unknown))}.")
        for change in waiting:
            if not (options["all"] or {change.name, change.after} & {*names}):
                self.stdout.write(f"waits: {change.model} {change}")
                continue
            try:
                changing.agree(change, None)
            except EgressError as error:
                self.stderr.write(f"{change}: {error}")
            else:
                self.stdout.write(f"in use: {change.model} {change}")
        if not waiting:
            self.stdout.write("Nothing waits.")
        dispatch.finish()  # servers are asked about their tools
