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
from routing.api import sent_files, waiting
from routing.api import serializers as shapes
from routing.api.body import read_query_once
from routing.api.door import Door, VisitDoor, reply
from routing.api.endpoint_schema import document
from routing.api.gateway_request import read_chat_request
from routing.api.read_by import erase_by, read_by
from routing.api.waiting import Waited
from routing.errors import NotAtAGateway
from routing.turns.audience import CONVERSATION, show
from tenancy import tokens
from tenancy.errors import Forbidden
from tenancy.principal import Principal

WHOLE = frozenset({"judges", "global_route_decision"})  # of an answer of which its reader sees all

EXAMPLE = OpenApiExample(
    "A question", {"message": "When are you open on Sunday?", "user_id": "u1"}, request_only=True
)


class ChatDoor(Door):
    takes_messages = True
    takes_files = True
    door = "chat"
    force_multi = False

    @document(
        "Chat",
        "sendMessage",
        shapes.ChatMessage,
        {200: answers.CHAT, 202: shapes.Accepted},
        examples=[EXAMPLE],
        makes_turn=True,
    )
    async def post(self, request: HttpRequest) -> HttpResponseBase:
        """Sends a message and waits for the answer.

        The rollout flag decides between the team and the single specialist.
        """
        body = self.read_checked(shapes.ChatMessage, self.sent)
        context = {**(body.get("context") or {}), **(body.get("business_context") or {})}
        return await waiting.answer(
            request,
            read_chat_request(
                request,
                sent=self.sent,
                door=self.door,
                text=body["message"],
                text_at="/message",
                tenant_id=body.get("tenant_id") or None,
                agent_id=body.get("agent_id") or None,
                session_id=body.get("session_id"),
                conversation_id=body.get("conversation_id") or None,
                user_id=body.get("user_id") or None,
                channel=body.get("channel") or "web",
                context=context,
                options=body.get("session_options") or {},
                message_id=body.get("message_id") or None,
                files=sent_files.read_attachments(self.sent.get("attachments"), "/attachments"),
                force_multi=self.force_multi,
            ),
            make_chat_answer,
        )


class MultiAgentDoor(ChatDoor):
    """The same with the team, whatever the rollout flag says."""

    door = "chat_multi"
    force_multi = True

    @document(
        "Chat",
        "sendMultiAgentMessage",
        shapes.ChatMessage,
        {200: answers.CHAT, 202: shapes.Accepted},
        examples=[EXAMPLE],
        makes_turn=True,
    )
    async def post(self, request: HttpRequest) -> HttpResponseBase:
        """Sends a message to the team.

        Needs the scope chat:multi_agent. A gateway, which has no team, refuses it.
        """
        if settings.GATEWAY:
            raise NotAtAGateway
        return await super().post(request)


def make_chat_answer(waited: Waited) -> dict[str, Any]:
    """The gateway's answer in the words of the simple chat."""
    answer = waited.answer or {}
    metadata = dict(answer.get("metadata") or {})
    judges = metadata.get("judges") or []
    session = metadata.get("global_session_id")  # at a gateway the conversation is the session there
    simple = {
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
        simple |= {
            "is_cached": bool(metadata.get("cached")),
            "similarity": metadata.get("similarity"),
            "judge_result": judges[0] if judges else None,
        }
    return simple


class ConversationsDoor(VisitDoor):
    scope = "chat"

    @document("Chat", "listConversations", None, answers.ConversationPage, query=shapes.PageQuery)
    def get(self, who: Principal) -> Any:
        """Lists the caller's conversations, the last active first."""
        limit, offset = self.query["limit"], self.query["offset"]
        rows = reading.list_conversations(who)
        if self.query.get("agent_id"):
            rows = rows.filter(agent_id=self.query["agent_id"])
        listed, total = (
            [reading.describe_conversation(row) for row in rows[offset : offset + limit]],
            rows.count(),
        )
        return {
            "count": total,
            "next": self._link(offset + limit) if offset + limit < total else None,
            "previous": self._link(max(0, offset - limit)) if offset else None,
            **show(who, {"results": CONVERSATION}, {"results": listed}),
        }

    def _link(self, start: int) -> str:
        """The address of the page that begins there."""
        query = {**read_query_once(self.request), "limit": self.query["limit"], "offset": start}
        return f"{self.request.path}?{urlencode(query)}"


class ConversationDoor(VisitDoor):
    scope = "chat"

    @document("Chat", "readConversation", None, answers.CONVERSATION, query=shapes.MessagesQuery)
    def get(self, who: Principal, conversation_id: str) -> Any:
        """A conversation with its messages."""
        row = read_by(who, ownership.require(who, conversation_id), "conversation")
        past = reading.list_messages(row, self.query["limit"], who, self.query.get("before"))
        whole = {
            **reading.describe_conversation(row),
            "earlier": past["earlier"],
            "messages": past["messages"],
        }
        return show(who, CONVERSATION, whole)

    @document("Chat", "deleteConversation", None, shapes.Ended, query=shapes.UserQuery, refuses=(409,))
    def delete(self, who: Principal, conversation_id: str) -> Any:
        """Ends a conversation and erases what was said in it."""
        return {"ended": erase_by(who, ownership.require(who, conversation_id), deleting.end_session)}


class SessionTokenDoor(VisitDoor):
    """Signs in an end user on behalf of a company's server."""

    scope = "session:create"

    @document("Chat", "createSession", shapes.SessionRequest, {201: shapes.SessionToken})
    def post(self, who: Principal) -> Any:
        """Signs a session token for one user. Needs a key with the scope session:create.

        The browser sends it as `Authorization: Bearer`; its user and context are believed. It ends with the
        key, and when somebody ends the sessions of the key or of the user.
        """
        if who.kind != "key":  # a token dies with the key that it names, so there must be one
            raise Forbidden(detail=_("Only an API key signs in end users."))
        user, seconds = self.body["user_id"], int(min(self.body["seconds"], who.until - time.time()))
        context, scopes = self.body.get("context") or {}, ("chat", "sessions")
        token = tokens.issue(who.tenant_id, user, context, scopes, seconds=seconds, key=who.id)
        signed = {
            "token": token,
            "token_type": "Bearer",
            "expires_in": seconds,
            "tenant_id": who.tenant_id,
            "user_id": user,
        }
        return reply(signed, status=201)
