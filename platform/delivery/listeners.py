"""Who is told of a tenant's turns.

Its webhooks and e-mail addresses that are on, read with the tenant's operational counter.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from delivery.models import Channel
from releases import operational


@dataclass(frozen=True, slots=True)
class Listener:
    """A channel that is told of some events, of one profile or (empty) of all."""

    channel: str
    agent_id: str
    events: frozenset[str]


def load(tenant_slug: str) -> tuple[Listener, ...]:
    """The listeners of a tenant: one query."""
    webhook, mail = Channel.Kinds.WEBHOOK, Channel.Kinds.EMAIL
    wanted = Q(kind=webhook) & ~Q(url="") | Q(kind=mail) & ~Q(email="")
    rows = Channel.objects.of(tenant_slug).filter(wanted, enabled=True)
    columns = rows.values_list("pk", "agent_id", "events")
    return tuple(Listener(pk, agent_id, frozenset(events)) for pk, agent_id, events in columns if events)


def listeners_of(found: tuple[Listener, ...], agent_id: str) -> tuple[Mapping[str, Any], ...]:
    """Who is told of a turn of this profile, as a turn carries it."""
    return tuple(
        {"channel": each.channel, "events": sorted(each.events)}
        for each in found
        if each.agent_id in ("", agent_id)
    )


operational.register("delivery", load)
