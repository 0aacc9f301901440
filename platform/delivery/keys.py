"""A channel's secret: made with it, shown once, exchanged while the old one still counts for a day."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from delivery.models import Channel
from tenancy.operational import touch

OVERLAP = timedelta(hours=24)


def keys(channel: Channel) -> list[str]:
    """The secrets that count now, the newest first."""
    found = [str(channel.secret)]
    if channel.former and channel.former_until and channel.former_until > timezone.now():
        found.append(str(channel.former))
    return [key for key in found if key]


def rotate(channel: Channel) -> str:
    """A new secret, which cannot be had again; the one before counts for `OVERLAP` beside it."""
    plain = channel.new_secret()
    with transaction.atomic():
        channel.former, channel.former_until = channel.secret, timezone.now() + OVERLAP
        channel.secret = plain
        channel.save(update_fields=["secret", "former", "former_until"])
        touch(channel.tenant_id)
    return plain
