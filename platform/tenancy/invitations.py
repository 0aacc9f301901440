"""Invitations: how an account comes to work for a company. Nobody is added by name.

    invitation = ask(tenant, "Ana Souza", "editor", by=request.user)
    token = token_of(invitation)        # what the link holds; the link is sent, or shown once to who asks
    accept(find(token), account)        # by the account's owner, who is logged in

A link works once, until it expires or is revoked, and only as long as who asked may still ask.
"""

import secrets
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core import signing
from django.utils import timezone

from tenancy.company_lock import lock_row
from tenancy.errors import AlreadyMember, InvitationOver
from tenancy.models import Invitation, Membership, Tenant
from tenancy.roles import ROLES
from tenancy.standing import memberships, role_in

SALT = "tenancy.invitation"
MAY_ASK = "tenancy.add_invitation"
DIGITS = 10_000


def ask(tenant: Tenant, person: str, role: str, by: Any, email: str = "") -> Invitation:
    """A new invitation. `email` is where its link goes; without one it is for the inviter to pass on."""
    return Invitation.unscoped.create(
        tenant=tenant, person=person, role=role, email=email, invited_by=by, expires_at=_until()
    )


def token_of(invitation: Invitation) -> str:
    """The signed text in the link."""
    return signing.dumps([str(invitation.pk), invitation.link_number], salt=SALT)


def find(token: str) -> Invitation:
    """The invitation of a link that may still be used.

    :raises InvitationOver: not ours, expired, revoked, used, or of somebody who may no longer ask: nobody
    learns which.
    """
    try:
        key, number = signing.loads(token, salt=SALT)
    except signing.BadSignature:
        raise InvitationOver from None
    found = Invitation.unscoped.select_related("tenant").filter(pk=key, link_number=number).first()
    if found is None or not found.waits or not _may_still_ask(found):
        raise InvitationOver
    return found


def accept(invitation: Invitation, person: Any) -> Membership:
    """Makes the account a member, once.

    :raises InvitationOver: used or revoked in this moment. :raises AlreadyMember: the account works there;
    its role stays, and the invitation waits for somebody else.
    """
    with lock_row(invitation) as row:
        if not row.waits or row.link_number != invitation.link_number:
            raise InvitationOver
        if Membership.objects.filter(user=person, tenant_id=row.tenant_id).exists():
            raise AlreadyMember
        row.accepted_at, row.accepted_by = timezone.now(), person
        row.save(update_fields=["accepted_at", "accepted_by"])
        get_user_model().objects.filter(pk=person.pk).update(is_staff=True)
        return Membership.objects.create(user=person, tenant_id=row.tenant_id, role=row.role)


def revoke(invitation: Invitation) -> bool:
    """Ends a link that has not been used; whether there was one."""
    with lock_row(invitation) as row:
        if row.accepted_at is not None or row.revoked_at is not None:
            return False
        row.revoked_at = timezone.now()
        row.save(update_fields=["revoked_at"])
        return True


def renew(invitation: Invitation, by: Any, email: str) -> bool:
    """Makes the link before void and waits anew for the next one; whether it had not been accepted."""
    with lock_row(invitation) as row:
        if row.accepted_at is not None:
            return False
        row.link_number += 1
        row.email, row.invited_by, row.expires_at, row.revoked_at = email, by, _until(), None
        row.save()
    invitation.refresh_from_db()
    return True


def free_name(wished: str) -> str:
    """A user name for a new account.

    What was wished and four digits, always, so that nobody learns what is taken.

    >>> free_name("ana.souza")
    'ana.souza.4821'
    """
    while True:
        name = f"{wished}.{secrets.randbelow(DIGITS):04d}"
        if not get_user_model().objects.filter(username__iexact=name).exists():
            return name


def works_only_for(person: Any, tenant: Tenant) -> bool:
    """Whether an account is this company's matter alone.

    What concerns the account itself is else its owner's.
    """
    return not person.is_superuser and set(memberships(person)) == {tenant.pk}


def _may_still_ask(invitation: Invitation) -> bool:
    if invitation.invited_by_id is None:
        return False
    role = role_in(invitation.invited_by_id, invitation.tenant_id)
    return role is not None and ROLES[role].allows(MAY_ASK)


def _until() -> Any:
    return timezone.now() + timedelta(days=settings.INVITATION_DAYS)
