"""What programs and the staff's pages read of conversations stands in the audit log.

What users read of their own does not.
"""

from collections.abc import Callable
from typing import TypeVar

from django.db import transaction

from audit.append import record
from audit.reading import CONVERSATION, note_read
from conversations.models import Conversation, Message
from tenancy.company_lock import hold
from tenancy.principal import Principal

OF_OTHERS = ("sessions", "debug")  # scopes by which a key reads what is not its user's own
T = TypeVar("T")


def read_by(who: Principal, row: Conversation, where: str) -> Conversation:
    """Notes that a caller reads a conversation, and gives it back."""
    if may_read_others(who) and not _is_own(who, row):
        note_read(who.tenant_id, [row.pk], where)
    return row


def erase_by(who: Principal, row: Conversation, erase: Callable[[Conversation], T]) -> T:
    """Erases a conversation for a caller; once that is done the log says how many messages it was."""
    # A program's erasing stands there whoever it acts for: nobody else sees that there was something.
    if who.kind != "key" and (not may_read_others(who) or _is_own(who, row)):
        return erase(row)
    with transaction.atomic():
        hold(who.tenant_id)
        messages = Message.objects.of(who.tenant_id).filter(conversation=row).exclude(text="").count()
        done = erase(row)
        record(who.tenant_id, "erase", CONVERSATION, row.pk, after={"messages": messages})
    return done


def may_read_others(who: Principal) -> bool:
    """Whether a caller's reading may be one of somebody else's conversation."""
    return who.kind == "staff" or (who.kind == "key" and any(map(who.may, OF_OTHERS)))


def _is_own(who: Principal, row: Conversation) -> bool:
    """One's own trial on the chat page, and what a key reads for the user whose conversation it is."""
    if who.user_id and row.user_id:
        return bool(row.user_id == who.user_id)
    return not row.user_id and bool(row.owner == who.credential)
