"""How well coordinators and those they call in keep to their rules (mode `coordinator`).

Reads the record, writes nothing.

A beginning and an end of a sub-conversation are rows of `agent_handoffs`, a slip is a step of kind `rail`.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from analytics.period import Period, of_profile
from conversations.models import Conversation, Step
from handoffs.models import AgentHandoff
from tenancy.models import Tenant

Rows = QuerySet[Any]
BEGUN = AgentHandoff.Kinds.DELEGATION.value
ENDED = AgentHandoff.Kinds.DELEGATION_END.value
# In the order of the page; also what a list of conversations can be asked for.
QUALITIES: Mapping[str, Any] = {
    "called_in": _("specialist called in"),
    "came_back": _("came back at once"),
    "out_of_scope": _("ended as out of scope"),
    "not_ended": _("begun and not ended"),
    "announced": _("transfer announced"),
    "data_shown": _("data in the answer"),
}
# What a row of a beginning or an end says of each.
MOVED = {
    "called_in": Q(kind=BEGUN),
    "came_back": Q(kind=BEGUN, outcome=AgentHandoff.Outcomes.CAME_BACK),
    "out_of_scope": Q(kind=ENDED, outcome=AgentHandoff.Outcomes.OUT_OF_SCOPE),
}
SLIPS = {"announced": "ANNOUNCED", "data_shown": "JSON"}
CODES = {code: name for name, code in SLIPS.items()}


@dataclass(frozen=True, slots=True)
class Quality:
    """One count with the specialists that it is about: (name, how often), the most first; and in how many
    conversations. `since` are the turns by now of the oldest that has not ended."""

    name: str
    count: int
    conversations: int
    agents: tuple[tuple[str, int], ...]
    since: int | None = None

    @property
    def words(self) -> str:
        return str(QUALITIES[self.name])


def count_qualities(tenant: Tenant | str, period: Period, agent_id: str | None = None) -> tuple[Quality, ...]:
    """Every count; nothing where nobody was called in and nobody slipped. Two queries, five where there is
    something to count."""
    counts = _count(tenant, period, agent_id)
    if not any(counts.values()):
        return ()
    talks = _talks(tenant, period, agent_id)
    agents, talks["not_ended"], turns = _not_ended(select_rows("not_ended", tenant, period, agent_id))
    counts["not_ended"] = agents
    return tuple(
        Quality(
            name,
            sum(counts[name].values()),
            talks[name],
            tuple(counts[name].most_common()),
            turns or None if name == "not_ended" else None,
        )
        for name in QUALITIES
    )


def _count(tenant: Tenant | str, period: Period, agent_id: str | None) -> dict[str, Counter[str]]:
    """How often, by specialist. Two queries."""
    counts: dict[str, Counter[str]] = {name: Counter() for name in QUALITIES}
    moved = _of(AgentHandoff.objects.of(tenant), period, agent_id).values_list(
        "kind", "outcome", "from_agent", "to_agent"
    )
    for kind, outcome, giver, receiver, n in moved.annotate(n=Count("pk")).order_by("from_agent", "to_agent"):
        if kind == BEGUN:
            counts["called_in"][receiver] += n
            if outcome == AgentHandoff.Outcomes.CAME_BACK:
                counts["came_back"][receiver] += n
        elif outcome == AgentHandoff.Outcomes.OUT_OF_SCOPE:
            counts["out_of_scope"][giver] += n
    slips = _slips(tenant, period, agent_id).values_list("node", "agent")
    for node, agent, n in slips.annotate(n=Count("pk")).order_by("agent"):
        counts[CODES[node]][agent] += n
    return counts


def _talks(tenant: Tenant | str, period: Period, agent_id: str | None) -> dict[str, int]:
    """In how many conversations. Two queries."""
    moved = _of(AgentHandoff.objects.of(tenant), period, agent_id)
    found: dict[str, int] = moved.aggregate(
        **{name: Count("conversation", distinct=True, filter=which) for name, which in MOVED.items()}
    )
    slips = _slips(tenant, period, agent_id)
    return found | slips.aggregate(
        **{
            name: Count("turn__conversation", distinct=True, filter=Q(node=node))
            for name, node in SLIPS.items()
        }
    )


def _not_ended(rows: Rows) -> tuple[Counter[str], int, int]:
    """By specialist, in how many conversations, and for how many turns by now. One query."""
    found = list(
        rows.annotate(last=Max("conversation__turns__number")).values_list(
            "to_agent", "conversation", "last", "turn__number"
        )
    )
    ages = (last - begun for _agent, _talk, last, begun in found)
    return Counter(row[0] for row in found), len({row[1] for row in found}), max(ages, default=0)


def count_called_in(conversation: Conversation) -> int:
    """How often a specialist was called in, in all of a conversation. One query."""
    moved = AgentHandoff.objects.of(conversation.tenant_id).filter(conversation=conversation, blocked=False)
    return moved.filter(MOVED["called_in"]).count()


def select_rows(name: str, tenant: Tenant | str, period: Period, agent_id: str | None = None) -> Rows:
    """The rows that a count is made of: steps for slips, handoffs for the others."""
    if name in SLIPS:
        return _slips(tenant, period, agent_id).filter(node=SLIPS[name])
    moved = _of(AgentHandoff.objects.of(tenant), period, agent_id)
    if name != "not_ended":
        return moved.filter(MOVED[name])
    later = AgentHandoff.objects.of(tenant).filter(
        conversation=OuterRef("conversation"),
        kind=ENDED,
        timestamp__gte=OuterRef("timestamp"),
        turn__status="answered",
    )
    begun = moved.filter(~Exists(later), kind=BEGUN, turn__status="answered")
    return begun.exclude(outcome=AgentHandoff.Outcomes.ABANDONED)


def _of(rows: QuerySet[AgentHandoff], period: Period, agent_id: str | None) -> QuerySet[AgentHandoff]:
    """Beginnings and ends of the period."""
    rows = rows.filter(kind__in=(BEGUN, ENDED), blocked=False, **period.within("timestamp"))
    return of_profile(rows, agent_id)


def _slips(tenant: Tenant | str, period: Period, agent_id: str | None) -> QuerySet[Step]:
    rows = Step.objects.of(tenant).filter(kind="rail", node__in=CODES, **period.within("started_at"))
    return of_profile(rows, agent_id, "turn__conversation")
