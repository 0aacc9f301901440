"""Where a channel's messages and events go, for the rules about new hosts."""

from django.conf import settings

from delivery import outbox
from delivery.models import Channel
from egress import places
from egress.places import Destination


def address(channel: Channel) -> str:
    """A bot without an address of its own speaks to Telegram's; a webhook without one only answers.

    A stream is the installation's, named by its operator.
    """
    if channel.kind == Channel.Kinds.STREAM:
        return ""
    if channel.kind == Channel.Kinds.EMAIL:
        return f"mailto:{channel.email}" if channel.email else ""
    if channel.kind == Channel.Kinds.TELEGRAM:
        return channel.url or settings.TELEGRAM_API
    return channel.url


places.register(
    Destination(
        Channel,
        ("kind", "url", "email", "token"),
        address,
        {"url": "", "email": "", "token": ""},
        taken=outbox.wake,
    )
)
