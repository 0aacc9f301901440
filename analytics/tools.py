"""How often tools were called and failed, from the steps of turns. Reads the record, writes nothing."""

from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet
from django.db.models.fields.json import KT

from analytics.numbers import compute_share, format_percent
from analytics.period import Period, of_profile
from conversations.models import Step
from tenancy.models import Tenant

MADE = ("ok", "failed")
FAILED = Q(outcome="failed")


@dataclass(frozen=True, slots=True)
class Tool:
    """Calls that were made, those of them that failed, and the conversations these are in.

    `name` is empty for calls of conversations whose words were erased.
    """

    name: str
    calls: int
    errors: int
    conversations: int

    @property
    def share(self) -> float:
        """Failed calls of all, in percent."""
        return compute_share(self.errors, self.calls)

    @property
    def shown(self) -> str:
        return format_percent(self.share)


@dataclass(frozen=True, slots=True)
class ToolReport:
    """The calls of a period."""

    tools: tuple[Tool, ...] = ()
    calls: int = 0
    errors: int = 0
    conversations: int = 0  # with a call that failed

    @property
    def share(self) -> float:
        """Failed calls of all, in percent."""
        return compute_share(self.errors, self.calls)


def count_tools(tenant: Tenant | str, period: Period, agent_id: str | None = None) -> ToolReport:
    """Each tool, the most failures first.

    A call that was left out (something was missing) is none. Three queries.
    """
    rows = select_calls(tenant, period, agent_id).annotate(tool=KT("detail__tool"))
    failed = rows.filter(outcome="failed")
    counted = rows.values_list("tool").annotate(calls=Count("*"), errors=Count("outcome", filter=FAILED))
    talks = dict(failed.values_list("tool").annotate(n=Count("turn__conversation", distinct=True)))
    found = tuple(
        Tool(name or "", calls, errors, talks.get(name, 0))
        for name, calls, errors in counted.order_by("-errors", "-calls", "tool")
    )
    everywhere = failed.aggregate(n=Count("turn__conversation", distinct=True))["n"]
    calls, errors = sum(tool.calls for tool in found), sum(tool.errors for tool in found)
    return ToolReport(found, calls, errors, everywhere)


def sum_calls(tenant: Tenant | str, period: Period, agent_id: str | None = None) -> ToolReport:
    """Only the sums. One query."""
    counted = select_calls(tenant, period, agent_id).aggregate(
        calls=Count("*"), errors=Count("outcome", filter=FAILED)
    )
    return ToolReport((), counted["calls"], counted["errors"])


def select_calls(tenant: Tenant | str, period: Period, agent_id: str | None = None) -> QuerySet[Step]:
    """The calls that were made in the period, whether they worked or not."""
    rows = Step.objects.of(tenant).filter(kind="tool", outcome__in=MADE, **period.within("started_at"))
    return of_profile(rows, agent_id, "turn__conversation")
