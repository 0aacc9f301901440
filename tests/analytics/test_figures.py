"""Each figure of the page, counted by hand, and the conversations that its link lists."""

import re
from datetime import date, timedelta
from html import unescape

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from agents.models import Specialist
from analytics import thumbs, tools, turns
from analytics.errors import BadPeriod
from analytics.figures import count_everything, list_main_figures, say_in_a_sentence
from analytics.filters import Filter, find_conversations
from analytics.latency import Latency
from analytics.pages import collect_figures
from analytics.period import Period
from analytics.period_request import PeriodRequest
from conversations.deleting import end_session
from conversations.models import Turn
from handoffs.models import AgentHandoff
from routing.models import AgentProfile
from tenancy.models import Tenant
from tests.analytics.record import staff, talk
from tests.parts.phrases import try_each

pytestmark = pytest.mark.django_db


@pytest.fixture
def shop() -> Tenant:
    return Tenant.objects.create(slug="shop", title="Shop")


def month() -> Period:
    return Period.last(30)


@try_each(
    ("times", "median", "p95"),
    [
        pytest.param([700], 700, 700, id="one"),
        pytest.param([100, 900], 100, 900, id="two"),
        pytest.param([300, 100, 200], 200, 300, id="three"),
        pytest.param([n * 10 for n in range(1, 21)], 100, 190, id="twenty"),
        pytest.param([n * 10 for n in range(1, 22)], 110, 200, id="twenty-one"),
    ],
)
def test_median_and_p95_are_times_that_happened(shop: Tenant, times, median: int, p95: int) -> None:
    for n, ms in enumerate(times):
        talk(shop, f"s{n}", [], ms=ms)
    assert turns.count_turns(shop, month()).latency == Latency(median, p95)


def test_only_answered_turns_have_a_latency_and_each_specialist_its_own(shop: Tenant) -> None:
    talk(shop, "a", [], agent="billing", ms=100)
    talk(shop, "b", [], agent="billing", ms=300)
    talk(shop, "c", [], agent="orders", ms=5000)
    talk(shop, "d", [], agent="orders", ms=90_000, status="failed")
    found = turns.count_turns(shop, month())
    assert {agent.name: agent.latency for agent in found.agents} == {
        "billing": Latency(100, 300),
        "orders": Latency(5000, 5000),
    }
    assert found.latency == Latency(300, 5000)
    assert turns.count_turns(shop, Period.last(30, timezone.now() - timedelta(days=40))).latency == Latency()


def test_calls_that_failed_are_shares_of_calls_that_were_made(shop: Tenant) -> None:
    talk(shop, "a", [], tools=[("look_up", "ok"), ("look_up", "failed"), ("open", "ok")])
    talk(shop, "a", [], tools=[("look_up", "failed"), ("open", "skipped")])
    talk(shop, "old", [], tools=[("look_up", "failed")], days_ago=40)
    found = tools.count_tools(shop, month())
    assert [(each.name, each.calls, each.errors, each.conversations) for each in found.tools] == [
        ("look_up", 3, 2, 1),
        ("open", 1, 0, 0),
    ]
    assert (found.calls, found.errors, found.share, found.conversations) == (4, 2, 50.0, 1)


def test_erased_conversations_stay_counted_and_name_no_tool(shop: Tenant) -> None:
    turn = talk(shop, "a", [], tools=[("look_up", "failed")])
    end_session(turn.conversation)
    (tool,) = tools.count_tools(shop, month()).tools
    assert (tool.name, tool.errors) == ("", 1)
    assert find_conversations(shop, month(), Filter(what="tool_failed")).count() == 1


def test_thumbs_are_counted_when_they_were_given(shop: Tenant) -> None:
    talk(shop, "a", [], thumb="helpful")
    talk(shop, "a", [], thumb="unhelpful")
    talk(shop, "b", [], thumb="helpful")
    talk(shop, "c", [], thumb="unhelpful", days_ago=40)
    found = thumbs.count_thumbs_in(shop, month())
    assert (found.helpful, found.unhelpful, found.conversations, round(found.share)) == (2, 1, 1, 67)


