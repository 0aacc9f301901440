"""Speaks to Telegram's Bot API, by the outgoing policy; its errors as what an operator can do about them."""

from typing import Any

import httpx2
from django.conf import settings

from conversations.visits import visit
from delivery import sending
from delivery.models import Channel, Delivery
from delivery.outbox import DeliveryResult
from outbound import policy
from outbound.addresses import resolve_row_url
from outbound.errors import OutboundError
from outbound.sentences import Sentence, sentence_of
from outbound.sentences import Sentence as _
from routing.api.adapters import telegram
from routing.errors import BotError

UNREADABLE = "can't parse entities"


async def call(channel: Channel, method: str, body: dict[str, Any], seconds: float = 0) -> Any:
    """The result of a method; `seconds` is how long it may hold the line beyond the usual.

    :raises BotError: with what to do, where that is known.
    """
    token = str(channel.token)
    if not token:
        raise BotError(
            _("There is no bot token. Get one from @BotFather and enter it on the channel's page."), 401
        )
    try:
        address = f"{resolve_row_url(channel.url or settings.TELEGRAM_API).rstrip('/')}/bot{token}/{method}"
        timeout = httpx2.Timeout(settings.TOOL_DEADLINE + seconds, connect=policy.CONNECT_SECONDS)
        answer = await policy.client("http").post(address, json=body, timeout=timeout)
        document = answer.json()
    except (OutboundError, ValueError) as error:
        why = sentence_of(error)
        raise BotError(why.replace(token, "…") if token in why else why) from None
    except httpx2.HTTPError as error:
        raise BotError(_("Telegram could not be reached: %(why)s.") % {"why": type(error).__name__}) from None
    if isinstance(document, dict) and document.get("ok"):
        return document.get("result")
    known = document if isinstance(document, dict) else {}
    wait = (known.get("parameters") or {}).get("retry_after")
    raise BotError(
        _meaning(answer.status_code, str(known.get("description") or "")),
        answer.status_code,
        float(wait) if isinstance(wait, int | float) else None,
    )


def _meaning(status: int, description: str) -> str:
    if UNREADABLE in description:
        return description
    means = {
        401: _("Telegram does not know the token: get it from @BotFather and enter it again."),
        403: _("The user blocked the bot or left the chat."),
        404: _("Telegram does not know the token: get it from @BotFather and enter it again."),
        409: _(
            "Another program asks for this bot's updates, or a webhook is set. Stop it, or use the webhook "
            "only."
        ),
        429: _("Telegram asks to wait: too many messages at once."),
    }
    sentence = means.get(status, _("Telegram answered %(status)s.") % {"status": status})
    return (
        Sentence("%(said)s (%(words)s)") % {"said": sentence, "words": description[:160]}
        if description
        else sentence
    )


async def send(row: Delivery) -> DeliveryResult:
    """Sends an answer to its chat. What was sent of a long one is noted, and not sent twice."""
    payload, channel = dict(row.payload), row.channel
    try:
        if payload.get("callback") and not payload.get("done"):
            await _settle_button(channel, str(payload["callback"]))
        made = telegram.messages(payload, channel.markup != Channel.Markups.PLAIN)
        for place, body in enumerate(made, 1):
            if place > int(payload.get("done", 0)):
                await _message(channel, row.target, body)
                if place < len(made):
                    payload["done"] = place
                    await visit(
                        lambda: (
                            Delivery.unscoped.filter(pk=row.pk).exclude(payload={}).update(payload=payload)
                        )
                    )
    except BotError as error:
        gone = error.status in (400, 403)  # this chat, and not the bot
        return DeliveryResult(
            False,
            error.status,
            sentence_of(error),
            final=gone,
            retry_after=error.retry_after,
            theirs=gone or error.status == 429,
        )
    return DeliveryResult(True, 200)


async def _message(channel: Channel, chat: str, body: dict[str, Any]) -> None:
    sent = {"chat_id": int(chat), "link_preview_options": {"is_disabled": True}, **body}
    plain = sent.pop("plain")
    try:
        await call(channel, "sendMessage", sent)
    except BotError as error:
        if UNREADABLE not in str(error):
            raise
        sent.pop("parse_mode")
        await call(channel, "sendMessage", {**sent, "text": plain})


async def _settle_button(channel: Channel, callback: str) -> None:
    """Ends the clock on a pressed button; Telegram forgets old ones, which harms nobody."""
    try:
        await call(channel, "answerCallbackQuery", {"callback_query_id": callback})
    except BotError as error:
        if error.status != 400:
            raise


sending.register("telegram", send)
