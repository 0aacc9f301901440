"""Who is told of a tenant's turns, and of its releases, flags and switches, whatever their profile.

Its webhooks, e-mail addresses and streams that are on, read with the tenant's operational counter.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db.models import Q

from delivery.models import Channel, Delivery
from releases import operational
from tenancy import announcing


@dataclass(frozen=True, slots=True)
class Listener:
    """A channel that is told of some events, of one profile or (empty) of all.

    `ordered`: those of one conversation one after the other. `silent`: nothing is sent there, as no e-mail is
    by an installation without `EMAIL_URL`.
    """

    channel: str
    agent_id: str
    events: frozenset[str]
    ordered: bool
    silent: bool = False


def load(tenant_slug: str) -> tuple[Listener, ...]:
    """The listeners of a tenant: one query."""
    webhook, mail, stream = Channel.Kinds.WEBHOOK, Channel.Kinds.EMAIL, Channel.Kinds.STREAM
    wanted = Q(kind=webhook) & ~Q(url="") | Q(kind=mail) & ~Q(email="") | Q(kind=stream)
    rows = Channel.objects.of(tenant_slug).filter(wanted, enabled=True)
    columns = rows.values_list("pk", "agent_id", "events", "kind")
    return tuple(
        Listener(pk, agent_id, frozenset(events), kind == stream, kind == mail and not settings.EMAIL_URL)
        for pk, agent_id, events, kind in columns
        if events
    )


def is_heard(tenant_slug: str, event: str) -> bool:
    """Whether anybody is told of an event, in whatever profile."""
    return any(event in each.events and not each.silent for each in load(tenant_slug))


def listeners_of(found: tuple[Listener, ...], agent_id: str) -> tuple[Mapping[str, Any], ...]:
    """Who is told of a turn of this profile, as a turn carries it."""
    return tuple(
        {"channel": each.channel, "events": sorted(each.events), "ordered": each.ordered}
        | ({"silent": True} if each.silent else {})
        for each in found
        if each.agent_id in ("", agent_id)
    )


def target_of(each: Mapping[str, Any], about: str) -> str:
    """Whom a listener's event goes to; `about` is the conversation or company whose order it may want."""
    return str(each.get("target", "")) or (about if each.get("ordered") else "")


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
        for each in load(tenant_slug)
        if event in each.events
    )


operational.register("delivery", load)
announcing.also(tell)
