"""`/channels/{web,whatsapp,voice}/message`: the payloads of channels, each in its own shape."""

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase

from routing.api import gateway_request, passing
from routing.api import serializers as shapes
from routing.api.adapters.catalogue import ADAPTERS
from routing.api.door import Door
from routing.api.endpoint_schema import document


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
        return await passing.answer(
            request, message, lambda waited: adapter.say(waited.answer or {}, self.sent)
        )