def test_each_main_figure_shows_its_change(shop: Tenant) -> None:
    talk(shop, "now", [], method="llm", ms=1500, tools=[("t", "failed")], thumb="helpful")
    for n in range(3):
        talk(shop, f"then{n}", [("a", "b")], ms=1000, tools=[("t", "ok")], thumb="unhelpful", days_ago=40)
    found = {
        each.name: each for each in list_main_figures(count_everything(shop, PeriodRequest.of(shop, {})))
    }
    assert {name: (each.shown, each.change) for name, each in found.items()} == {
        "handoffs": ("0.0 %", "−100.0 points"),
        "to_person": ("0.0 %", "±0.0 points"),
        "without_model": ("0.0 %", "−100.0 points"),
        "latency_median": ("1.50 s", "+500 ms"),
        "latency_p95": ("1.50 s", "+500 ms"),
        "tool_errors": ("100.0 %", "+100.0 points"),
        "helpful": ("100.0 %", "+100.0 points"),
    }
    alone = list_main_figures(count_everything(shop, PeriodRequest.of(shop, {"compare": "none"})))
    assert [each.change for each in alone] == [""] * 7
    assert all(
        each.shown == "–"
        for each in list_main_figures(
            count_everything(shop, PeriodRequest.of(shop, {"from": "2020-01-01", "to": "2020-01-02"}))
        )
    )


def test_a_period_is_compared_with_the_one_before_or_a_year_earlier(shop: Tenant) -> None:
    now = Period.between(date(2026, 11, 2), date(2026, 11, 8))
    assert now.before("previous") == Period.between(date(2026, 10, 26), date(2026, 11, 1))
    assert now.before("year") == Period.between(date(2025, 11, 3), date(2025, 11, 9))  # Mondays, both
    assert now.before("none") is None
    talk(shop, "a", [("x", "y")])
    assert (
        say_in_a_sentence(count_everything(shop, PeriodRequest.of(shop, {})).handoffs, None)
        == "100.0 % of conversations were handed over."
    )


@try_each(
    ("query", "field"),
    [
        pytest.param({"from": "2026-01-05", "to": "2026-01-01"}, "to", id="backwards"),
        pytest.param({"from": "2999-01-01"}, "from", id="future"),
        pytest.param({"to": "2026-01-01"}, "from", id="no beginning"),
        pytest.param({"from": "2024-01-01", "to": "2025-12-31"}, "from", id="too long"),
        pytest.param({"from": "yesterday"}, "from", id="no day"),
        pytest.param({"from": "2026-02-30"}, "from", id="no such day"),
        pytest.param({"from": "0001-01-01", "to": "0001-01-02"}, "from", id="nothing can be before"),
    ],
)
def test_days_that_cannot_be_are_said_beside_their_field(shop: Tenant, query, field: str) -> None:
    asked = PeriodRequest.of(shop, query)
    assert list(asked.errors) == [field] and asked.days == 30
    assert asked.typed["from"] == query.get("from", "")


def test_free_days_hold_both_ends(shop: Tenant) -> None:
    yesterday = timezone.localdate() - timedelta(days=1)
    period = Period.between(yesterday, yesterday)
    assert period.days == 1 and period.end - period.start == timedelta(days=1)
    assert timezone.localtime(period.last_day).date() == yesterday
    with pytest.raises(BadPeriod):
        Period.between(None, yesterday)


@pytest.mark.django_db(transaction=True)
def test_a_day_begins_at_the_midnight_of_the_company(shop: Tenant, django_user_model) -> None:
    """At one in the morning in London it is still yesterday evening in São Paulo."""
    Tenant.objects.filter(pk=shop.pk).update(time_zone="America/Sao_Paulo")
    turn = talk(shop, "late", [("billing", "orders")])
    late = timezone.now().replace(hour=1) - timedelta(days=5)
    facts = {
        "created_at": late,
        "model_calls": 1,
        "cost": 0.5,
        "usage": {},
        "rails": "input:PINJ:refused:billing",
    }
    Turn.unscoped.filter(pk=turn.pk).update(**facts)
    AgentHandoff.unscoped.update(timestamp=late)
    browser = staff("analyst", shop, django_user_model)
    evening, morning = ({"from": f"{day:%Y-%m-%d}", "to": f"{day:%Y-%m-%d}"}
                        for day in (late - timedelta(days=1), late))  # fmt: skip
    (line,) = browser.get("/api/analytics/costs", evening).json()["by_day"]
    assert line["name"] == evening["from"]
    assert browser.get("/api/analytics/costs", morning).json()["by_day"] == []
    (rail,) = browser.get("/api/analytics/guardrails", evening).json()["guardrails"]
    assert rail["day"] == evening["from"]
    counted = [browser.get("/api/analytics/handoffs", day).json() for day in (evening, morning)]
    assert [each["total_handoffs"] for each in counted] == [1, 0]
    assert evening["from"] in browser.get("/analytics/paths.csv", evening).headers["Content-Disposition"]
    assert browser.get("/api/analytics/costs", {"from": "2999-01-01"}).status_code == 422
    assert timezone.get_current_timezone_name() == settings.TIME_ZONE  # it ends with the request


