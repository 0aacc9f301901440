"""`manage.py config_schema [DIR]`"""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from studio.files.reference import make_schemas


class Command(BaseCommand):
    help = "Writes a JSON Schema for each kind of configuration file, with which editors complete and check."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", nargs="?", default="schemas", help="where they are written; schemas")

    def handle(self, *args: Any, folder: str, **options: Any) -> None:
        home = Path(folder)
        home.mkdir(parents=True, exist_ok=True)
        made = make_schemas()
        for name, schema in made.items():
            (home / name).write_text(
                json.dumps(schema, indent=2, ensure_ascii=False) + "\n", encoding="utf-8"
            )
        self.stdout.write(self.style.SUCCESS(f"{len(made)} schemas in {folder}."))
