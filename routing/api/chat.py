"""`/api/chat/*`: the simple chat, a user's own conversations, and session tokens."""

import time
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample

from conversations import deleting, ownership, reading
from routing.api import answer_shapes as answers
from routing.api import passing, sent_files
from routing.api import serializers as shapes
from routing.api.door import Door, reply
from routing.api.endpoint_schema import document
from routing.api.gateway_request import chat_request
from routing.api.query import once
from routing.api.read_by import erase_by, read_by
from routing.api.waiting import Waited
from routing.errors import NotAtAGateway
from routing.turns.audience import CONVERSATION, show
from tenancy import tokens
from tenancy.errors import Forbidden
from tenancy.principal import Principal

WHOLE = frozenset({"judges", "global_route_decision"})  # of an answer of which its reader sees all

EXAMPLE = OpenApiExample(
    "A question", {"message": "Onde está meu pedido P100?", "user_id": "u1"}, request_only=True
)


class ChatDoor(Door):
    """A message in, the answer out."""

    takes_messages = True
    takes_files = True
    door = "chat"
    force_multi = False

    @document(
        "Chat", "sendMessage", shapes.ChatMessage, {200: answers.CHAT, 202: shapes.Accepted},
        examples=[EXAMPLE], refuses=(404, 409, 413, 429, 502, 503, 508),
    )  # fmt: skip
    async def post(self, request: HttpRequest) -> HttpResponseBase:
        """Sends a message and waits for the answer.

        The rollout flag decides between the team and the single specialist.
        """
        said = self.read_checked(shapes.ChatMessage, self.sent)
        context = {**(said.get("context") or {}), **(said.get("business_context") or {})}
        return await passing.answer(
            request,
            chat_request(
                request,
                sent=self.sent,
                door=self.door,
                text=said["message"],
                text_at="/message",
                tenant_id=said.get("tenant_id") or None,
                agent_id=said.get("agent_id") or None,
                session_id=said.get("session_id"),
                conversation_id=said.get("conversation_id") or None,
                user_id=said.get("user_id") or None,
                channel=said.get("channel") or "web",
                context=context,
                message_id=said.get("message_id") or None,
                files=sent_files.read_attachments(self.sent.get("attachments"), "/attachments"),
                force_multi=self.force_multi,
            ),
            chat_answer,
        )


class MultiAgentDoor(ChatDoor):
    """The same with the team, whatever the rollout flag says."""

    door = "chat_multi"
    force_multi = True

    @document(
        "Chat", "sendMultiAgentMessage", shapes.ChatMessage, {200: answers.CHAT, 202: shapes.Accepted},
        examples=[EXAMPLE], refuses=(403, 404, 409, 413, 429, 503),
    )  # fmt: skip
    async def post(self, request: HttpRequest) -> HttpResponseBase:
        """Sends a message to the team.

        Needs the scope chat:multi_agent. A gateway, which has no team, refuses it.
        """
        if settings.GATEWAY:
            raise NotAtAGateway
        return await super().post(request)


def chat_answer(waited: Waited) -> dict[str, Any]:
    """The gateway's answer in the words of the simple chat."""
    answer = waited.answer or {}
    metadata = dict(answer.get("metadata") or {})
    judges = metadata.get("judges") or []
    session = metadata.get("global_session_id")  # at a gateway the conversation is the session there
    said = {
        "response": answer.get("text", ""),
        "conversation_id": session
        or metadata.get("conversation_id")
        or waited.accepted.get("conversation_id"),
        "conversation_key": session
        or metadata.get("conversation_key")
        or waited.accepted.get("conversation_key"),
        "current_agent": metadata.get("active_agent"),
        "previous_agent": metadata.get("previous_agent"),
        "handoff_count": metadata.get("handoff_count", 0),
        "usage": metadata.get("usage") or {},
        "metadata": metadata,
    }
    if not WHOLE.isdisjoint(metadata):
        said |= {
            "is_cached": bool(metadata.get("cached")),
            "similarity": metadata.get("similarity"),
            "judge_result": judges[0] if judges else None,
        }
    return said


