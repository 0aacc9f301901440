"""Deletion replaces content by a tombstone and keeps the counted facts."""

from collections.abc import Callable

from django.db.models import QuerySet
from django.utils import timezone

from conversations.errors import TurnRunning
from conversations.models import Conversation, Feedback, IdempotencyKey, Message, Step, Turn, conversation_key
from tenancy.company_lock import hold

_also: list[Callable[[Conversation], None]] = []


def also(erase_more: Callable[[Conversation], None]) -> None:
    """An upper room that keeps words of conversations erases them too: called inside the transaction."""
    _also.append(erase_more)


def empty(turns: "QuerySet[Turn]") -> None:
    """Takes the words out of turns; their routes, times and counts stay, and whether an answer was liked."""
    Message.unscoped.filter(turn__in=turns).update(text="", metadata={"erased": True})
    Step.unscoped.filter(turn__in=turns).update(summary="", detail={})
    Feedback.unscoped.filter(turn__in=turns).update(comment="")
    turns.update(answer="", result={}, received="", request={}, side_effects=[], error="")


def end_session(conversation: Conversation) -> bool:
    """Ends a conversation and erases what was said; True if it was not ended before.

    Turn rows keep their route, times and counts; texts, results and arguments go.
    :raises TurnRunning: a turn is being answered.
    """
    erase(conversation)
    if conversation.ended_at is not None:
        return False
    conversation.ended_at = timezone.now()
    # The key is free again: the next message with this session id starts a new conversation. No session id
    # has a slash, so nobody's conversation has this name already.
    conversation.key = f"{conversation.key[:200]}/{conversation.pk}"
    conversation.save(update_fields=["ended_at", "key"])
    return True


def forget(conversation: Conversation, alias: str) -> None:
    """Ends a conversation whose user is to be forgotten: what was said is erased, and who said it is `alias`.

    :raises TurnRunning: a turn is being answered.
    """
    end_session(conversation)
    conversation.user_id, conversation.owner, conversation.session_id = alias, "", f"/{conversation.pk}"
    conversation.key = conversation_key(conversation.tenant_id, conversation.agent_id, f"/{conversation.pk}")
    conversation.save(update_fields=["user_id", "owner", "session_id", "key"])


def erase(conversation: Conversation) -> None:
    """Clears the history of a conversation that goes on: nothing said before is seen again."""
    tenant = conversation.tenant_id
    hold(tenant)  # corrections go with it, and their going stands in the company's log
    # As open does: a message that arrives now waits for the end of this, or this sees its turn.
    conversation.refresh_from_db(from_queryset=Conversation.objects.of(tenant).select_for_update())
    turns = Turn.objects.of(tenant).filter(conversation=conversation)
    if turns.filter(status__in=Turn.OPEN).exists():
        raise TurnRunning
    # Sent again, a message that was erased is a new one: its old row is not written to any more.
    IdempotencyKey.objects.of(tenant).filter(turn__conversation=conversation).delete()
    empty(turns)
    for erase_more in _also:
        erase_more(conversation)
    conversation.title = ""
    conversation.history_from = conversation.seq
    conversation.state = {}
    conversation.options = {}
    conversation.active_agent = ""
    conversation.person_since = None
    conversation.message_count = 0
    kept = ("title", "history_from", "state", "options", "active_agent", "person_since", "message_count")
    conversation.save(update_fields=kept)
