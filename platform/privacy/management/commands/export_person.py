"""Writes what is kept of an end user.

python manage.py export_person --tenant tenant_a u-1001 --to person.zip
"""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from privacy import exporting
from privacy.errors import PrivacyError
from tenancy.lookup import company_named


class Command(BaseCommand):
    help = "Writes everything that is kept of an end user of a company as a zip of JSON."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("user_id", help="as the company's server names them, for example u-1001")
        parser.add_argument("--tenant", required=True, help="the company")
        parser.add_argument("--to", type=Path, help="the file; without it person-<user id>.zip")

    def handle(self, *args: Any, **options: Any) -> None:
        tenant, user_id = company_named(options["tenant"]).pk, options["user_id"]
        path = options["to"] or Path(exporting.file_name(user_id))
        try:
            with path.open("xb") as file:
                counts = exporting.write(tenant, user_id, file)
        except PrivacyError as error:
            path.unlink()
            raise CommandError(str(error)) from error
        except FileExistsError as error:
            raise CommandError(f"{path} is there already.") from error
        for name, count in sorted(counts.items()):
            self.stdout.write(f"{count:>8} {name}")
        self.stdout.write(f"Written to {path}.")