class ConversationsDoor(Door):
    """A user's own conversations."""

    @document("Chat", "listConversations", None, {200: answers.ConversationPage}, query=shapes.PageQuery)
    async def get(self, request: HttpRequest) -> HttpResponseBase:
        """Lists the caller's conversations, the last active first."""
        page = self.read_checked(shapes.PageQuery, once(request))
        limit, offset = page["limit"], page["offset"]

        def read(who: Principal) -> tuple[list[dict[str, Any]], int]:
            rows = reading.conversations(who)
            if page.get("agent_id"):
                rows = rows.filter(agent_id=page["agent_id"])
            told = [reading.summary(row) for row in rows[offset : offset + limit]]
            return show(who, {"results": CONVERSATION}, {"results": told})["results"], rows.count()

        rows, total = await self.see(request, read, page, "chat")

        def at(start: int) -> str:
            return f"{request.path}?{urlencode({**once(request), 'limit': limit, 'offset': start})}"

        return reply(
            {
                "count": total,
                "next": at(offset + limit) if offset + limit < total else None,
                "previous": at(max(0, offset - limit)) if offset else None,
                "results": rows,
            }
        )


class ConversationDoor(Door):
    """One conversation of a user."""

    @document(
        "Chat",
        "readConversation",
        None,
        {200: answers.CONVERSATION},
        query=shapes.MessagesQuery,
        refuses=(404,),
    )
    async def get(self, request: HttpRequest, conversation_id: str) -> HttpResponseBase:
        """A conversation with its messages."""
        asked = self.read_checked(shapes.MessagesQuery, once(request))

        def read(who: Principal) -> dict[str, Any]:
            row = read_by(who, ownership.require(who, conversation_id), "conversation")
            past = reading.messages(row, asked["limit"], who, asked.get("before"))
            whole = {**reading.summary(row), "earlier": past["earlier"], "messages": past["messages"]}
            return show(who, CONVERSATION, whole)

        return reply(await self.see(request, read, asked, "chat"))

    @document(
        "Chat", "deleteConversation", None, {200: shapes.Ended}, query=shapes.UserQuery, refuses=(404, 409)
    )
    async def delete(self, request: HttpRequest, conversation_id: str) -> HttpResponseBase:
        """Ends a conversation and erases what was said in it."""
        asked = self.read_checked(shapes.UserQuery, once(request))

        def end(who: Principal) -> bool:
            return erase_by(who, ownership.require(who, conversation_id), deleting.end_session)

        return reply({"ended": await self.see(request, end, asked, "chat")})


class SessionTokenDoor(Door):
    """Signs in an end user on behalf of a company's server."""

    @document("Chat", "createSession", shapes.SessionRequest, {201: shapes.SessionToken}, refuses=(403,))
    async def post(self, request: HttpRequest) -> HttpResponseBase:
        """Signs a session token for one user. Needs a key with the scope session:create.

        The browser sends it as `Authorization: Bearer`; its user and context are believed. It ends with the
        key, and when somebody ends the sessions of the key or of the user.
        """
        asked = self.read_checked(shapes.SessionRequest, self.sent)

        def issue(who: Principal) -> dict[str, Any]:
            if who.kind != "key":  # a token dies with the key that it names, so there must be one
                raise Forbidden(detail=_("Only an API key signs in end users."))
            seconds = int(min(asked["seconds"], who.until - time.time()))
            token = tokens.issue(
                who.tenant_id,
                asked["user_id"],
                asked.get("context") or {},
                ("chat", "sessions"),
                seconds=seconds,
                key=who.id,
            )
            return {
                "token": token,
                "token_type": "Bearer",
                "expires_in": seconds,
                "tenant_id": who.tenant_id,
                "user_id": asked["user_id"],
            }

        signed = await self.see(request, issue, {"tenant_id": asked.get("tenant_id")}, "session:create")
        return reply(signed, status=201)
