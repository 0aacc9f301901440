"""How messages were decided, and who answered them. Reads the record, writes nothing."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Avg, Count, F, Q
from django.utils import timezone

from conversations.models import Turn
from routing.reasons import method_in_words
from tenancy.models import Tenant

WITHOUT_MODEL = ("state", "keyword", "forced", "sticky", "clarified", "handoff", "fallback", "single")


@dataclass(frozen=True, slots=True)
class Method:
    """How many turns were decided this way, and their share in percent."""

    name: str
    count: int
    share: float

    @property
    def words(self) -> str:
        return method_in_words(self.name)


@dataclass(frozen=True, slots=True)
class Agent:
    """How many turns a specialist answered; `seconds` is the mean from the start of a turn to its end."""

    name: str
    count: int
    share: float
    failed: int
    seconds: float | None


@dataclass(frozen=True, slots=True)
class TurnReport:
    """The turns of a period."""

    total: int
    methods: tuple[Method, ...]
    agents: tuple[Agent, ...]

    @property
    def without_model(self) -> float:
        """Share of turns that were routed without asking a model, in percent."""
        return round(sum(method.share for method in self.methods if method.name in WITHOUT_MODEL), 1)


def turns(
    tenant: Tenant | str, days: int, agent_id: str | None = None, until: datetime | None = None
) -> TurnReport:
    """The decided turns of the last `days` days (before `until`). Two queries."""
    end = until or timezone.now()
    rows = Turn.objects.of(tenant).filter(created_at__gte=end - timedelta(days=days), created_at__lt=end)
    rows = rows.exclude(method="").order_by()
    if agent_id:
        rows = rows.filter(conversation__agent_id=agent_id)
    methods = list(rows.values_list("method").annotate(n=Count("pk")).order_by("-n", "method"))
    agents = list(
        rows.exclude(agent="")
        .values_list("agent")
        .annotate(
            n=Count("pk"),
            failed=Count("pk", filter=Q(status=Turn.Statuses.FAILED)),
            took=Avg(F("finished_at") - F("started_at")),
        )
        .order_by("-n", "agent")
    )
    total = sum(n for _name, n in methods)
    share = 100 / total if total else 0.0
    return TurnReport(
        total,
        tuple(Method(name, n, round(n * share, 1)) for name, n in methods),
        tuple(
            Agent(name, n, round(n * share, 1), failed, took.total_seconds() if took else None)
            for name, n, failed, took in agents
        ),
    )
