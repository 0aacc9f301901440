"""`manage.py new_config DIR`"""

import shutil
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from studio import files

STARTER = Path(files.__file__).with_name("starter")


class Command(BaseCommand):
    help = "Writes the configuration files of a small company, with comments, to begin from."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", help="an empty folder, or one that is made")

    def handle(self, *args: Any, folder: str, **options: Any) -> None:
        home = Path(folder)
        if home.exists() and (not home.is_dir() or any(home.iterdir())):
            raise CommandError(f"{folder} is not empty: choose another folder.")
        shutil.copytree(STARTER, home, dirs_exist_ok=True)
        self.stdout.write(
            self.style.SUCCESS(
                f"A small company in {folder}. Change it, then read it into a company's draft:"
            )
        )
        self.stdout.write(
            f"  manage.py import_config {folder} --tenant NAME && manage.py publish --tenant NAME"
        )
