"""What the company is told when a person is asked for, or is needed no longer.

Why, what was said, and a link.
"""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.urls import reverse

from conversations.models import Conversation
from conversations.turn import Handoff
from handoffs.to_person import TO_AGENT, TO_PERSON

EVENTS = {TO_PERSON: "person.requested", TO_AGENT: "person.released"}
ABOUT = (
    "conversation_id", "conversation_key", "session_id", "user_id", "channel", "turn_id", "agent_id",
    "language",
)  # fmt: skip


def describe(about: Mapping[str, Any], handoff: Handoff) -> dict[str, Any]:
    """The data of its event; `about` says which conversation and turn."""
    return {
        **{name: about.get(name) for name in ABOUT},
        "from_agent": handoff.from_agent,
        "to_agent": handoff.to_agent,
        "reason": handoff.reason,
        "summary": handoff.context_summary,
        "at": handoff.at.isoformat(),
        "link": settings.SITE_URL + reverse("analytics-conversation", args=[about["conversation_id"]]),
    }


def about(conversation: Conversation, turn_id: str) -> dict[str, Any]:
    """Of a conversation that no turn is answering now."""
    return {
        "conversation_id": conversation.pk,
        "conversation_key": conversation.key,
        "session_id": conversation.session_id,
        "user_id": conversation.user_id or None,
        "channel": conversation.channel,
        "turn_id": turn_id,
        "agent_id": conversation.agent_id,
        "language": conversation.state.get("language"),
    }
