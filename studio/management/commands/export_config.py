"""`manage.py export_config DIR --tenant tenant_a`"""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from studio.files.exporting import write
from tenancy.lookup import company_named


class Command(BaseCommand):
    help = "Writes a company's draft as configuration files (YAML). Secrets are in none."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", help="an empty folder, or one that is made")
        parser.add_argument("--tenant", required=True, help="the company's name, for example tenant_a")

    def handle(self, *args: Any, folder: str, tenant: str, **options: Any) -> None:
        row = company_named(tenant)
        home = Path(folder)
        if home.exists() and (not home.is_dir() or any(home.iterdir())):
            raise CommandError(f"{folder} is not empty: choose another folder.")
        made = 0
        for path, read in write(row, lambda permission: True):  # whoever has the installation's own shell
            (home / path).parent.mkdir(parents=True, exist_ok=True)
            (home / path).write_bytes(read())
            made += 1
        self.stdout.write(self.style.SUCCESS(f"{tenant}: {made} files in {folder}."))
