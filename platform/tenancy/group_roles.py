"""Roles that people have by their groups at the identity provider: a company's rows, the installation's list.

    OIDC_GROUP_ROLES=acme-admins=acme:admin,acme-staff=acme:viewer
    sync(person, roles_of({"acme-staff"}))      # the person is a viewer of acme now

Where several companies share an installation, who operates it writes both: a company that named groups
itself could take in people of another. Rows that a company's own people wrote while it was the only one do
not act from the second company on, until a superuser saves them.
"""

from collections.abc import Collection, Mapping
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import QuerySet

from tenancy.company_lock import hold
from tenancy.models import GroupMapping, Membership, Tenant
from tenancy.roles import GroupRole


def mapping() -> list[GroupRole]:
    """The installation's list."""
    return [GroupRole.read(text) for text in settings.OIDC_GROUP_ROLES]


def roles_of(groups: Collection[str]) -> dict[str, str]:
    """Company -> role of somebody who is in these groups; of several in one company the first in the list
    wins, and behind the list the acting row of the lowest priority.

    A company that does not exist is left out.
    """
    found: dict[str, str] = {}
    for each in mapping():
        if each.group in groups:
            found.setdefault(each.tenant, each.role)
    rows = acting().filter(group__in=groups).order_by("priority", "pk")
    for slug, role in rows.values_list("tenant_id", "role"):
        found.setdefault(slug, role)
    there = Tenant.objects.filter(pk__in=found).values_list("pk", flat=True)
    return {slug: found[slug] for slug in sorted(there)}


def acting() -> QuerySet[GroupMapping]:
    """The rows that give roles: all of an only company, else those that a superuser saved."""
    rows = GroupMapping.unscoped.all()
    return rows if Tenant.objects.count() == 1 else rows.filter(by_operator=True)


def may_map(person: Any, company: Tenant) -> bool:
    """Whether somebody may say which groups have a role in the company: its own people where it is the only
    one.
    """
    return bool(person.is_superuser) or not Tenant.objects.exclude(pk=company.pk).exists()


def sync(person: Any, roles: Mapping[str, str]) -> None:
    """Makes the memberships that follow groups be as `roles` says; those by invitation stay as they are."""
    with transaction.atomic():
        hold(*roles, *Membership.objects.filter(user=person).values_list("tenant_id", flat=True))
        Membership.objects.filter(user=person, by_group=True).exclude(tenant_id__in=roles).delete()
        for slug, role in roles.items():
            row, made = Membership.objects.get_or_create(
                user=person, tenant_id=slug, defaults={"role": role, "by_group": True}
            )
            if not made and row.by_group and row.role != role:
                row.role = role
                row.save(update_fields=["role"])
        if roles:
            get_user_model().objects.filter(pk=person.pk).update(is_staff=True)
