"""What becomes of the gateway's sessions, corrected messages and examples when a person is forgotten.

Erasing a conversation erases what the gateway may know of its words, and ends its stay.
"""

from typing import Any

from django.db.models import Min, QuerySet

from conversations.models import Conversation, Message
from privacy import rules
from privacy.rules import Person
from routing.gateway.models import GatewayDecision, GatewaySession
from routing.models import Example


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


def _examples(person: Person) -> "QuerySet[Any]":
    """Examples that repeat a message of theirs word by word and were written after it: taken from it.

    One that was there before is the company's own, whoever says the same.
    """
    said = Message.objects.of(person.tenant).filter(conversation__user_id=person.user_id, role="user")
    first: dict[str, Any] = {}
    for text, at in said.exclude(text="").order_by("-created_at").values_list("text", "created_at"):
        first[" ".join(text.split())] = at
    versions = Example.history.model.objects.filter(tenant_id=person.tenant, text__in=first)
    written = dict(versions.values_list("text").annotate(Min("history_date")))
    taken = [text for text, at in written.items() if at > first[text]]
    return Example.objects.of(person.tenant).filter(text__in=taken)


def _forget_example(person: Person, row: Example) -> None:
    """It is gone from the draft, and from the history of what was edited."""
    row.delete()
    Example.history.model.objects.filter(tenant_id=person.tenant, text=row.text).update(text="")


AUTHORED = "what the company's people wrote"


def _sessions(person: Person) -> "QuerySet[Any]":
    return GatewaySession.objects.of(person.tenant).filter(user_id=person.user_id)


def _forget_session(person: Person, row: GatewaySession) -> None:
    erase_words(GatewaySession.objects.of(person.tenant).filter(pk=row.pk))
    row.user_id, row.owner, row.session_id = person.alias, "", f"/{row.pk}"
    row.backend_sessions, row.active_backend = {}, ""
    row.save(update_fields=["user_id", "owner", "session_id", "backend_sessions", "active_backend"])


rules.own("routing.Example", _examples, _forget_example)
rules.own("routing.GatewaySession", _sessions, _forget_session)
rules.part("routing.GatewayDecision", "session", "routing.GatewaySession")
rules.part("routing.RoutingCase", "conversation")
rules.part("routing.CachedAnswer", "conversation")
rules.nobody(
    AUTHORED,
    "routing.BusinessKey", "routing.AgentProfile", "routing.Intent", "routing.Keyword",
    "routing.IntentTool", "routing.StatePolicy", "routing.Backend", "routing.Domain", "routing.Goal",
    "routing.Capability", "routing.ProposedManifest",
)  # fmt: skip
