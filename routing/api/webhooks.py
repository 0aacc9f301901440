"""`/channels/webhook/{id}`: messages that a system of the company signs, as Standard Webhooks say."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from delivery import signing
from delivery.keys import keys
from delivery.models import Channel
from routing.api import answer_shapes as answers
from routing.api import gateway_request, passing
from routing.api import serializers as shapes
from routing.api.adapters.webhook import Webhook
from routing.api.door import Door, reply
from routing.api.endpoint_schema import document
from routing.api.signed_door import accept, headers_of, make_request, prove


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
        given, ids = headers_of(request), []

        def check(channel: Channel) -> None:
            ids.append(signing.verify(request.body, given, keys(channel)))

        proven = await prove(channel_id, Channel.Kinds.WEBHOOK, check)
        message = gateway_request.read_channel(request, self.sent, Webhook(ids[0]), "webhook")
        user_id = message.user_id or f"channel:{proven.channel.name}"
        if not proven.channel.url:
            return await passing.answer(request, make_request(message, proven, user_id), passing.whole)
        deliver = {"channel": proven.channel.pk, "target": ""}
        return reply(await accept(make_request(message, proven, user_id, deliver=deliver)), status=202)
