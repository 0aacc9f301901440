"""Whom a command means: the company, account or key that was named; CommandError says whom there is else."""

from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import CommandError

from tenancy import key_text
from tenancy.models import ApiKey, Tenant


def company_named(slug: str | None) -> Tenant:
    """The named company; without a name the only one."""
    rows = Tenant.objects.order_by("pk")
    found = list(rows.filter(pk=slug) if slug else rows[:2])
    if len(found) == 1:
        return found[0]
    known = ", ".join(rows.values_list("pk", flat=True)[:20]) or "none yet"
    why = f"No company '{slug}'." if slug else "Name the company with --tenant."
    raise CommandError(f"{why} There are: {known}.")


def account_named(username: str) -> Any:
    """The account with this user name."""
    person = get_user_model().objects.filter(username=username).first()
    if person is None:
        raise CommandError(f"Nobody has the user name {username}.")
    return person


def key_named(begins: str) -> ApiKey:
    """The key that begins so, as the list of keys shows it: `sb_live_a1b2c3d4`."""
    prefix = begins.removeprefix(key_text.START)[:8]
    row = ApiKey.unscoped.filter(prefix=prefix).first()
    if row is None:
        raise CommandError(f"No key begins with {key_text.START}{prefix}.")
    return row
