"""The window of past messages a turn may see: the first user message and the last ones."""

from django.conf import settings

from conversations.models import Conversation, Message
from conversations.turn import PastMessage


def window(conversation: Conversation, before_seq: int) -> tuple[PastMessage, ...]:
    """At most `HISTORY_MESSAGES` + 1 messages in order, oldest first: one query whatever was said before.

    `before_seq` is the seq of the message being answered; messages of waiting turns come after it.
    """
    since = conversation.history_from
    rows = Message.objects.of(conversation.tenant_id).filter(
        conversation=conversation, seq__gt=since, seq__lt=before_seq
    )
    fields = ("seq", "role", "text", "agent")
    recent = rows.order_by("-seq").values_list(*fields)[: settings.HISTORY_MESSAGES]
    first = rows.filter(role=Message.Roles.USER).order_by("seq").values_list(*fields)[:1]
    found = {row[0]: row for row in [*first, *recent]}
    return tuple(
        PastMessage(role=role, content=text, agent=agent, seq=seq)
        for seq, role, text, agent in (found[key] for key in sorted(found))
        if text
    )
