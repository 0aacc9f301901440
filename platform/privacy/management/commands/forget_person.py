"""Forgets an end user of a company: python manage.py forget_person --tenant tenant_a u-1001 [--look]

`--look` only counts what is kept. Broken off, the same command goes on. What cannot be taken back is asked
about, unless `--yes`.
"""

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from privacy import forgetting
from privacy.errors import PrivacyError
from privacy.models import Erasure
from tenancy.lookup import company_named
from work import running
from work.models import Job

PATIENCE = 60.0  # seconds, for a worker that was faster
LOOK_EVERY = 0.2


class Command(BaseCommand):
    help = "Erases what an end user of a company wrote and what is kept of them, for good."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("user_id", help="as the company's server names them, for example u-1001")
        parser.add_argument("--tenant", required=True, help="the company")
        parser.add_argument("--look", action="store_true", help="count what is kept, change nothing")
        parser.add_argument("--yes", action="store_true", help="do not ask")

    def handle(self, *args: Any, **options: Any) -> None:
        tenant, user_id = company_named(options["tenant"]).pk, options["user_id"]
        try:
            kept = forgetting.count(tenant, user_id)
            self._tell(kept)
            if options["look"]:
                return
            if not options["yes"] and input(f"Forget {user_id} of {tenant} for good? [y/N] ").lower() != "y":
                raise CommandError("Nothing was changed.")
            receipt = forgetting.start(tenant, user_id, "manage.py forget_person")
        except PrivacyError as error:
            raise CommandError(str(error)) from error
        running.run(receipt.job)  # here, unless a worker has it already
        receipt = _await_end(receipt)
        if receipt.finished_at is None:
            raise CommandError(
                f"Not finished yet; receipt {receipt.pk}. Ask again: it goes on where it stopped."
            )
        self.stdout.write(f"Forgotten. Receipt {receipt.pk}:")
        self._tell(receipt.counts)

    def _tell(self, counts: dict[str, int]) -> None:
        for name, count in sorted(counts.items()):
            self.stdout.write(f"{count:>8} {name}")
        if not counts:
            self.stdout.write("Nothing is kept of them.")


def _await_end(receipt: Erasure) -> Erasure:
    """The receipt once its job has ended, or after PATIENCE: another process may have taken the job up."""
    end = time.monotonic() + PATIENCE
    while True:
        receipt.refresh_from_db()
        is_open = Job.unscoped.filter(pk=receipt.job, status__in=Job.OPEN).exists()
        if receipt.finished_at is not None or not is_open or time.monotonic() > end:
            return receipt
        time.sleep(LOOK_EVERY)
