"""`manage.py config_reference [FILE]`"""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from studio.files.reference import write_reference

PAGE = Path(settings.BASE_DIR) / "docs/protocols/configuration-reference.md"


class Command(BaseCommand):
    help = "Writes the page on configuration files, key by key, from their models."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", default=str(PAGE), help="where it is written")

    def handle(self, *args: Any, file: str, **options: Any) -> None:
        Path(file).write_text(write_reference(), encoding="utf-8")
        self.stdout.write(self.style.SUCCESS(f"Written: {file}"))
