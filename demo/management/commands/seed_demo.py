"""Loads a demo world: `manage.py seed_demo`, `--reset` puts it back as it was delivered."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from demo.load import load, tell_once
from demo.worlds import DEFAULT, WORLDS


class Command(BaseCommand):
    """Loads a world where its tenant is absent; with --reset also where people have edited it."""

    help = "Loads a demo world where its tenant is absent; --reset overwrites edits (conversations stay)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--tenant", choices=sorted(WORLDS), default=DEFAULT)
        parser.add_argument("--reset", action="store_true", help="overwrite what was edited")

    def handle(self, *args: Any, tenant: str, reset: bool, **options: Any) -> None:
        if load(WORLDS[tenant], replace=reset, progress=tell_once(self.stdout.write)):
            self.stdout.write(f"Loaded and published the demo world of {tenant}.")
        else:
            self.stdout.write(f"{tenant} is already there; --reset puts it back as it was delivered.")
