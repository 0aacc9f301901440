"""`/api/chat/turns/{turn_id}/feedback`: what a writer thinks of one answer."""

from typing import Any

from drf_spectacular.utils import OpenApiExample

from agents.guardrails.msk import mask
from conversations import feedback, state
from conversations.models import Conversation
from routing.api import answer_shapes as answers
from routing.api import serializers as shapes
from routing.api.door import VisitDoor
from routing.api.endpoint_schema import document
from tenancy.principal import Principal

EXAMPLE = OpenApiExample(
    "A thumb down with a reason",
    {"value": "unhelpful", "comment": "I asked about another invoice."},
    request_only=True,
)


class FeedbackDoor(VisitDoor):
    """A thumb up or down, with a comment if there is one."""

    scope = "chat"

    @document("Chat", "giveFeedback", shapes.Thought, answers.Given, examples=[EXAMPLE], refuses=(409,))
    def put(self, who: Principal, turn_id: str) -> Any:
        """Says whether an answer helped; sent again it replaces what was said before."""
        return feedback.give(who, turn_id, self.body["value"], self.body["comment"] or "", prepare_comment)

    @document("Chat", "withdrawFeedback", None, shapes.Removed, query=shapes.UserQuery, refuses=(409,))
    def delete(self, who: Principal, turn_id: str) -> Any:
        """Takes it back; `removed` is false where there was none."""
        return {"removed": feedback.take_back(who, turn_id)}


def prepare_comment(text: str, conversation: Conversation) -> str:
    """A comment as it may be stored: as messages are, without the numbers of other people."""
    if not text:
        return text
    kept = state.read(conversation.state)
    own = frozenset(str(value) for value in kept.identity.values())
    return mask(text, kept.language or conversation.tenant.default_language, own)
