"""Whose conversation it is. A key of the company sees all of its tenant; a user only their own."""

from collections.abc import Callable
from typing import Protocol, TypeVar

from django.db.models import Q, QuerySet
from django.utils.crypto import salted_hmac

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


Row = TypeVar("Row", bound=Owned)
# Whoever writes there names a session of their own making. Any other channel names it after who writes: a
# telephone, a chat. That anybody can guess, and take first.
NAMED_BY_CLIENTS = frozenset({"web", "openai", "cli", "debug"})


def settle_session(
    principal: Principal, channel: str, session: str, find: Callable[[str], Row | None]
) -> tuple[str, Row | None]:
    """The session that a channel's message belongs to, and its row, if it has one.

    Where the name is taken by somebody else, the channel's own credential goes on under another one, which
    only the platform can make. With any other credential, the row is whoever's it is.
    """
    found = find(session)
    may = channel not in NAMED_BY_CLIENTS and (principal.trusted or principal.kind == "key")
    if may and session and (found is None or not owns(principal, found, writing=True)):
        apart = _name_apart(principal, session)
        own = find(apart)
        if found is not None or own is not None:
            return apart, own
    return session, found


def _name_apart(principal: Principal, session: str) -> str:
    who = f"{principal.tenant_id}:{principal.user_id or principal.credential}:{session}"
    return f"{session[:95]}.{salted_hmac('conversations.session', who).hexdigest()[:32]}"


def require(principal: Principal, name: str, writing: bool = False) -> Conversation:
    """One conversation by its id or key.

    :raises ConversationNotFound: unknown or another's; the two look the same.
    """
    found = mine(principal, writing).filter(Q(pk=name) | Q(key=name)).first()
    if found is None:
        raise ConversationNotFound(name)
    return found
