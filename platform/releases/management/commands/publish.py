"""`manage.py publish --tenant tenant_a --note "New intent" [--dry-run]`"""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from releases import draft
from releases.errors import NothingToPublish, PublishRefused, ReleaseError
from releases.publish import publish
from tenancy.lookup import company_named


class Command(BaseCommand):
    _told = -1  # tens of percent
    help = "Publishes a company's draft as its next release."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--tenant", required=True, help="the company's name, for example tenant_a")
        parser.add_argument("--note", default="", help="what is new, for the list of releases")
        parser.add_argument("--dry-run", action="store_true", help="say what would change, publish nothing")

    def _tell(self, percent: int, note: str) -> None:
        """How far the learning is: one line that is written over on a terminal, few lines elsewhere."""
        line = f"{percent:3} % {note}".rstrip()
        if self.stdout.isatty():
            self.stdout.write(f"\r{line:<78}", ending="\n" if percent >= 100 else "")
            self.stdout.flush()
        elif percent // 10 != self._told:
            self._told = percent // 10
            self.stdout.write(line)

    def handle(self, *args: Any, tenant: str, note: str, dry_run: bool, **options: Any) -> None:
        row = company_named(tenant)
        review = draft.of(row, fresh=True).review
        for change in review.changes:
            self.stdout.write(str(change))
        for problem in review.problems:
            self.stderr.write(f"{problem.severity}: {problem.where}: {problem.sentence}")
        if dry_run:
            if not review.publishable and review.changes:
                raise CommandError("This draft cannot be published: repair the errors above.")
            return
        try:
            release = publish(row, "manage.py publish", note, progress=self._tell)
        except NothingToPublish as nothing:
            self.stdout.write(str(nothing))  # idempotent: publishing twice is no mistake
        except PublishRefused as refused:
            raise CommandError("This draft cannot be published: repair the errors above.") from refused
        except ReleaseError as error:
            raise CommandError(str(error)) from error
        else:
            self.stdout.write(self.style.SUCCESS(f"{tenant}: release {release.number} is live."))
