"""How often specialists pass a conversation on, and along which paths. Reads the record, writes nothing."""

from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from analytics.numbers import compute_share
from analytics.period import Period, of_profile
from conversations.models import Message
from handoffs import record
from handoffs.models import AgentHandoff
from handoffs.to_person import TO_PERSON
from tenancy.models import Tenant

DAYS = (1, 365)


@dataclass(frozen=True, slots=True)
class Path:
    """How often control went from one specialist to another, and in how many conversations."""

    source: str
    target: str
    count: int
    conversations: int = 0


@dataclass(frozen=True, slots=True)
class HandoffReport:
    """The figures of handoffs. The rate is of conversations that had a message in the period, 0 to 100."""

    total_handoffs: int
    handoff_paths: tuple[Path, ...]
    conversations_with_handoffs: int
    total_conversations: int
    handoff_rate_percentage: float
    days: int
    conversations_to_person: int = 0

    @property
    def to_person_percentage(self) -> float:
        return compute_share(self.conversations_to_person, self.total_conversations)


def count_handoffs(
    tenant: Tenant | str, period: Period, agent_id: str | None = None, kind: str = record.KIND
) -> HandoffReport:
    """The handoffs of a period, for all profiles or one. Three queries.

    >>> count_handoffs("tenant_a", Period.last(30)).handoff_rate_percentage
    8.1
    """
    moved = of_profile(select_happened(tenant, period, kind), agent_id)
    texts = of_profile(Message.objects.of(tenant).filter(**period.within("created_at")), agent_id)
    paths = tuple(
        Path(source, target, count, talks)
        for source, target, count, talks in moved.values_list("from_agent", "to_agent")
        .annotate(count=Count("pk"), talks=Count("conversation", distinct=True))
        .order_by("-count", "from_agent", "to_agent")
    )
    every = AgentHandoff.objects.of(tenant).filter(blocked=False, **period.within("timestamp"))
    of_kinds = {"one": kind, "person": TO_PERSON}
    counts = {
        name: Count("conversation", distinct=True, filter=Q(kind=each)) for name, each in of_kinds.items()
    }
    counted = of_profile(every.filter(kind__in=of_kinds.values()), agent_id).aggregate(**counts)
    with_one = counted["one"]
    everyone = texts.aggregate(n=Count("conversation", distinct=True))["n"]
    rate = round(with_one / everyone * 100, 2) if everyone else 0.0
    return HandoffReport(
        sum(path.count for path in paths), paths, with_one, everyone, rate, period.days, counted["person"]
    )


def select_happened(tenant: Tenant | str, period: Period, kind: str = record.KIND) -> QuerySet[AgentHandoff]:
    """Handoffs that count (`handoffs.record`), or those of another kind that were not stopped."""
    conditions = {**record.ROWS, "kind": kind, **period.within("timestamp")}
    return AgentHandoff.objects.of(tenant).filter(**conditions)
