"""Telegram: updates by webhook (`/channels/telegram/{id}`) or by asking for them.

Answers leave through the outbox.

An update is answered with 200 as soon as its message is stored: what happens afterwards survives a crash.
"""

import hmac
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from conversations.idempotency import digest
from conversations.models import Conversation
from conversations.visits import visit
from delivery import outbox, sending
from delivery.errors import SignatureRefused
from delivery.keys import keys
from delivery.models import Channel
from language.spoken_languages import speak
from outbound.sentences import Sentence as _
from outbound.sentences import sentence_of
from routing.api import serializers as shapes
from routing.api.adapters import telegram
from routing.api.adapters.telegram import Update
from routing.api.channels import Proven, accept, prove
from routing.api.door import Door, reply
from routing.api.endpoint_schema import document
from routing.errors import NotAtAGateway
from routing.turns.outgoing import REPLY
from routing.turns.request import ChatRequest

HEADER = "X-Telegram-Bot-Api-Secret-Token"
AGAIN = (429, 503)  # refusals that pass: Telegram delivers the update once more


class TelegramDoor(Door):
    @document("Channels", "receiveTelegramUpdate", shapes.TelegramUpdate, shapes.Taken)
    async def post(self, request: HttpRequest, channel_id: str) -> HttpResponseBase:
        """Takes an update of Telegram. It proves itself by its secret token, not by a key."""
        given = request.headers.get(HEADER, "").encode()

        def check(channel: Channel) -> None:
            if not any(hmac.compare_digest(given, key.encode()) for key in keys(channel)):
                raise SignatureRefused(_("The secret token is not this channel's. Set the webhook again."))

        proven = await prove(channel_id, Channel.Kinds.TELEGRAM, check)
        await take(proven, self.sent)
        return reply({"ok": True})


async def take(proven: Proven, sent: Mapping[str, Any]) -> None:
    """Stores what an update says; one that was taken before is the same turn.

    :raises Exception: a refusal that passes (busy, stopping); others are noted on the channel.
    """
    update = telegram.read(sent)
    if update is None:
        return
    channel = proven.channel
    if channel.allowed and update.chat not in {str(each).strip() for each in channel.allowed}:
        await _note(
            channel,
            _("Chat %(chat)s wrote and is not allowed; add it under “who may write”.")
            % {"chat": update.chat},
        )
        return
    if not update.text:
        text, chat = speak(telegram.ONLY_TEXT, await _choose_language(proven, update)), update.chat
        once = f"telegram:{update.id}"
        await visit(lambda: outbox.put(channel, REPLY, {"text": text}, chat, once))
        sending.nudge()
        return
    if update.text == telegram.START:
        update = replace(update, text=speak(telegram.GREETING, await _choose_language(proven, update)))
    try:
        await accept(_make_request(proven, update, sent))
    except Exception as error:
        status = getattr(error, "status", 500)
        if status in AGAIN or status >= 500 or isinstance(error, NotAtAGateway):
            raise
        await _note(channel, sentence_of(error))


def _make_request(proven: Proven, update: Update, sent: Mapping[str, Any]) -> ChatRequest:
    channel, user_id = proven.channel, _name_user(update)
    deliver = {"channel": channel.pk, "target": update.chat, "callback": update.callback}
    return ChatRequest(
        door="telegram",
        credentials=proven.credentials(user_id),
        text=update.text,
        agent_id=channel.agent_id or None,
        session_id=_name_session(channel, update),
        user_id=user_id,
        channel="telegram",
        markup=channel.markup,
        message_id=f"{channel.name}:{update.id}",
        body_digest=digest(sent),
        deliver=deliver,
    )


async def _choose_language(proven: Proven, update: Update) -> str:
    """What is spoken where an update has no words that show it.

    As it says, as this chat spoke last, as the company does.
    """
    if update.language:
        return update.language
    chats = Conversation.objects.of(proven.tenant).filter(
        user_id=_name_user(update), key__endswith=f":{_name_session(proven.channel, update)}"
    )
    spoken = chats.order_by("-last_activity").values_list("state__language", flat=True)
    return await visit(spoken.first) or proven.tenant.default_language


def _name_user(update: Update) -> str:
    return f"telegram:{update.chat}"


def _name_session(channel: Channel, update: Update) -> str:
    return f"{channel.name}-{update.chat}"


async def _note(channel: Channel, problem: str) -> None:
    await visit(lambda: Channel.unscoped.filter(pk=channel.pk).update(problem=problem))
