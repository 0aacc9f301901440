"""What programs and the staff's pages read of conversations stands in the audit log.

What users read of their own does not.
"""

from audit.append import record
from audit.reading import CONVERSATION, note_read
from conversations.models import Conversation
from tenancy.principal import Principal

OF_OTHERS = ("sessions", "debug")  # scopes by which a key reads what is not its user's own


def read_by(who: Principal, row: Conversation, where: str) -> Conversation:
    """Notes that a caller reads a conversation, and gives it back."""
    if _reads_others(who, row):
        note_read(who.tenant_id, [row.pk], where)
    return row


def erase_by(who: Principal, row: Conversation) -> Conversation:
    """Notes that a caller erases a conversation, and gives it back."""
    if _reads_others(who, row):
        record(who.tenant_id, "erase", CONVERSATION, row.pk)
    return row


def may_read_others(who: Principal) -> bool:
    """Whether a caller's reading may be one of somebody else's conversation."""
    return who.kind == "staff" or (who.kind == "key" and any(map(who.may, OF_OTHERS)))


def _reads_others(who: Principal, row: Conversation) -> bool:
    # One's own trial on the chat page is no reading of somebody's.
    return may_read_others(who) and (who.kind == "key" or row.owner != who.credential)
