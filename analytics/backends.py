"""How often a gateway passed messages on from one backend to another.

Reads the gateway's record, writes nothing.
"""

from collections import Counter
from dataclasses import dataclass

from django.db.models import Count, Q

from analytics.numbers import compute_share, round_once
from analytics.period import Period
from routing.gateway.models import GatewayDecision
from tenancy.models import Tenant


@dataclass(frozen=True, slots=True)
class Handover:
    """How many messages one backend gave to another, and how many of these that one answered itself, in
    percent.
    """

    source: str
    target: str
    count: int
    answered: float


def count_handovers(tenant: Tenant | str, period: Period) -> tuple[Handover, ...]:
    """The handovers of a period, the most frequent first; nothing where there is no gateway.

    One query, whose rows are as many as there are ways from backend to backend, whatever was said.

    >>> count_handovers("tenant_a", Period.last(30))
    (Handover(source='contas', target='suporte', count=12, answered=91.7),)
    """
    ways = (
        GatewayDecision.objects.of(tenant)
        .filter(**period.within("at"))
        .exclude(handovers=[])
        .order_by()
        .values_list("handovers", "answered_by")
        .annotate(n=Count("pk"), answered=Count("pk", filter=Q(status=GatewayDecision.Statuses.ANSWERED)))
    )
    made: Counter[tuple[str, str]] = Counter()
    answered: Counter[tuple[str, str]] = Counter()
    for steps, by, n, by_itself in ways:
        for step in steps:
            made[step["from"], step["to"]] += n
        last = steps[-1]
        answered[last["from"], last["to"]] += by_itself if by == last["to"] else 0
    found = [Handover(*way, n, round_once(compute_share(answered[way], n))) for way, n in made.items()]
    return tuple(sorted(found, key=lambda each: (-each.count, each.source, each.target)))
