"""`/api/analytics/...`: the figures of the page, and the conversations behind them, for programs."""

from collections.abc import Callable
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse

from analytics import thumbs, tools, turns
from analytics.access import Reader, reader, record_reader
from analytics.backends import handovers_in
from analytics.costs import costs_in
from analytics.delegations import qualities_in
from analytics.documents import (
    BackendAnswer,
    ComparedQuery,
    CostAnswer,
    DelegationAnswer,
    GuardrailAnswer,
    HandoffAnswer,
    HandoffQuery,
    ListAnswer,
    ListQuery,
    PeriodQuery,
    ToolAnswer,
    TurnAnswer,
)
from analytics.filters import Filter, conversations
from analytics.handoffs import handoffs_in
from analytics.listing import A_PAGE, lines
from analytics.period import Period
from analytics.rails import rails_in
from analytics.tables import list_row
from analytics.thumbs import Thumbs
from analytics.turns import TurnReport, TurnTotals
from conversations.visits import visit
from routing.api.door import Door, reply
from routing.api.endpoint_schema import document
from tenancy.models import Tenant

Figures = Callable[[str, dict[str, Any]], dict[str, Any]]
"""The figures of a company, for a query that was checked."""


class FiguresDoor(Door):
    """A door behind which figures of one company are read."""

    async def answer(self, request: HttpRequest, read: Figures) -> HttpResponse:
        """The figures of the company that the credentials, or the query, name; with the period's length."""
        checked = self.query

        def look() -> dict[str, Any]:
            company = reader(request, checked.get("tenant_id") or None).company
            return {**read(company, checked), "days": checked["period"].days}

        return reply(await visit(look))


class Handoffs(FiguresDoor):
    """How often specialists hand over, and to whom."""

    @document("Analytics", "analyzeHandoffs", None, {200: HandoffAnswer}, query=HandoffQuery, refuses=(404,))
    async def get(self, request: HttpRequest) -> HttpResponse:
        """Counted are handoffs that happened; one that the loop guard stopped is none."""
        return await self.answer(request, _handoffs)


class Turns(FiguresDoor):
    """How turns were decided, who answered them, how fast, and what people thought of it."""

    @document("Analytics", "analyzeTurns", None, {200: TurnAnswer}, query=ComparedQuery, refuses=(404,))
    async def get(self, request: HttpRequest) -> HttpResponse:
        """Times are of answered turns: the median and the 95th of 100, each a time that happened."""
        return await self.answer(request, _turns)


class Tools(FiguresDoor):
    """How often tools were called and failed."""

    @document("Analytics", "analyzeTools", None, {200: ToolAnswer}, query=ComparedQuery, refuses=(404,))
    async def get(self, request: HttpRequest) -> HttpResponse:
        """A call that was left out, because something was missing or switched off, is none."""
        return await self.answer(request, _tools)


class Delegations(FiguresDoor):
    """How coordinators and those they call in keep to their rules."""

    @document(
        "Analytics", "analyzeDelegations", None, {200: DelegationAnswer}, query=PeriodQuery, refuses=(404,)
    )
    async def get(self, request: HttpRequest) -> HttpResponse:
        """Sub-conversations begun, given back at once, ended as out of scope or not at all.

        Slips of models.
        """
        return await self.answer(request, _delegations)


class Guardrails(FiguresDoor):
    """What guardrails came to."""

    @document(
        "Analytics", "analyzeGuardrails", None, {200: GuardrailAnswer}, query=PeriodQuery, refuses=(404,)
    )
    async def get(self, request: HttpRequest) -> HttpResponse:
        """Turns by day, release, guardrail and specialist; of one turn the weightiest counts."""
        return await self.answer(request, _guardrails)


class Backends(FiguresDoor):
    """How often a gateway passed messages on from one backend to another."""

    @document("Analytics", "analyzeBackends", None, {200: BackendAnswer}, query=PeriodQuery, refuses=(404,))
    async def get(self, request: HttpRequest) -> HttpResponse:
        """From the gateway's own record, which knows no profile: of one there is nothing."""
        return await self.answer(request, _backends)


class Costs(FiguresDoor):
    """What models cost."""

    @document("Analytics", "analyzeCosts", None, {200: CostAnswer}, query=PeriodQuery, refuses=(404,))
    async def get(self, request: HttpRequest) -> HttpResponse:
        """In US dollars, by the prices of the day on which each turn ended."""
        return await self.answer(request, _costs)


class Conversations(Door):
    """The conversations behind a figure, 25 a page, the last active first."""

    @document("Analytics", "analyzeConversations", None, {200: ListAnswer}, query=ListQuery, refuses=(404,))
    async def get(self, request: HttpRequest) -> HttpResponse:
        """For credentials that may read sessions too."""
        query = self.query

        def read() -> dict[str, Any]:
            who = record_reader(request, query.get("tenant_id") or None)
            return _list(Tenant.objects.get(pk=who.company), query, who)

        return reply(await visit(read))


