"""`/channels/*`: payloads of channels, each in its own shape, behind a key (web, WhatsApp, voice), or behind
a secret of the channel's own: webhooks that a company's system signs, as Standard Webhooks say, and Telegram.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone

from conversations.errors import KeyInUse
from conversations.visits import visit
from delivery import signing
from delivery.errors import UnknownChannel
from delivery.keys import keys
from delivery.models import Channel
from routing.api import answer_shapes as answers
from routing.api import gateway_request, waiting
from routing.api import serializers as shapes
from routing.api.adapters.catalogue import ADAPTERS
from routing.api.adapters.webhook import Webhook
from routing.api.door import Door, reply
from routing.api.endpoint_schema import document
from routing.api.waiting import close
from routing.turns.request import ChatRequest
from routing.turns.run import run_turn
from tenancy import tokens
from tenancy.authenticate import RawCredentials
from tenancy.models import Tenant

NOTED_EVERY = timedelta(minutes=1)
TOKEN_SECONDS = 120
SCOPES = ("chat", "context:trusted")  # whoever has the secret speaks for the company


@dataclass(frozen=True, slots=True)
class Proven:
    """A channel that proved itself, and what issues tokens for the users that it names."""

    channel: Channel
    tenant: Tenant

    def credentials(self, user_id: str) -> RawCredentials:
        """As if the user came with a session token: one way to say who somebody is."""
        token = tokens.issue(
            self.tenant.pk, user_id, {}, SCOPES, seconds=TOKEN_SECONDS, epoch=self.tenant.token_epoch
        )
        return RawCredentials(authorization=f"Bearer {token}")


async def prove(channel_id: str, kind: str, check: Callable[[Channel], None]) -> Proven:
    """The channel of an address, once `check` believes that the request is its own; one visit.

    :raises UnknownChannel: none of this kind, or switched off.
    """

    def look() -> Proven:
        row = Channel.unscoped.select_related("tenant").filter(pk=channel_id[:36], kind=kind, enabled=True)
        channel = row.first()
        if channel is None:
            raise UnknownChannel
        check(channel)
        now = timezone.now()
        if channel.heard_at is None or channel.heard_at < now - NOTED_EVERY:
            Channel.unscoped.filter(pk=channel.pk).update(heard_at=now)
        return Proven(channel, channel.tenant)

    return await visit(look)


async def accept(message: ChatRequest) -> Mapping[str, Any]:
    """Stores a message and gives its turn, without waiting for the answer.

    That one goes through the outbox.
    """
    events = run_turn(message)
    try:
        return (await anext(events)).data
    except KeyInUse as error:  # delivered again while it is being answered
        return {"turn_id": error.turn_id, "status": "running"}
    finally:
        await close(events)


def make_request(message: ChatRequest, proven: Proven, user_id: str, **more: Any) -> ChatRequest:
    """The request as the channel's; its profile where the message names none.

    What is not signed says nothing: an Idempotency-Key would make a new turn of a message that is sent once
    more.
    """
    agent_id = message.agent_id or proven.channel.agent_id or None
    return replace(
        message,
        credentials=proven.credentials(user_id),
        user_id=user_id,
        tenant_id=None,
        agent_id=agent_id,
        markup=proven.channel.markup,
        idempotency_key=None,
        **more,
    )


def read_headers(request: HttpRequest) -> dict[str, str]:
    """A request's headers by their small names."""
    return {name.lower(): value for name, value in request.headers.items()}


class ChannelDoor(Door):
    takes_messages = True

    @document(
        "Channels",
        "sendChannelMessage",
        shapes.ChannelMessage,
        {200: shapes.ChannelAnswer, 202: shapes.Accepted},
        makes_turn=True,
    )
    async def post(self, request: HttpRequest, channel: str) -> HttpResponseBase:
        """Takes a message of web, whatsapp or voice and answers in the channel's shape.

        A message with a `message_id` that comes again is the same turn and gets the stored answer.
        """
        adapter = ADAPTERS.get(channel)
        if adapter is None:
            raise Http404
        message = gateway_request.read_channel(request, self.sent, adapter, f"channel_{channel}")
        return await waiting.answer(
            request, message, lambda waited: adapter.say(waited.answer or {}, self.sent)
        )


class WebhookDoor(Door):
    """A message in; the answer comes as an event to the channel's address, or in the response where it has
    none.
    """

    @document(
        "Channels",
        "receiveWebhook",
        shapes.SignedMessage,
        {200: answers.GATEWAY, 202: shapes.Accepted},
        makes_turn=True,
    )
    async def post(self, request: HttpRequest, channel_id: str) -> HttpResponseBase:
        """Takes a signed message. The same webhook-id again is the same turn and gets the stored answer.

        It proves itself by `webhook-id`, `webhook-timestamp` and `webhook-signature`, not by a key.
        """
        given, ids = read_headers(request), []

        def check(channel: Channel) -> None:
            ids.append(signing.verify(request.body, given, keys(channel)))

        proven = await prove(channel_id, Channel.Kinds.WEBHOOK, check)
        message = gateway_request.read_channel(request, self.sent, Webhook(ids[0]), "webhook")
        user_id = message.user_id or f"channel:{proven.channel.name}"
        if not proven.channel.url:
            return await waiting.answer(request, make_request(message, proven, user_id))
        deliver = {"channel": proven.channel.pk, "target": ""}
        return reply(await accept(make_request(message, proven, user_id, deliver=deliver)), status=202)
