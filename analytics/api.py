"""`/api/analytics/...`: the figures of the page, and the conversations behind them, for programs."""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from rest_framework.serializers import Serializer

from analytics import tools
from analytics.access import Reader, reader, record_reader
from analytics.backends import count_handovers
from analytics.costs import sum_costs
from analytics.delegations import count_qualities
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
    read_period,
)
from analytics.filters import Filter, find_conversations
from analytics.handoffs import count_handoffs
from analytics.listing import A_PAGE, list_conversations
from analytics.period import Period
from analytics.rails import count_rails
from analytics.tables import describe_row
from analytics.thumbs import count_thumbs_in
from analytics.turns import count_turns, sum_turns
from conversations.visits import visit
from routing.api.door import Door, reply
from routing.api.endpoint_schema import document
from tenancy.models import Tenant

Read = Callable[[str, Period, str, dict[str, Any]], dict[str, Any]]
"""Counts of a company in a period, for one profile or (empty) all, with the query that was checked."""


class FiguresDoor(Door):
    """A door behind which figures of one company are read."""

    async def answer(self, request: HttpRequest, shape: type[Serializer[Any]], read: Read) -> HttpResponse:
        """The figures of the company that the credentials, or the query, name; with the period's length."""
        query, language = self.query, translation.get_language()

        def look() -> Any:
            who = reader(request, query.get("tenant_id") or None)
            with translation.override(language), who.keep_day():
                period = read_period(query)
                found = read(who.company, period, query.get("agent_id") or "", query)
            return shape({**found, "days": period.days}).data

        return reply(await visit(look))


class Handoffs(FiguresDoor):
    """How often specialists hand over, and to whom."""

    @document("Analytics", "analyzeHandoffs", None, {200: HandoffAnswer}, query=HandoffQuery, refuses=(404,))
    async def get(self, request: HttpRequest) -> HttpResponse:
        """Counted are handoffs that happened; one that the loop guard stopped is none."""
        return await self.answer(request, HandoffAnswer, _count_handoffs)


class Turns(FiguresDoor):
    """How turns were decided, who answered them, how fast, and what people thought of it."""

    @document("Analytics", "analyzeTurns", None, {200: TurnAnswer}, query=ComparedQuery, refuses=(404,))
    async def get(self, request: HttpRequest) -> HttpResponse:
        """Times are of answered turns: the median and the 95th of 100, each a time that happened."""
        return await self.answer(request, TurnAnswer, _count_turns)


class Tools(FiguresDoor):
    """How often tools were called and failed."""

    @document("Analytics", "analyzeTools", None, {200: ToolAnswer}, query=ComparedQuery, refuses=(404,))
    async def get(self, request: HttpRequest) -> HttpResponse:
        """A call that was left out, because something was missing or switched off, is none."""
        return await self.answer(request, ToolAnswer, _count_tools)


class Delegations(FiguresDoor):
    """How coordinators and those they call in keep to their rules."""

    @document(
        "Analytics", "analyzeDelegations", None, {200: DelegationAnswer}, query=PeriodQuery, refuses=(404,)
    )
    async def get(self, request: HttpRequest) -> HttpResponse:
        """Sub-conversations begun, given back at once, ended as out of scope or not at all.

        Slips of models.
        """
        return await self.answer(request, DelegationAnswer, _count_delegations)


class Guardrails(FiguresDoor):
    """What guardrails came to."""

    @document(
        "Analytics", "analyzeGuardrails", None, {200: GuardrailAnswer}, query=PeriodQuery, refuses=(404,)
    )
    async def get(self, request: HttpRequest) -> HttpResponse:
        """Turns by day, release, guardrail and specialist; of one turn the weightiest counts."""
        return await self.answer(request, GuardrailAnswer, _count_rails)


class Backends(FiguresDoor):
    """How often a gateway passed messages on from one backend to another."""

    @document("Analytics", "analyzeBackends", None, {200: BackendAnswer}, query=PeriodQuery, refuses=(404,))
    async def get(self, request: HttpRequest) -> HttpResponse:
        """From the gateway's own record, which knows no profile: of one there is nothing."""
        return await self.answer(request, BackendAnswer, _count_handovers)


class Costs(FiguresDoor):
    """What models cost."""

    @document("Analytics", "analyzeCosts", None, {200: CostAnswer}, query=PeriodQuery, refuses=(404,))
    async def get(self, request: HttpRequest) -> HttpResponse:
        """In US dollars, by the prices of the day on which each turn ended."""
        return await self.answer(request, CostAnswer, _count_costs)


class Conversations(Door):
    """The conversations behind a figure, 25 a page, the last active first."""

    @document("Analytics", "analyzeConversations", None, {200: ListAnswer}, query=ListQuery, refuses=(404,))
    async def get(self, request: HttpRequest) -> HttpResponse:
        """For credentials that may read sessions too."""
        query, language = self.query, translation.get_language()

        def read() -> dict[str, Any]:
            who = record_reader(request, query.get("tenant_id") or None)
            with translation.override(language), who.keep_day():
                return _list(Tenant.objects.get(pk=who.company), query, who)

        return reply(await visit(read))


def _count_handoffs(company: str, period: Period, agent_id: str, query: dict[str, Any]) -> dict[str, Any]:
    return asdict(count_handoffs(company, period, agent_id, query["kind"]))


def _count_turns(company: str, period: Period, agent_id: str, query: dict[str, Any]) -> dict[str, Any]:
    def compare(earlier: Period) -> dict[str, Any]:
        return {
            "turns": sum_turns(company, earlier, agent_id),
            "thumbs": count_thumbs_in(company, earlier, agent_id),
        }

    before = period.before(query["compare"])
    return {
        "turns": count_turns(company, period, agent_id),
        "thumbs": count_thumbs_in(company, period, agent_id),
        "before": compare(before) if before else None,
    }


def _count_tools(company: str, period: Period, agent_id: str, query: dict[str, Any]) -> dict[str, Any]:
    before = period.before(query["compare"])
    was = tools.sum_calls(company, before, agent_id) if before else None
    return {"now": tools.count_tools(company, period, agent_id), "before": was if was and was.calls else None}


def _count_delegations(company: str, period: Period, agent_id: str, query: dict[str, Any]) -> dict[str, Any]:
    return {"delegations": count_qualities(company, period, agent_id)}


def _count_rails(company: str, period: Period, agent_id: str, query: dict[str, Any]) -> dict[str, Any]:
    return {"guardrails": [each.to_json() for each in count_rails(company, period, agent_id)]}


def _count_handovers(company: str, period: Period, agent_id: str, query: dict[str, Any]) -> dict[str, Any]:
    return {"handovers": () if agent_id else count_handovers(company, period)}


def _count_costs(company: str, period: Period, agent_id: str, query: dict[str, Any]) -> dict[str, Any]:
    return {"costs": sum_costs(company, period, agent_id)}


def _list(company: Tenant, query: dict[str, Any], who: Reader) -> dict[str, Any]:
    period, agent_id = read_period(query), query.get("agent_id") or ""
    wanted = Filter.of(query).with_threshold(company, period, agent_id)
    rows = find_conversations(company, period, wanted, agent_id).defer("state", "options")
    pages = Paginator(rows, A_PAGE)
    shown = pages.page(query["page"]).object_list if query["page"] <= pages.num_pages else []
    who.note((row.pk for row in shown), "list")
    return {
        "conversations": [describe_row(line) for line in list_conversations(company, shown)],
        "total_conversations": pages.count,
        "page": query["page"],
        "pages": pages.num_pages,
        "days": period.days,
    }
