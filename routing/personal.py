"""What becomes of the gateway's sessions and of corrected messages when a person is forgotten.

Erasing a conversation erases what the gateway may know of its words, and ends its stay.
"""

from typing import Any

from django.db.models import QuerySet

from conversations.models import Conversation
from privacy import rules
from privacy.rules import Person
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


AUTHORED = "what the company's people wrote"


def _sessions(person: Person) -> "QuerySet[Any]":
    return GatewaySession.objects.of(person.tenant).filter(user_id=person.user_id)


def _forget_session(person: Person, row: GatewaySession) -> None:
    erase_words(GatewaySession.objects.of(person.tenant).filter(pk=row.pk))
    row.user_id, row.owner, row.session_id = person.alias, "", f"/{row.pk}"
    row.backend_sessions, row.active_backend = {}, ""
    row.save(update_fields=["user_id", "owner", "session_id", "backend_sessions", "active_backend"])


rules.own("routing.GatewaySession", _sessions, _forget_session)
rules.part("routing.GatewayDecision", "session", "routing.GatewaySession")
rules.part("routing.RoutingCase", "conversation")
rules.part("routing.CachedAnswer", "conversation")
rules.nobody(
    AUTHORED,
    "routing.BusinessKey", "routing.AgentProfile", "routing.Intent", "routing.Keyword", "routing.Example",
    "routing.IntentTool", "routing.StatePolicy", "routing.Backend", "routing.Domain", "routing.Goal",
    "routing.Capability", "routing.ProposedManifest",
)  # fmt: skip
