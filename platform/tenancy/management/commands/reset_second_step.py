"""`manage.py reset_second_step NAME`.

For somebody who lost the phone and the recovery codes, and has nobody to ask.
"""

from typing import Any

from allauth.mfa.models import Authenticator
from django.core.management.base import BaseCommand, CommandParser

from tenancy import ending
from tenancy.lookup import account_named


class Command(BaseCommand):
    """The account logs in with its password alone then, and is logged out everywhere."""

    help = "Takes away the second step of an account's login."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")

    def handle(self, *args: Any, **options: Any) -> None:
        person = account_named(options["username"])
        count, _models = Authenticator.objects.filter(user=person).delete()
        ending.of_person(person)
        self.stdout.write(f"{count} taken away; {person} logs in with the password alone.")
