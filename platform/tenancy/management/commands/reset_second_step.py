"""`manage.py reset_second_step NAME`.

For somebody who lost the phone and the recovery codes, and has nobody to ask.
"""

from typing import Any

from allauth.mfa.models import Authenticator
from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError, CommandParser

from tenancy import ending


class Command(BaseCommand):
    """The account logs in with its password alone then, and is logged out everywhere."""

    help = "Takes away the second step of an account's login."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")

    def handle(self, *args: Any, **options: Any) -> None:
        person = get_user_model().objects.filter(username=options["username"]).first()
        if person is None:
            raise CommandError(f"No account {options['username']!r}.")
        count, _models = Authenticator.objects.filter(user=person).delete()
        ending.of_person(person)
        self.stdout.write(f"{count} taken away; {person} logs in with the password alone.")
