"""`/sessions/*`: one conversation as the agent gateway protocol shows it, by its conversation_key."""

from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from conversations import deleting, ownership, reading
from conversations.models import Conversation
from handoffs.release import release
from routing.api import answer_shapes as answers
from routing.api import installation_shapes as installation
from routing.api import serializers as shapes
from routing.api.door import Door, reply
from routing.api.endpoint_schema import document
from routing.api.read_by import erase_by, read_by
from routing.turns.audience import CHECKPOINT, MESSAGES, SESSION, show
from tenancy.principal import Principal


class SessionDoor(Door):
    """A session."""

    @document("Sessions", "readSession", None, answers.SESSION, query=shapes.UserQuery)
    async def get(self, request: HttpRequest, conversation_key: str) -> HttpResponseBase:
        """Who is active, the state, the open question."""
        return reply(
            await self.see(
                request,
                lambda who: show(who, SESSION, reading.session(_read(who, conversation_key, "session"))),
                "sessions",
            )
        )

    @document("Sessions", "deleteSession", None, shapes.Ended, query=shapes.UserQuery, refuses=(409,))
    async def delete(self, request: HttpRequest, conversation_key: str) -> HttpResponseBase:
        """Ends a session and erases what was said; `ended` is false when it had ended before."""

        def end(who: Principal) -> bool:
            return erase_by(who, ownership.require(who, conversation_key), deleting.end_session)

        return reply({"ended": await self.see(request, end, "sessions")})


class MessagesDoor(Door):
    """The history of a session."""

    @document("Sessions", "listMessages", None, answers.MESSAGES, query=shapes.MessagesQuery)
    async def get(self, request: HttpRequest, conversation_key: str) -> HttpResponseBase:
        """The last messages, the oldest of them first."""

        def read(who: Principal) -> dict[str, Any]:
            row = _read(who, conversation_key, "messages")
            return show(
                who, MESSAGES, reading.messages(row, self.query["limit"], who, self.query.get("before"))
            )

        return reply(await self.see(request, read, "sessions"))

    @document("Sessions", "clearMessages", None, shapes.Cleared, query=shapes.UserQuery, refuses=(409,))
    async def delete(self, request: HttpRequest, conversation_key: str) -> HttpResponseBase:
        """Clears the history, the state and any open question; the session goes on."""

        def clear(who: Principal) -> bool:
            erase_by(who, ownership.require(who, conversation_key), deleting.erase)
            return True

        return reply({"cleared": await self.see(request, clear, "sessions")})


class PersonDoor(Door):
    """The person that a session waits for."""

    @document("Sessions", "returnToAgents", None, shapes.Released, query=shapes.UserQuery, refuses=(409,))
    async def delete(self, request: HttpRequest, conversation_key: str) -> HttpResponseBase:
        """Takes the mark off, when somebody has taken care of it: the agents answer that matter again."""

        def take_off(who: Principal) -> bool:
            release(ownership.require(who, conversation_key), who.user_id or who.credential)
            return True

        return reply({"released": await self.see(request, take_off, "sessions")})


class CheckpointDoor(Door):
    """The state after the last turn."""

    @document("Sessions", "readCheckpoint", None, installation.Checkpoint, query=shapes.UserQuery)
    async def get(self, request: HttpRequest, conversation_key: str) -> HttpResponseBase:
        """The AgentState of the last turn, with its steps."""
        return reply(
            await self.see(
                request,
                lambda who: show(
                    who, CHECKPOINT, reading.checkpoint(_read(who, conversation_key, "checkpoint"))
                ),
                "sessions",
            )
        )


def _read(who: Principal, name: str, where: str) -> Conversation:
    return read_by(who, ownership.require(who, name), where)
