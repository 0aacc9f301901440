"""A company and its first administrator.

    python manage.py create_company grand_hotel --name "Grand Hotel" --admin ana@example.com

The administrator's password is shown once and must be changed at the first login. What the company says is
then authored in the Studio or imported; `manage.py check_company` tells what is missing.
"""

import secrets
from argparse import ArgumentParser
from typing import Any

from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import Q

from language.spoken_languages import CODES, find_spoken
from tenancy import first_passwords, group_roles
from tenancy.models import GroupMapping, Membership, Tenant


class Command(BaseCommand):
    help = "Makes a company, with an administrator who logs in with a password shown once."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="small letters, digits and underscores, for example grand_hotel")
        parser.add_argument("--name", default="", help='as people read it, for example "Grand Hotel"')
        parser.add_argument("--language", default="", help=f"what it speaks by default: {', '.join(CODES)}")
        parser.add_argument(
            "--time-zone", default="", help="whose midnight begins its days, for example America/Sao_Paulo"
        )
        parser.add_argument(
            "--admin",
            default="",
            metavar="EMAIL",
            help="its administrator, a new account with this user name",
        )

    def handle(self, *args: Any, slug: str, name: str, language: str, admin: str, **options: Any) -> None:
        company = Tenant(slug=slug, title=name, time_zone=options["time_zone"])
        if language:
            company.default_language = find_spoken(language)
        try:
            company.full_clean()
            if admin:
                validate_email(admin)
        except ValidationError as error:
            if Tenant.objects.filter(pk=slug).exists():
                raise CommandError(f"Company '{slug}' already exists: choose another slug.") from error
            raise CommandError(" ".join(error.messages)) from error
        with transaction.atomic():
            company.save(force_insert=True)
            password = _administrator(company, admin) if admin else ""
        chosen = "" if language else f" (--language says another: {', '.join(CODES)})"
        self.stdout.write(
            self.style.SUCCESS(f"Company {slug} is there. It speaks {company.default_language}{chosen}.")
        )
        self.stdout.write(
            "Which languages people write in each profile says: the Studio's first form asks for them, "
            "'languages' of agents.yaml names them."
        )
        if idle := GroupMapping.unscoped.exclude(pk__in=group_roles.acting()).count():
            self.stdout.write(
                f"{idle} groups of the identity provider give no role now: a company named them by itself, "
                "and a superuser saves them anew in the Studio, under Groups, where they are meant."
            )
        if password:
            self.stdout.write(
                f"Administrator {admin}: {password}\nShown only now; it must be changed at the first login."
            )
        self.stdout.write(
            f"Next: author it in the Studio, or 'manage.py import_config --tenant {slug} FOLDER'; "
            f"'manage.py check_company {slug}' tells what is missing."
        )


def _administrator(company: Tenant, email: str) -> str:
    """A new account that administers the company, and its first password.

    :raises CommandError: an account has this name or address: an account joins a company only by an
    invitation.
    """
    accounts: Any = get_user_model()._default_manager
    if accounts.filter(Q(username__iexact=email) | Q(email__iexact=email)).exists():
        raise CommandError(
            f"An account with {email} exists, and accounts join a company only when their owner accepts: "
            "make the company without --admin, and invite them in the Studio as a superuser."
        )
    password = secrets.token_urlsafe(12)
    person = accounts.create_user(email, email, password, is_staff=True)
    first_passwords.mark_given(person)
    Membership.objects.create(user=person, tenant=company, role="admin")
    return password
