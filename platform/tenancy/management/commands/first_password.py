"""A first password for somebody who cannot get a link: python manage.py first_password ana

It is shown once, ends the person's sessions, and works for one login: then another one must be chosen.
"""

import secrets
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from tenancy import ending, first_passwords
from tenancy.lookup import account_named


class Command(BaseCommand):
    help = "Gives an account a password that its owner must change at the next login."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="the user name")

    def handle(self, *args: Any, **options: Any) -> None:
        person = account_named(options["name"])
        password = secrets.token_urlsafe(12)
        person.set_password(password)
        person.save(update_fields=["password"])
        first_passwords.mark_given(person)
        ending.of_person(person)
        self.stdout.write(f"{person}: {password}\nShown only now; it must be changed at the first login.")
