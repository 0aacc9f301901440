"""Releases, flags and switches: what channels are told of beside turns, whatever their profile."""

from collections.abc import Mapping
from typing import Any

from delivery import listeners
from delivery.models import Delivery
from tenancy import announcing


def tell(tenant_slug: str, event: str, data: Mapping[str, Any]) -> None:
    """Notes it for whoever asked for it, in the transaction of the change; sent at the next look."""
    Delivery.unscoped.bulk_create(
        Delivery(
            tenant_id=tenant_slug,
            channel_id=each.channel,
            event=event,
            payload=dict(data),
            target=tenant_slug if each.ordered else "",
        )
        for each in listeners.load(tenant_slug)
        if event in each.events
    )


announcing.also(tell)
