"""A new secret of a channel, shown once: python manage.py channel_secret grand_hotel crm"""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from delivery import keys
from delivery.models import Channel


class Command(BaseCommand):
    help = "Makes a new secret of a channel and shows it once; the one before counts for another day."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the company, for example grand_hotel")
        parser.add_argument("channel", help="its name, for example crm")

    def handle(self, *args: Any, slug: str, channel: str, **options: Any) -> None:
        rows = {row.name: row for row in Channel.unscoped.filter(tenant=slug) if row.is_door}
        if channel not in rows:
            known = ", ".join(sorted(rows)) or "none"
            raise CommandError(
                f"'{slug}' has no channel '{channel}' by which messages come in; it has: {known}."
            )
        row = rows[channel]
        self.stdout.write(keys.rotate(row))
        self.stdout.write(
            f"Shown only now. Messages come in at {reverse(f'channel-{row.kind}', args=[row.pk])}."
        )
