"""An API key of a company.

python manage.py create_key grand_hotel --name "web shop" --scopes chat sessions
"""

from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from tenancy.models import ApiKey, Tenant
from tenancy.principal import SCOPES


class Command(BaseCommand):
    help = "Makes an API key and shows it once. Scopes: " + "; ".join(
        f"{scope} ({may})" for scope, may in SCOPES.items()
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the company, for example grand_hotel")
        parser.add_argument("--name", default="command line", help="who uses the key")
        parser.add_argument("--scopes", nargs="+", default=["chat"], help="what it may do; without: chat")
        parser.add_argument(
            "--days", type=int, help="how many days it is valid; without: until it is revoked"
        )

    def handle(
        self, *args: Any, slug: str, name: str, scopes: list[str], days: int | None, **options: Any
    ) -> None:
        if not Tenant.objects.filter(pk=slug).exists():
            raise CommandError(f"No company '{slug}': 'manage.py create_company {slug}' makes it.")
        if days is not None and days < 1:
            raise CommandError("--days must be 1 or more.")
        wanted = [scope for given in scopes for scope in given.split(",") if scope]
        until = timezone.now() + timedelta(days=days) if days else None
        try:
            _row, plain = ApiKey.make(slug, name, wanted, until)
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        self.stdout.write(f"{plain}\nShown only now. It may: {', '.join(sorted(set(wanted)))}.")
        if "addresses:write" in wanted:
            self.stdout.write(
                f"A host that is new to {slug} waits, once it has an operator, until one agrees (Studio > "
                f"New addresses) or 'manage.py agree_addresses {slug}'."
            )
