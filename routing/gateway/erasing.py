"""Erasing a conversation erases what the gateway may know of its words, and ends its stay."""

from django.db.models import QuerySet

from conversations.models import Conversation
from routing.gateway.models import GatewayDecision, GatewaySession


def erase(conversation: Conversation) -> None:
    """Called inside the transaction that erases.

    What a model wrote as its reason, or a backend as what is wrong, may repeat the user; who failed and all
    counts stay.
    """
    erase_words(GatewaySession.objects.of(conversation.tenant_id).filter(session_id=conversation.session_id))


def erase_words(sessions: "QuerySet[GatewaySession]") -> None:
    """The same for sessions of the gateway, whose conversations may be elsewhere."""
    sessions.update(active_backend="")
    decisions = GatewayDecision.unscoped.filter(session__in=sessions)
    decisions.filter(used_llm=True).update(reason="")
    failed = [row for row in decisions.only("failures") if row.failures]
    for row in failed:
        row.failures = [{**each, "why": ""} for each in row.failures]
    GatewayDecision.unscoped.bulk_update(failed, ["failures"], batch_size=500)