def _handoffs(company: str, query: dict[str, Any]) -> dict[str, Any]:
    return handoffs_in(company, query["period"], query.get("agent_id"), query["kind"]).to_json()


def _delegations(company: str, query: dict[str, Any]) -> dict[str, Any]:
    return {
        "delegations": [
            {
                "quality": each.name,
                "count": each.count,
                "conversations": each.conversations,
                "turns_since": each.turns or None,
                "agents": [{"agent": agent, "count": n} for agent, n in each.agents],
            }
            for each in qualities_in(company, query["period"], query.get("agent_id"))
        ]
    }


def _guardrails(company: str, query: dict[str, Any]) -> dict[str, Any]:
    counts = rails_in(company, query["period"], query.get("agent_id"))
    return {"guardrails": [each.to_json() for each in counts]}


def _backends(company: str, query: dict[str, Any]) -> dict[str, Any]:
    handovers = () if query.get("agent_id") else handovers_in(company, query["period"])
    return {"handovers": [each.to_json() for each in handovers]}


def _costs(company: str, query: dict[str, Any]) -> dict[str, Any]:
    costs = costs_in(company, query["period"], query.get("agent_id"))
    return {
        "turns": costs.turns,
        "cost_usd": costs.cost,
        "turns_of_unknown_price": costs.unknown,
        "by_day": [each.to_json() for each in costs.days],
        "by_specialist": [each.to_json() for each in costs.specialists],
        "by_model": [each.to_json() for each in costs.models],
        "by_release": [each.to_json() for each in costs.releases],
    }


def _turns(company: str, query: dict[str, Any]) -> dict[str, Any]:
    period, agent_id = query["period"], query.get("agent_id") or ""
    found = turns.turns_in(company, period, agent_id)
    before = _before(query)
    return {
        **_main(found, thumbs.thumbs_in(company, period, agent_id)),
        "before": _main(
            turns.totals_in(company, before, agent_id), thumbs.thumbs_in(company, before, agent_id)
        )
        if before
        else None,
        "methods": [
            {
                "method": each.name,
                "turns": each.count,
                "share_percentage": each.share,
                "conversations": each.conversations,
            }
            for each in found.methods
        ],
        "specialists": [
            {
                "agent": each.name,
                "turns": each.count,
                "share_percentage": each.share,
                "failed": each.failed,
                "median_ms": each.latency.median,
                "p95_ms": each.latency.p95,
                "conversations": each.conversations,
            }
            for each in found.agents
        ],
    }


def _main(found: TurnReport | TurnTotals, thumbs: Thumbs) -> dict[str, Any]:
    return {
        "total_turns": found.total,
        "without_model_percentage": round(found.without_model, 2),
        "median_ms": found.latency.median,
        "p95_ms": found.latency.p95,
        "helpful": thumbs.helpful,
        "unhelpful": thumbs.unhelpful,
    }


def _tools(company: str, query: dict[str, Any]) -> dict[str, Any]:
    period, agent_id, before = query["period"], query.get("agent_id") or "", _before(query)
    found = tools.tools_in(company, period, agent_id)
    was = tools.totals_in(company, before, agent_id) if before else None
    return {
        "total_calls": found.calls,
        "total_errors": found.errors,
        "error_percentage": round(found.share, 2),
        "error_percentage_before": round(was.share, 2) if was and was.calls else None,
        "conversations_with_error": found.conversations,
        "tools": [
            {
                "tool": each.name,
                "calls": each.calls,
                "errors": each.errors,
                "error_percentage": round(each.share, 2),
                "conversations_with_error": each.conversations,
            }
            for each in found.tools
        ],
    }


def _list(company: Tenant, query: dict[str, Any], who: Reader) -> dict[str, Any]:
    period, agent_id = query["period"], query.get("agent_id") or ""
    wanted = Filter.of(query).with_threshold(company, period, agent_id)
    rows = conversations(company, period, wanted, agent_id).defer("state", "options")
    pages = Paginator(rows, A_PAGE)
    shown = pages.page(query["page"]).object_list if query["page"] <= pages.num_pages else []
    who.note((row.pk for row in shown), "list")
    return {
        "conversations": [list_row(line) for line in lines(company, shown)],
        "total_conversations": pages.count,
        "page": query["page"],
        "pages": pages.num_pages,
        "days": period.days,
    }


def _before(query: dict[str, Any]) -> Period | None:
    period: Period = query["period"]
    return period.before(query["compare"])
