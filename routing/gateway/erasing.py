"""Erasing a conversation erases what the gateway may know of its words, and ends its stay."""

from conversations.models import Conversation
from routing.gateway.models import GatewayDecision, GatewaySession


def erase(conversation: Conversation) -> None:
    """Called inside the transaction that erases. What a model wrote as its reason may repeat the user; counts stay."""
    sessions = GatewaySession.objects.of(conversation.tenant_id).filter(session_id=conversation.session_id)
    sessions.update(active_backend="")
    GatewayDecision.objects.of(conversation.tenant_id).filter(session__in=sessions, used_llm=True).update(
        reason=""
    )
