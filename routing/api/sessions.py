"""`/sessions/*`: one conversation as the agent gateway protocol shows it, by its conversation_key.

`/api/turns/*`: one turn, and stopping it.

`/api/chat/turns/{turn_id}/feedback`: what a writer thinks of one answer.
"""

from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from drf_spectacular.utils import OpenApiExample

from agents.guardrails.msk import mask
from conversations import deleting, feedback, ownership, reading, state
from conversations.models import Conversation
from handoffs.to_person import release_to_agents
from routing.api import answer_shapes as answers
from routing.api import installation_shapes as installation
from routing.api import serializers as shapes
from routing.api.door import Door, VisitDoor, reply
from routing.api.endpoint_schema import document
from routing.api.read_by import erase_by, may_read_others, read_by
from routing.turns.audience import CHECKPOINT, MESSAGES, SESSION, TURN, show
from routing.turns.run import stop
from tenancy import keys
from tenancy.authenticate import RawCredentials
from tenancy.principal import Principal


class SessionDoor(VisitDoor):
    scope = "sessions"

    @document("Sessions", "readSession", None, answers.SESSION, query=shapes.UserQuery)
    def get(self, who: Principal, conversation_key: str) -> Any:
        """Who is active, the state, the open question."""
        return show(who, SESSION, reading.describe_session(_read(who, conversation_key, "session")))

    @document("Sessions", "deleteSession", None, shapes.Ended, query=shapes.UserQuery, refuses=(409,))
    def delete(self, who: Principal, conversation_key: str) -> Any:
        """Ends a session and erases what was said; `ended` is false when it had ended before."""
        return {"ended": erase_by(who, ownership.require(who, conversation_key), deleting.end_session)}


class MessagesDoor(VisitDoor):
    scope = "sessions"

    @document("Sessions", "listMessages", None, answers.MESSAGES, query=shapes.MessagesQuery)
    def get(self, who: Principal, conversation_key: str) -> Any:
        """The last messages, the oldest of them first."""
        row = _read(who, conversation_key, "messages")
        return show(
            who, MESSAGES, reading.list_messages(row, self.query["limit"], who, self.query.get("before"))
        )

    @document("Sessions", "clearMessages", None, shapes.Cleared, query=shapes.UserQuery, refuses=(409,))
    def delete(self, who: Principal, conversation_key: str) -> Any:
        """Clears the history, the state and any open question; the session goes on."""
        erase_by(who, ownership.require(who, conversation_key), deleting.erase)
        return {"cleared": True}


class PersonDoor(VisitDoor):
    scope = "sessions"

    @document("Sessions", "returnToAgents", None, shapes.Released, query=shapes.UserQuery, refuses=(409,))
    def delete(self, who: Principal, conversation_key: str) -> Any:
        """Takes the mark off, when somebody has taken care of it: the agents answer that matter again."""
        release_to_agents(ownership.require(who, conversation_key), keys.name_of(who))
        return {"released": True}


class CheckpointDoor(VisitDoor):
    scope = "sessions"

    @document("Sessions", "readCheckpoint", None, installation.Checkpoint, query=shapes.UserQuery)
    def get(self, who: Principal, conversation_key: str) -> Any:
        """The AgentState of the last turn, with its steps."""
        return show(who, CHECKPOINT, reading.describe_checkpoint(_read(who, conversation_key, "checkpoint")))


def _read(who: Principal, name: str, where: str) -> Conversation:
    return read_by(who, ownership.require(who, name), where)


class TurnDoor(VisitDoor):
    scope = "chat"

    @document("Turns", "readTurn", None, answers.TURN, query=shapes.UserQuery)
    def get(self, who: Principal, turn_id: str) -> Any:
        """The status of a turn and, once there, its answer."""
        found = reading.describe_turn(who, turn_id)
        if may_read_others(who):
            read_by(who, ownership.require(who, found["conversation_key"]), "turn")
        return show(who, TURN, found)


class StopDoor(Door):
    body_optional = True

    @document(
        "Turns",
        "stopTurn",
        None,
        installation.Stopped,
        query=shapes.UserQuery,
        refuses=(409,),
        body_optional=True,
    )
    async def post(self, request: HttpRequest, turn_id: str) -> HttpResponseBase:
        """Stops a turn; what was already said stays."""
        body = self.read_checked(shapes.UserQuery, self.sent)
        tenant, user = (self.query.get(name) or body.get(name) or None for name in ("tenant_id", "user_id"))
        return reply(await stop(RawCredentials.of(request, tenant), turn_id, user))


FEEDBACK_EXAMPLE = OpenApiExample(
    "A thumb down with a reason",
    {"value": "unhelpful", "comment": "I asked about another day."},
    request_only=True,
)


class FeedbackDoor(VisitDoor):
    """A thumb up or down, with a comment if there is one."""

    scope = "chat"

    @document(
        "Chat",
        "giveFeedback",
        shapes.TurnFeedback,
        answers.Given,
        examples=[FEEDBACK_EXAMPLE],
        refuses=(409,),
    )
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
