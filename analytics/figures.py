"""The main figures of a period, each with its change: what the page, its CSV and the API say.

How often a kept answer was given again, and what that saved. Reads the record, writes nothing.
"""

from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count, IntegerField, Q, Sum
from django.db.models.fields.json import KT
from django.db.models.functions import Cast
from django.utils.translation import gettext as _

from analytics import tools, turns
from analytics.backends import Handover, count_handovers
from analytics.costs import CostReport, sum_costs
from analytics.delegations import Quality, count_qualities
from analytics.filters import Filter, find_conversations
from analytics.handoffs import HandoffReport, count_handoffs
from analytics.latency import Latency
from analytics.numbers import (
    compute_share,
    format_change,
    format_percent,
    format_points,
    format_seconds,
    round_once,
)
from analytics.period import Period, of_profile
from analytics.period_request import PeriodRequest
from analytics.rails import RailCount, count_rails
from analytics.thumbs import Thumbs, count_thumbs, count_thumbs_in, select_thumbs
from analytics.tools import ToolReport
from analytics.turns import TurnReport, TurnTotals
from conversations.models import Step
from tenancy.models import Tenant

NODE = "cached_answer"


@dataclass(frozen=True, slots=True)
class KeptAnswerReport:
    """Turns whose intent keeps answers, those that got one that was kept, the tokens that these would have
    cost, and the thumbs on them.
    """

    asked: int = 0
    given: int = 0
    tokens_saved: int = 0
    thumbs: Thumbs = field(default_factory=Thumbs)

    @property
    def share(self) -> float:
        """The hit rate, in percent."""
        return compute_share(self.given, self.asked)

    @property
    def shown(self) -> str:
        return format_percent(self.share)


def report_kept_answers(
    tenant: Tenant | str, period: Period, agent_id: str | None = None
) -> KeptAnswerReport:
    """The figures of a period: two queries."""
    rows = Step.objects.of(tenant).filter(node=NODE, kind="node", **period.within("started_at"))
    rows = of_profile(rows, agent_id, "turn__conversation")
    saved = Cast(KT("detail__tokens_saved"), IntegerField())
    counted = rows.aggregate(asked=Count("*"), given=Count("pk", filter=Q(outcome="ok")), saved=Sum(saved))
    if not counted["asked"]:
        return KeptAnswerReport()
    thumbs = count_thumbs(select_thumbs(tenant, period, agent_id).filter(turn__outcome="cached"))
    return KeptAnswerReport(counted["asked"], counted["given"], counted["saved"] or 0, thumbs)


@dataclass(frozen=True, slots=True)
class PreviousPeriod:
    """The main figures of what a period is compared with."""

    handoffs: HandoffReport
    turns: TurnTotals
    tools: ToolReport
    thumbs: Thumbs


@dataclass(frozen=True, slots=True)
class FiguresReport:
    """Everything that is counted of a period.

    `slow` are conversations with a turn of `slowest` or more; `backends` what a gateway passed on, which
    belongs to no profile.
    """

    period: Period
    handoffs: HandoffReport
    turns: TurnReport
    tools: ToolReport
    thumbs: Thumbs
    slow: int
    sure: int
    before: PreviousPeriod | None
    delegations: tuple[Quality, ...] = ()
    backends: tuple[Handover, ...] = ()
    kept_answers: KeptAnswerReport = field(default_factory=KeptAnswerReport)
    costs: CostReport = field(default_factory=CostReport)
    rails: tuple[RailCount, ...] = ()

    @property
    def slowest(self) -> Filter:
        return Filter(what="slow", over=self.turns.latency.p95 or 1)


@dataclass(frozen=True, slots=True)
class Figure:
    """A number with what it was: `value` and `before` for programs, the rest in words.

    `rows` conversations behind.
    """

    name: str
    title: str
    shown: str
    change: str
    value: float | None
    before: float | None
    rows: int
    link: str
    filter: Filter


def count_everything(tenant: Tenant, selection: PeriodRequest) -> FiguresReport:
    """Counts a period and what it is compared with, in a constant number of queries."""
    period, agent_id = selection.period, selection.agent_id
    found = turns.count_turns(tenant, period, agent_id)
    slowest = Filter(what="slow", over=found.latency.p95 or 1)
    return FiguresReport(
        period,
        count_handoffs(tenant, period, agent_id),
        found,
        tools.count_tools(tenant, period, agent_id),
        count_thumbs_in(tenant, period, agent_id),
        find_conversations(tenant, period, slowest, agent_id).count() if found.latency.p95 is not None else 0,
        find_conversations(tenant, period, Filter(what="without_model"), agent_id).count()
        if found.total
        else 0,
        _earlier(tenant, selection.before, agent_id) if selection.before else None,
        count_qualities(tenant, period, agent_id),
        () if agent_id else count_handovers(tenant, period),
        report_kept_answers(tenant, period, agent_id),
        sum_costs(tenant, period, agent_id),
        count_rails(tenant, period, agent_id),
    )


