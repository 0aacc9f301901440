"""What differs between the kinds of channels: one line each.

>>> KINDS["telegram"].door
True
"""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from django.conf import settings

from delivery import signing


class ChannelRow(Protocol):
    """What a kind reads of a channel."""

    url: str
    email: str


@dataclass(frozen=True, slots=True)
class ChannelKind:
    """One kind.

    `door`: messages come in by it, proven by its secret, which `secret` makes in the form that the other side
    expects. `address`: where its things go, for the rules about new hosts; empty: nowhere that a company
    names. `receiver`: whether events may be sent to it. `schedule`: seconds before the attempts after the
    first, about a day in all. `ours`: the other side is the installation's, where no company can mend
    anything: it is not switched off for having taken nothing.
    """

    door: bool
    secret: Callable[[], str]
    address: Callable[[ChannelRow], str]
    receiver: Callable[[ChannelRow], bool]
    schedule: tuple[int, ...]
    ours: bool = False


# As senders of Standard Webhooks publish it.
PATIENT = (5, 300, 1800, 7200, 18_000, 36_000, 36_000)
# Somebody is waiting in the chat, and what follows waits too.
EAGER = (5, 10, 20, 60, 60, 120, 300, 900, 1800, 3600, 7200, 18_000, 36_000)


def _telegram_secret() -> str:
    return secrets.token_urlsafe(32)


def _bot_address(channel: ChannelRow) -> str:
    return str(channel.url or settings.TELEGRAM_API)  # a bot without one of its own speaks to Telegram's


def _mail_address(channel: ChannelRow) -> str:
    return f"mailto:{channel.email}" if channel.email else ""


def _url(channel: ChannelRow) -> str:
    return str(channel.url)  # a webhook without one only answers


def _no_address(channel: ChannelRow) -> str:
    return ""  # the installation's, named by its operator


KINDS: Mapping[str, ChannelKind] = {
    "webhook": ChannelKind(True, signing.new_secret, _url, lambda channel: bool(channel.url), PATIENT),
    "telegram": ChannelKind(True, _telegram_secret, _bot_address, lambda channel: False, EAGER),
    "email": ChannelKind(
        False, signing.new_secret, _mail_address, lambda channel: bool(channel.email), PATIENT
    ),
    "stream": ChannelKind(False, signing.new_secret, _no_address, lambda channel: True, PATIENT, ours=True),
}
# A kind that only a newer version knows, while that is brought in: nothing comes or goes by it.
UNKNOWN = ChannelKind(False, signing.new_secret, _no_address, lambda channel: False, PATIENT)
