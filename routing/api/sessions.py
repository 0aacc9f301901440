"""`/sessions/*`: one conversation as the agent gateway protocol shows it, by its conversation_key."""

from typing import Any

from conversations import deleting, ownership, reading
from conversations.models import Conversation
from handoffs.release import release
from routing.api import answer_shapes as answers
from routing.api import installation_shapes as installation
from routing.api import serializers as shapes
from routing.api.door import VisitDoor
from routing.api.endpoint_schema import document
from routing.api.read_by import erase_by, read_by
from routing.turns.audience import CHECKPOINT, MESSAGES, SESSION, show
from tenancy.principal import Principal


class SessionDoor(VisitDoor):
    scope = "sessions"

    @document("Sessions", "readSession", None, answers.SESSION, query=shapes.UserQuery)
    def get(self, who: Principal, conversation_key: str) -> Any:
        """Who is active, the state, the open question."""
        return show(who, SESSION, reading.session(_read(who, conversation_key, "session")))

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
        return show(who, MESSAGES, reading.messages(row, self.query["limit"], who, self.query.get("before")))

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
        release(ownership.require(who, conversation_key), who.user_id or who.credential)
        return {"released": True}


class CheckpointDoor(VisitDoor):
    scope = "sessions"

    @document("Sessions", "readCheckpoint", None, installation.Checkpoint, query=shapes.UserQuery)
    def get(self, who: Principal, conversation_key: str) -> Any:
        """The AgentState of the last turn, with its steps."""
        return show(who, CHECKPOINT, reading.checkpoint(_read(who, conversation_key, "checkpoint")))


def _read(who: Principal, name: str, where: str) -> Conversation:
    return read_by(who, ownership.require(who, name), where)
