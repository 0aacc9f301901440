"""Whom an identity provider's word lets in, and as which account (single sign-on).

    person = admit(Identity("Ana", "ana@example.com", frozenset({"acme-staff"})), None, None)

The first time, an account is found by a mailbox that both sides have proven, made where a group or an
invitation asks somebody here, and never found by its name. From then on the provider's subject names it.
"""

from dataclasses import dataclass
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction

from tenancy import ending, group_roles, invitations
from tenancy.errors import AlreadyMember, NotAskedHere
from tenancy.models import Invitation, Membership


@dataclass(frozen=True, slots=True)
class ProviderIdentity:
    """Who signed in at the provider: a name to call them by, the e-mail only where the provider has verified
    it (small letters), the groups.
    """

    name: str
    email: str
    groups: frozenset[str]


def admit(identity: ProviderIdentity, known: Any | None, invitation: Invitation | None) -> Any:
    """The account that may go in now.

    `known` is the one whose subject it is, `invitation` the link that was followed.

    :raises NotAskedHere: nothing here belongs to this identity, or no longer.
    :raises InvitationOver: the link was used or revoked in this moment.
    """
    roles = group_roles.roles_of(identity.groups)
    with transaction.atomic():
        person = known or _of_mailbox(identity.email)
        if invitation is not None and invitation.email.casefold() not in ("", identity.email):
            raise NotAskedHere
        if person is None and (roles or invitation is not None):
            person = _make(identity)
        if person is None or not person.is_active or person.is_superuser:
            raise NotAskedHere
        before = _companies(person)
        group_roles.sync(person, roles)
        if invitation is not None:
            _join(person, invitation)
        gained = _companies(person) - before
    if not Membership.objects.filter(user=person).exists():  # its last group is gone: that stays so
        raise NotAskedHere
    if gained:  # who sits in the account by a password must not find another company in it
        ending.of_person(person)
    person.refresh_from_db()  # as a member it may open the Studio: who saves this row keeps that
    return person


def _companies(person: Any) -> frozenset[str]:
    return frozenset(Membership.objects.filter(user=person).values_list("tenant_id", flat=True))


def demands_sso(person: Any) -> bool:
    """Whether a company of this person lets its members in through the identity provider alone."""
    return not person.is_superuser and Membership.objects.filter(user=person, tenant__sso_only=True).exists()


def _of_mailbox(email: str) -> Any | None:
    """The one member whose account was made by a link to this mailbox.

    An account's e-mail comes from nowhere else.
    """
    if not email:
        return None
    found = get_user_model().objects.filter(
        email__iexact=email, is_superuser=False, memberships__isnull=False
    )
    people = list(found.distinct()[:2])
    return people[0] if len(people) == 1 else None


def _make(identity: ProviderIdentity) -> Any:
    """A new account without a password, named after the mailbox, or with digits where that name is taken or
    unknown.
    """
    accounts = get_user_model().objects
    wished = identity.email or "".join(identity.name.split()) or "person"
    free = bool(identity.email) and not accounts.filter(username__iexact=wished).exists()
    name = wished if free else invitations.free_name(wished[:120])
    return accounts.create_user(name, identity.email, None)


def _join(person: Any, invitation: Invitation) -> None:
    try:
        invitations.accept(invitation, person)
    except AlreadyMember:
        return  # by a group, or from before
