"""Ends sessions at once.

    python manage.py end_sessions --key sb_live_a1b2c3d4 | --person ana | --tenant tenant_a [--user u1]

`--key`: tokens that this key signed; the key goes on. `--person`: somebody who works here, logged out
everywhere. `--user`: an end user of a company. Only `--tenant`: every token of the company.
"""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tenancy import ending, tokens
from tenancy.lookup import account_named, company_named, key_named


class Command(BaseCommand):
    help = "Ends the sessions of an API key, a person, an end user or a whole company, at once."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--key", default="", help="how it begins: sb_live_a1b2c3d4, as the list of keys shows it"
        )
        parser.add_argument("--person", default="", help="the user name of somebody who logs in")
        parser.add_argument("--tenant", default="", help="a company: all of its tokens, or those of --user")
        parser.add_argument("--user", default="", help="an end user of the company, as its server names them")

    def handle(self, *args: Any, **options: Any) -> None:
        key, person, tenant, user = (options[name] for name in ("key", "person", "tenant", "user"))
        if sum(map(bool, (key, person, tenant))) != 1 or (user and not tenant):
            raise CommandError("Name one of --key, --person, --tenant (with --user or without).")
        if key:
            row = key_named(key)
            ending.of_key(row)
            sentence = f"The tokens that {row} signed have ended. The key itself goes on."
        elif person:
            browsers = ending.of_person(account_named(person))
            sentence = f"{person} is logged out, in {browsers} browsers, and in every page."
        elif user:
            ending.of_user(company_named(tenant), user)
            sentence = f"The tokens of {user} at {tenant} have ended."
        else:
            tokens.revoke_all(company_named(tenant))
            sentence = f"Every session token of {tenant} has ended."
        self.stdout.write(sentence)
