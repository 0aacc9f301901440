"""Whose conversation it is. A key of the company sees all of its tenant; a user only their own."""

from typing import Protocol

from django.db.models import Q, QuerySet

from conversations.errors import ConversationNotFound, NobodyKnown
from conversations.models import Conversation
from tenancy.principal import Principal


def _manages(principal: Principal, writing: bool) -> bool:
    """Whether it has all sessions of its company: to read and delete them, not to write as one user into
    another's."""
    return principal.kind == "key" and principal.may("sessions") and not (writing and principal.user_id)


def mine(principal: Principal, writing: bool = False) -> QuerySet[Conversation]:
    """The conversations a principal may open.

    A key that may manage sessions sees its tenant's; everyone else those of their user or, without a user,
    of their credential.

    :param writing: in the name of the user that the principal acts for.
    """
    rows = Conversation.objects.of(principal.tenant_id)
    if _manages(principal, writing):
        return rows
    if principal.user_id:
        return rows.filter(Q(user_id=principal.user_id) | Q(user_id="", owner=principal.credential))
    if principal.kind == "demo":
        return rows.filter(owner=principal.credential)
    return rows.filter(user_id="", owner=principal.credential)


def require_user(principal: Principal) -> str:
    """The user whose own something is: what a credential proves, never a caller's word alone.

    :raises NobodyKnown: it proves nobody.
    """
    if not principal.user_id:
        raise NobodyKnown
    return principal.user_id


class Owned(Protocol):
    """A row of the company that belongs to a user, or else to the credential that made it."""

    user_id: str
    owner: str


def owns(principal: Principal, row: Owned, writing: bool = False) -> bool:
    """The same of one conversation, or the like, of the principal's company that was read already.

    >>> mine(principal).filter(pk=row.pk).exists() == owns(principal, row)
    True
    """
    if _manages(principal, writing):
        return True
    if principal.user_id and row.user_id:
        return bool(row.user_id == principal.user_id)
    if not principal.user_id and principal.kind != "demo" and row.user_id:
        return False
    return bool(row.owner == principal.credential)


def require(principal: Principal, name: str, writing: bool = False) -> Conversation:
    """One conversation by its id or key.

    :raises ConversationNotFound: unknown or another's; the two look the same.
    """
    found = mine(principal, writing).filter(Q(pk=name) | Q(key=name)).first()
    if found is None:
        raise ConversationNotFound(name)
    return found
