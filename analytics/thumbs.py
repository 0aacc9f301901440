"""What people thought of answers: the thumbs given in a period. Reads the record, writes nothing."""

from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from analytics.numbers import compute_share
from analytics.period import Period, of_profile
from conversations.models import Feedback
from tenancy.models import Tenant


@dataclass(frozen=True, slots=True)
class Thumbs:
    """Thumbs up and down, and the conversations with one down."""

    helpful: int = 0
    unhelpful: int = 0
    conversations: int = 0

    @property
    def total(self) -> int:
        return self.helpful + self.unhelpful

    @property
    def share(self) -> float:
        """Thumbs up of all, in percent."""
        return compute_share(self.helpful, self.total)


def count_thumbs_in(tenant: Tenant | str, period: Period, agent_id: str | None = None) -> Thumbs:
    """How many of each kind in a period. One query."""
    return count_thumbs(select_thumbs(tenant, period, agent_id))


def count_thumbs(rows: QuerySet[Feedback]) -> Thumbs:
    """How many of each kind. One query."""
    down = Q(value=Feedback.Values.UNHELPFUL)
    counted = rows.aggregate(
        up=Count("value", filter=Q(value=Feedback.Values.HELPFUL)),
        down=Count("value", filter=down),
        talks=Count("turn__conversation", distinct=True, filter=down),
    )
    return Thumbs(counted["up"], counted["down"], counted["talks"])


def select_thumbs(tenant: Tenant | str, period: Period, agent_id: str | None = None) -> QuerySet[Feedback]:
    """The thumbs that were given in the period."""
    rows = Feedback.objects.of(tenant).filter(value__in=Feedback.Values.values, **period.within("created_at"))
    return of_profile(rows, agent_id, "turn__conversation")
