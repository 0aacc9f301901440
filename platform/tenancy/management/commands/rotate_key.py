"""Another key in place of one: python manage.py rotate_key sb_live_a1b2c3d4 [--days 7].

Both work for so many days.
"""

from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tenancy import keys
from tenancy.errors import NotUsable
from tenancy.lookup import key_named


class Command(BaseCommand):
    help = "Makes a key that may the same as another one and shows it once; the old one ends after some days."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("key", help="how it begins: sb_live_a1b2c3d4, as the list of keys shows it")
        parser.add_argument(
            "--days", type=int, default=keys.OVERLAP.days, help="how long the old one goes on; without: 7"
        )

    def handle(self, *args: Any, key: str, days: int, **options: Any) -> None:
        row = key_named(key)
        if not 0 <= days <= 365:
            raise CommandError("--days must be 0 to 365.")
        try:
            _new, plain = keys.rotate(row, timedelta(days=days))
        except NotUsable as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{plain}\nShown only now. {row} ends {row.expires_at:%Y-%m-%d %H:%M} UTC.")
