"""What becomes of the gateway's sessions and of corrected messages when a person is forgotten."""

from typing import Any

from django.db.models import QuerySet

from privacy import rules
from privacy.rules import Person
from routing.gateway import erasing
from routing.gateway.models import GatewaySession

AUTHORED = "what the company's people wrote"


def _sessions(person: Person) -> "QuerySet[Any]":
    return GatewaySession.objects.of(person.tenant).filter(user_id=person.user_id)


def _forget_session(person: Person, row: GatewaySession) -> None:
    erasing.erase_words(GatewaySession.objects.of(person.tenant).filter(pk=row.pk))
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
