"""A small record to count by hand."""

from datetime import timedelta

from django.test import Client
from django.utils import timezone

from conversations.models import Conversation, Feedback, Message, Step, Turn
from handoffs.models import AgentHandoff
from tenancy.models import Membership, Tenant


def talk(
    tenant: Tenant, session: str, moves: list[tuple[str, str]], days_ago: float = 1, **facts: object
) -> Turn:
    """One more turn of a conversation, with its message and these handoffs.

    `tools` are (name, outcome), `thumb` is helpful or unhelpful, `ms` how long it took (2 000).
    """
    at = timezone.now() - timedelta(days=days_ago)
    own = {"tenant": tenant}
    agent_id = str(facts.get("agent_id", "desk"))
    conversation, _new = Conversation.unscoped.get_or_create(
        **own, key=f"{tenant.pk}:{agent_id}:{session}", agent_id=agent_id, session_id=session,
        defaults={"title": facts.get("title", session), "user_id": "u-1"},
    )  # fmt: skip
    turn = Turn.unscoped.create(
        **own, conversation=conversation, number=1 + conversation.turns.count(),
        status=facts.get("status", "answered"),
        method=facts.get("method", "keyword"), agent=facts.get("agent", "billing"), created_at=at,
        started_at=at, finished_at=at + timedelta(milliseconds=int(str(facts.get("ms", 2000)))),
        result=facts.get("result", {}), routed_with_model=facts.get("method") == "llm",
    )  # fmt: skip
    Message.unscoped.create(
        **own, conversation=conversation, turn=turn, seq=turn.number, role="user",
        text=facts.get("text", "x"), created_at=at,
    )  # fmt: skip
    for source, target in moves:
        AgentHandoff.unscoped.create(
            **own, conversation=conversation, turn=turn, from_agent=source, to_agent=target, timestamp=at,
            kind=facts.get("kind", "agent_to_agent"), blocked=facts.get("blocked", False),
        )  # fmt: skip
    for position, (tool, outcome) in enumerate(facts.get("tools", []), 1):  # type: ignore[var-annotated]
        Step.unscoped.create(
            **own, turn=turn, position=position, node="tool", kind="tool", outcome=outcome, summary=tool,
            detail={"tool": tool}, started_at=at, milliseconds=5,
        )  # fmt: skip
    if facts.get("thumb"):
        Feedback.unscoped.create(**own, turn=turn, user_id="u-1", value=facts["thumb"], created_at=at)
    return turn


def staff(role: str, tenant: Tenant, users) -> Client:
    """A browser of somebody with a role in a company."""
    user = users.objects.create_user(f"{role}-{tenant.pk}", password="x", is_staff=True)
    Membership.objects.create(user=user, tenant=tenant, role=role)
    browser = Client()
    browser.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return browser
