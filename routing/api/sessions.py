"""`/sessions/*`: one conversation as the agent gateway protocol shows it, by its conversation_key."""

from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from conversations import deleting, ownership, reading
from conversations.models import Conversation
from handoffs.release import release
from routing.api import answer_shapes as answers
from routing.api import installation_shapes as told
from routing.api import serializers as shapes
from routing.api.door import Door, reply
from routing.api.endpoint_schema import document
from routing.api.query import once
from routing.api.read_by import erase_by, read_by
from routing.turns.audience import CHECKPOINT, MESSAGES, SESSION, show
from tenancy.principal import Principal


class SessionDoor(Door):
    """A session."""

    @document("Sessions", "readSession", None, {200: answers.SESSION}, query=shapes.UserQuery, refuses=(404,))
    async def get(self, request: HttpRequest, conversation_key: str) -> HttpResponseBase:
        """Who is active, the state, the open question."""
        asked = self.read_checked(shapes.UserQuery, once(request))
        return reply(
            await self.see(
                request,
                lambda who: show(who, SESSION, reading.session(_read(who, conversation_key, "session"))),
                asked,
                "sessions",
            )
        )

    @document(
        "Sessions", "deleteSession", None, {200: shapes.Ended}, query=shapes.UserQuery, refuses=(404, 409)
    )
    async def delete(self, request: HttpRequest, conversation_key: str) -> HttpResponseBase:
        """Ends a session and erases what was said; `ended` is false when it had ended before."""
        asked = self.read_checked(shapes.UserQuery, once(request))

        def end(who: Principal) -> bool:
            return erase_by(who, ownership.require(who, conversation_key), deleting.end_session)

        return reply({"ended": await self.see(request, end, asked, "sessions")})


class MessagesDoor(Door):
    """The history of a session."""

    @document(
        "Sessions", "listMessages", None, {200: answers.MESSAGES}, query=shapes.MessagesQuery, refuses=(404,)
    )
    async def get(self, request: HttpRequest, conversation_key: str) -> HttpResponseBase:
        """The last messages, the oldest of them first."""
        asked = self.read_checked(shapes.MessagesQuery, once(request))

        def read(who: Principal) -> dict[str, Any]:
            row = _read(who, conversation_key, "messages")
            return show(who, MESSAGES, reading.messages(row, asked["limit"], who, asked.get("before")))

        return reply(await self.see(request, read, asked, "sessions"))

    @document(
        "Sessions", "clearMessages", None, {200: shapes.Cleared}, query=shapes.UserQuery, refuses=(404, 409)
    )
    async def delete(self, request: HttpRequest, conversation_key: str) -> HttpResponseBase:
        """Clears the history, the state and any open question; the session goes on."""
        asked = self.read_checked(shapes.UserQuery, once(request))

        def clear(who: Principal) -> bool:
            erase_by(who, ownership.require(who, conversation_key), deleting.erase)
            return True

        return reply({"cleared": await self.see(request, clear, asked, "sessions")})


class PersonDoor(Door):
    """The person that a session waits for."""

    @document(
        "Sessions", "returnToAgents", None, {200: shapes.Released}, query=shapes.UserQuery, refuses=(404, 409)
    )
    async def delete(self, request: HttpRequest, conversation_key: str) -> HttpResponseBase:
        """Takes the mark off, when somebody has taken care of it: the agents answer that matter again."""
        asked = self.read_checked(shapes.UserQuery, once(request))

        def take_off(who: Principal) -> bool:
            release(ownership.require(who, conversation_key), who.user_id or who.credential)
            return True

        return reply({"released": await self.see(request, take_off, asked, "sessions")})


class CheckpointDoor(Door):
    """The state after the last turn."""

    @document(
        "Sessions", "readCheckpoint", None, {200: told.Checkpoint}, query=shapes.UserQuery, refuses=(404,)
    )
    async def get(self, request: HttpRequest, conversation_key: str) -> HttpResponseBase:
        """The AgentState of the last turn, with its steps."""
        asked = self.read_checked(shapes.UserQuery, once(request))
        return reply(
            await self.see(
                request,
                lambda who: show(
                    who, CHECKPOINT, reading.checkpoint(_read(who, conversation_key, "checkpoint"))
                ),
                asked,
                "sessions",
            )
        )


def _read(who: Principal, name: str, where: str) -> Conversation:
    return read_by(who, ownership.require(who, name), where)
