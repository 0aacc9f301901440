"""Looks whether the audit log is whole: python manage.py verify_audit [company] [--head 412:9f2c…]

Without a company every company's. It says at which entry a chain breaks, and fails then.
"""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from audit.chain import Head, verify
from tenancy.lookup import company_named
from tenancy.models import Tenant


class Command(BaseCommand):
    help = "Looks whether the hash chain of the audit log holds."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("company", nargs="?", default="", help="its name; without one all companies")
        parser.add_argument(
            "--head", default="", metavar="NUMBER:DIGEST", help="of an entry that was kept elsewhere"
        )

    def handle(self, *args: Any, company: str, head: str, **options: Any) -> None:
        if head and not company:
            raise CommandError("A head belongs to a company: name that, too.")
        broken = 0
        for tenant in [company_named(company)] if company else Tenant.objects.order_by("slug"):
            found = verify(tenant, _head(head) if head else None)
            if found.broken_at is None:
                sentence = f"{tenant.pk}: {found.entries} entries, whole. Head {found.number}:{found.digest}"
                self.stdout.write(self.style.SUCCESS(sentence))
            else:
                broken += 1
                self.stderr.write(
                    self.style.ERROR(f"{tenant.pk}: breaks at entry {found.broken_at}. {found.why}")
                )
        if broken:
            raise CommandError(f"{broken} of the logs were tampered with.")


def _head(text: str) -> Head:
    number, _colon, digest = text.partition(":")
    if not (number.isascii() and number.isdigit()) or not digest:
        raise CommandError("A head is a number, a colon and a digest: 412:9f2c…")
    return int(number), digest
