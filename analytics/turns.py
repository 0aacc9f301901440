"""How messages were decided, who answered them and how fast. Reads the record, writes nothing."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from analytics.latency import Latency, measure_all, measure_by_agent
from analytics.numbers import compute_share, round_once
from analytics.period import Period, of_profile
from conversations.models import Turn
from routing.decision.method_column import NOT_SERVED
from routing.decision.reasons import method_in_words
from tenancy.models import Tenant

# Whose user was not served: the home, the inbox and analytics count these turns.
NOT_UNDERSTOOD: Mapping[str, tuple[str, ...]] = {"method__in": NOT_SERVED}
SURE = Count("routed_with_model", filter=Q(routed_with_model=False))


@dataclass(frozen=True, slots=True)
class Method:
    """How many turns were decided this way, their share in percent, and in how many conversations."""

    name: str
    count: int
    share: float
    conversations: int = 0

    @property
    def words(self) -> str:
        return method_in_words(self.name)


@dataclass(frozen=True, slots=True)
class Agent:
    """How many turns a specialist answered, in how many conversations, how many failed, and how long they
    took.
    """

    name: str
    count: int
    share: float
    failed: int
    conversations: int
    latency: Latency


@dataclass(frozen=True, slots=True)
class TurnReport:
    """The turns of a period."""

    total: int
    without_model: float  # share of turns for whose route no model was asked, in percent
    methods: tuple[Method, ...]
    agents: tuple[Agent, ...]
    latency: Latency


@dataclass(frozen=True, slots=True)
class TurnTotals:
    """The main figures of another period, to compare with."""

    total: int
    without_model: float
    latency: Latency


def count_turns(tenant: Tenant | str, period: Period, agent_id: str | None = None) -> TurnReport:
    """The turns of a period, of all profiles or one. Four queries."""
    rows = select_turns(tenant, period, agent_id)
    methods = list(
        rows.exclude(method="")
        .values_list("method")
        .annotate(n=Count("*"), talks=Count("conversation", distinct=True), sure=SURE)
        .order_by("-n", "method")
    )
    served = rows.exclude(agent="")
    agents = list(
        served.values_list("agent")
        .annotate(
            n=Count("*"),
            failed=Count("status", filter=Q(status=Turn.Statuses.FAILED)),
            talks=Count("conversation", distinct=True),
        )
        .order_by("-n", "agent")
    )
    times = measure_by_agent(served)
    total, answers = sum(row[1] for row in methods), sum(row[1] for row in agents)
    return TurnReport(
        total,
        compute_share(sum(row[3] for row in methods), total),
        tuple(
            Method(name, n, round_once(compute_share(n, total)), talks) for name, n, talks, _sure in methods
        ),
        tuple(
            Agent(name, n, round_once(compute_share(n, answers)), failed, talks, times.get(name, Latency()))
            for name, n, failed, talks in agents
        ),
        measure_all(rows),
    )


def sum_turns(tenant: Tenant | str, period: Period, agent_id: str | None = None) -> TurnTotals:
    """Only the main figures. Two queries."""
    rows = select_turns(tenant, period, agent_id)
    counted = rows.exclude(method="").aggregate(all=Count("*"), sure=SURE)
    return TurnTotals(counted["all"], compute_share(counted["sure"], counted["all"]), measure_all(rows))


def select_turns(tenant: Tenant | str, period: Period, agent_id: str | None = None) -> QuerySet[Turn]:
    """The turns whose message arrived in the period."""
    return of_profile(Turn.objects.of(tenant).filter(**period.within("created_at")), agent_id)