@pytest.fixture
def full(shop: Tenant) -> Tenant:
    """Of everything something, some of it twice in one conversation."""
    talk(
        shop,
        "a",
        [("billing", "orders"), ("orders", "tech")],
        tools=[("look_up", "failed"), ("open", "failed")],
    )
    talk(shop, "a", [("billing", "orders")], thumb="unhelpful", ms=9000, tools=[("look_up", "failed")])
    talk(shop, "b", [("billing", "orders")], method="llm", agent="orders", thumb="unhelpful")
    talk(shop, "c", [], method="fallback", status="failed", agent="orders", tools=[("open", "ok")])
    talk(shop, "d", [], method="state", thumb="helpful", agent_id="help")
    talk(shop, "e", [("billing", "orders")], blocked=True, status="blocked", method="")
    talk(shop, "old", [("billing", "orders")], days_ago=60, tools=[("look_up", "failed")], thumb="unhelpful")
    other = Tenant.objects.create(slug="other")
    talk(other, "z", [("billing", "orders")], tools=[("look_up", "failed")], thumb="unhelpful", ms=99_000)
    return shop  # fmt: skip


@pytest.mark.parametrize("query", ["", "days=7", "days=90", "agent_id=help"])
def test_every_figure_equals_the_rows_that_its_link_lists(
    query: str, full: Tenant, django_user_model, settings
) -> None:
    settings.DEMO = False
    desk = Specialist.unscoped.create(tenant=full, name="billing")
    for name in ("desk", "help"):
        AgentProfile.unscoped.create(tenant=full, agent_id=name, fallback=desk)
    browser = staff("analyst", full, django_user_model)
    html = browser.get(f"/analytics/?{query}").content.decode()
    links = re.findall(r'<a href="(/analytics/conversations/\?[^"]*)"[^>]*>([\d,.]+)', html)
    assert len(links) >= (5 if query == "agent_id=help" else 14)
    for address, shown in links:
        listed = browser.get(unescape(address))
        assert listed.context["page"].paginator.count == int(shown), address


@try_each(
    ("asked", "sessions"),
    [
        pytest.param({}, "abcde", id="all"),
        pytest.param({"what": "handoff"}, "ab", id="with a handoff"),
        pytest.param({"what": "thumbs_down"}, "ab", id="thumbs down"),
        pytest.param({"what": "thumbs_up"}, "d", id="thumbs up"),
        pytest.param({"what": "tool_failed"}, "a", id="a tool failed"),
        pytest.param({"what": "without_model"}, "acd", id="without a model"),
        pytest.param({"what": "with_model"}, "b", id="with a model"),
        pytest.param({"what": "not_understood"}, "c", id="not understood"),
        pytest.param({"what": "failed"}, "c", id="failed"),
        pytest.param({"what": "blocked"}, "e", id="blocked"),
        pytest.param({"what": "slow", "over": "9000"}, "a", id="slow"),
        pytest.param({"agent": "orders"}, "bc", id="specialist"),
        pytest.param({"agent": "orders", "method": "llm"}, "b", id="one turn with both"),
        pytest.param({"source": "billing", "target": "orders"}, "ab", id="path"),
        pytest.param({"source": "orders"}, "a", id="from"),
        pytest.param({"tool": "open"}, "ac", id="tool"),
        pytest.param({"tool": "open", "what": "tool_failed"}, "a", id="tool failed"),
        pytest.param({"tool": "open", "what": "handoff"}, "a", id="two kinds"),
        pytest.param({"q": "d"}, "d", id="words"),
        pytest.param({"what": "teleported", "over": "-1", "agent": "a\x00b"}, "abcde", id="nonsense"),
    ],
)
def test_filters_in_words(asked, sessions: str, full: Tenant) -> None:
    found = find_conversations(full, month(), Filter.of(asked))
    assert "".join(sorted(each.session_id for each in found)) == sessions


def test_slow_without_a_number_is_the_slowest_twentieth(full: Tenant) -> None:
    assert Filter(what="slow").with_threshold(full, month(), "").over == 9000
    assert Filter(what="slow", over=5).with_threshold(full, month(), "").over == 5


def test_an_operator_sees_figures_and_no_link_to_what_was_said(
    full: Tenant, django_user_model, settings
) -> None:
    settings.DEMO = False
    browser: Client = staff("operator", full, django_user_model)
    html = browser.get("/analytics/").content.decode()
    assert "/analytics/conversations/" not in html and "for analysts and administrators" in html
    assert browser.get("/analytics/conversations/").status_code == 403


def test_no_link_is_empty_where_nothing_was_counted(shop: Tenant) -> None:
    talk(shop, "a", [])
    shown = collect_figures(shop, {})
    assert all(address for _figure, address in shown["figures"]) and shown["sankey"] is None