def _earlier(tenant: Tenant, period: Period, agent_id: str) -> PreviousPeriod:
    return PreviousPeriod(
        count_handoffs(tenant, period, agent_id),
        turns.sum_turns(tenant, period, agent_id),
        tools.sum_calls(tenant, period, agent_id),
        count_thumbs_in(tenant, period, agent_id),
    )


def list_main_figures(found: FiguresReport) -> list[Figure]:
    """The numbers at the top of the page."""
    was = found.before
    latency, earlier = found.turns.latency, was.turns.latency if was else Latency()
    return [
        _share(
            "handoffs", _("handed over"), _rate(found.handoffs), _rate(was.handoffs) if was else None,
            found.handoffs.conversations_with_handoffs, _("with a handoff"), Filter(what="handoff"),
        ),
        _share(
            "to_person", _("went to a person"), _person_share(found.handoffs),
            _person_share(was.handoffs) if was else None, found.handoffs.conversations_to_person,
            _("with a person asked for"), Filter(what="person"),
        ),
        _share(
            "without_model", _("routed without a model"), _sure(found.turns),
            _sure(was.turns) if was else None,
            found.sure, _("without a model"), Filter(what="without_model"),
        ),
        Figure(
            "latency_median", _("half of the answers within"), format_seconds(latency.median),
            format_change(latency.median, earlier.median), latency.median, earlier.median, 0, "", Filter(),
        ),
        Figure(
            "latency_p95", _("19 of 20 answers within"), format_seconds(latency.p95),
            format_change(latency.p95, earlier.p95),
            latency.p95, earlier.p95, found.slow, _("with slower ones"), found.slowest,
        ),
        _share(
            "tool_errors", _("of tool calls failed"), _failing(found.tools),
            _failing(was.tools) if was else None,
            found.tools.conversations, _("where a tool failed"), Filter(what="tool_failed"),
        ),
        _share(
            "helpful", _("thumbs up"), _share_liked(found.thumbs), _share_liked(was.thumbs) if was else None,
            found.thumbs.conversations, _("with thumbs down"), Filter(what="thumbs_down"),
        ),
    ]  # fmt: skip


def _share(
    name: str, title: str, now: float | None, before: float | None, rows: int, link: str, filter: Filter
) -> Figure:
    return Figure(
        name, title, format_percent(now) if now is not None else "–",
        format_points(now, before) if now is not None and before is not None else "",
        _plain(now), _plain(before), rows, link, filter,
    )  # fmt: skip


# A share of nothing is no share: None.
def _rate(of: HandoffReport) -> float | None:
    return of.handoff_rate_percentage if of.total_conversations else None


def _person_share(of: HandoffReport) -> float | None:
    return of.to_person_percentage if of.total_conversations else None


def _sure(of: TurnReport | TurnTotals) -> float | None:
    return of.without_model if of.total else None


def _failing(of: ToolReport) -> float | None:
    return of.share if of.calls else None


def _share_liked(of: Thumbs) -> float | None:
    return of.share if of.total else None


def _plain(value: float | None) -> float | None:
    return None if value is None else round(value, 2)


def say_in_a_sentence(now: HandoffReport, before: HandoffReport | None) -> str:
    """The answer in words: "Handoffs fell to 8.1 % of conversations, from 9.4 %"."""
    if not now.total_conversations:
        return _("Nobody has written in this period.")
    rate = round_once(now.handoff_rate_percentage)
    rates: dict[str, Any] = {"now": format_percent(rate)}
    if before is None:
        return _("%(now)s of conversations were handed over.") % rates
    if not before.total_conversations:
        return (
            _("%(now)s of conversations were handed over. There is nothing earlier to compare with.") % rates
        )
    earlier = round_once(before.handoff_rate_percentage)
    rates["then"] = format_percent(earlier)
    if rate < earlier:
        return _("Handoffs fell to %(now)s of conversations, from %(then)s.") % rates
    if rate > earlier:
        return _("Handoffs rose to %(now)s of conversations, from %(then)s.") % rates
    return _("Handoffs stayed at %(now)s of conversations.") % rates
