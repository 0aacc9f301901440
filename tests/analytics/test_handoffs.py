"""The figures: what counts as a handoff, of which conversations, in which period, for whom."""

from dataclasses import asdict
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from django.test import Client
from django.utils import timezone

from analytics.colours import COLOURS, choose_colours, list_team
from analytics.documents import HandoffAnswer, HandoffQuery, read_period
from analytics.figures import say_in_a_sentence
from analytics.handoffs import HandoffReport, count_handoffs
from analytics.numbers import format_points
from analytics.pages import collect_figures
from analytics.period import Period
from analytics.sankey import lay_out
from analytics.turns import count_turns
from tenancy.models import ApiKey, Tenant
from tests.analytics.record import staff, talk

pytestmark = pytest.mark.django_db


@pytest.fixture
def shop() -> Tenant:
    return Tenant.objects.create(slug="shop", title="Shop")


def test_paths_are_counted_and_the_rate_is_of_conversations(shop: Tenant) -> None:
    talk(shop, "a", [("billing", "orders"), ("orders", "billing")])
    talk(shop, "b", [("billing", "orders")])
    talk(shop, "c", [])
    report = count_handoffs(shop, Period.last(30))
    assert HandoffAnswer(asdict(report)).data == {
        "total_handoffs": 3,
        "handoff_paths": [
            {"from": "billing", "to": "orders", "count": 2},
            {"from": "orders", "to": "billing", "count": 1},
        ],
        "conversations_with_handoffs": 2,
        "total_conversations": 3,
        "handoff_rate_percentage": 66.67,
        "days": 30,
    }


def test_stopped_ones_other_kinds_older_ones_and_other_companies_do_not_count(shop: Tenant) -> None:
    talk(shop, "a", [("billing", "orders")], blocked=True)
    talk(shop, "b", [("billing", "person")], kind="agent_to_person")
    talk(shop, "c", [("billing", "orders")], days_ago=31)
    talk(Tenant.objects.create(slug="other"), "d", [("billing", "orders")])
    report = count_handoffs(shop, Period.last(30))
    assert (report.total_handoffs, report.total_conversations, report.handoff_rate_percentage) == (0, 2, 0.0)
    assert count_handoffs(shop, Period.last(30), kind="agent_to_person").total_handoffs == 1
    assert count_handoffs(shop, Period.last(365)).total_handoffs == 1


def test_one_profile_only(shop: Tenant) -> None:
    talk(shop, "a", [("billing", "orders")])
    talk(shop, "b", [("tech", "sales")], agent_id="help")
    report = count_handoffs(shop, Period.last(30), agent_id="help")
    assert [(path.source, path.target) for path in report.handoff_paths] == [("tech", "sales")]
    assert report.total_conversations == 1


def test_nothing_at_all_is_zero_and_no_division(shop: Tenant) -> None:
    report = count_handoffs(shop, Period.last(7))
    assert (report.total_handoffs, report.handoff_rate_percentage, report.handoff_paths) == (0, 0.0, ())
    assert say_in_a_sentence(report, report) == "Nobody has written in this period."


def test_the_sentence_says_where_it_goes(shop: Tenant) -> None:
    talk(shop, "old", [("billing", "orders")], days_ago=40)
    talk(shop, "new", [])
    now, before = (
        count_handoffs(shop, Period.last(30)),
        count_handoffs(shop, Period.last(30, timezone.now() - timedelta(days=30))),
    )
    assert say_in_a_sentence(now, before) == "Handoffs fell to 0.0 % of conversations, from 100.0 %."
    assert format_points(now.handoff_rate_percentage, before.handoff_rate_percentage) == "−100.0 points"
    assert say_in_a_sentence(before, now).startswith("Handoffs rose to 100.0 %")


def test_the_rate_is_rounded_once_in_the_sentence_the_figure_and_the_change() -> None:
    now = HandoffReport(4, (), 4, 66, 6.06, 30)
    assert say_in_a_sentence(now, HandoffReport(5, (), 5, 50, 10.0, 30)).startswith("Handoffs fell to 6.1 %")
    assert format_points(6.06, 10.0) == "−3.9 points"
    alike = HandoffReport(4, (), 4, 65, 6.14, 30)
    assert (say_in_a_sentence(now, alike), format_points(6.06, 6.14)) == (
        "Handoffs stayed at 6.1 % of conversations.",
        "±0.0 points",
    )


def test_the_figure_says_what_the_sentence_says(shop: Tenant) -> None:
    talk(shop, "with", [("billing", "orders")])
    for n in range(15):
        talk(shop, f"s{n}", [])
    shown = collect_figures(shop, {})  # 1 of 16 is 6.25 %
    assert shown["figures"][0][0].shown in shown["sentence"]


def test_specialists_of_one_page_have_colours_of_their_own() -> None:
    names = [f"agent_{n}" for n in range(8)]
    assert sorted(choose_colours(names).values()) == list(range(8))
    assert choose_colours(reversed(names)) == choose_colours(names)
    assert set(choose_colours([*names, "ninth"]).values()) == set(range(8))


TELECOM = {
    "billing_agent",
    "orders_agent",
    "product_agent",
    "support_agent",
}  # one profile's: no two look the same


def test_a_specialist_keeps_its_colour_on_every_page(django_db_setup, db) -> None:
    published = list_team(Tenant.objects.get(pk="tenant_a"))
    assert {"billing_agent", "orders_agent"} <= set(published) and len(published) == len(set(published))
    assert len({place % COLOURS for place, name in enumerate(published) if name in TELECOM}) == len(TELECOM)
    whole = choose_colours(published, published)
    assert whole == {
        name: place % COLOURS for place, name in enumerate(published)
    }  # as static/chat/colours.js does
    for name in published:
        assert choose_colours([name, "somebody_else"], published)[name] == whole[name]
    apart = choose_colours([*published[:7], "somebody_else"], published)
    assert len(set(apart.values())) == 8, "who is not published takes what is free"


def test_a_company_that_published_nothing_has_colours_too(shop: Tenant) -> None:
    assert list_team(shop) == []
    assert len(set(choose_colours(["a", "b"], list_team(shop)).values())) == 2


def test_turns_by_method_and_specialist(shop: Tenant) -> None:
    talk(shop, "a", [])
    talk(shop, "b", [], method="fallback", status="failed")
    talk(shop, "c", [], method="llm")
    talk(shop, "d", [], method="keyword")
    report = count_turns(shop, Period.last(30))
    assert next((method.name, method.count, method.share) for method in report.methods) == (
        "keyword",
        2,
        50.0,
    )
    assert report.without_model == 75.0
    (agent,) = report.agents
    assert (agent.count, agent.failed, agent.latency.median) == (4, 1, 2000)


def test_the_picture_has_one_linked_ribbon_a_path(shop: Tenant) -> None:
    talk(shop, "a", [("billing", "orders"), ("orders", "billing"), ("billing", "tech")])
    picture = lay_out(
        count_handoffs(shop, Period.last(30)).handoff_paths, lambda source, target: f"/{source}/{target}"
    )
    assert {ribbon.address for ribbon in picture.ribbons} == {
        "/billing/orders",
        "/orders/billing",
        "/billing/tech",
    }
    assert max(node.y + node.height for node in picture.nodes) <= picture.height


def test_the_page_links_each_figure_to_its_rows(shop: Tenant, django_user_model, settings) -> None:
    settings.DEMO = False
    talk(shop, "a", [("billing", "orders")])
    page = staff("analyst", shop, django_user_model).get("/analytics/", {"days": "7"})
    html = page.content.decode()
    assert page.status_code == 200 and "100.0 %" in html
    assert "source=billing&amp;target=orders" in html
    assert "<script" not in html and "style=" not in html
    assert "unsafe" not in page.headers["Content-Security-Policy"]


def test_the_page_names_doors_that_show_the_same_period(shop: Tenant, django_user_model, settings) -> None:
    settings.DEMO = False
    talk(shop, "a", [("billing", "orders")], days_ago=40)
    talk(shop, "b", [("billing", "orders")])
    browser = staff("analyst", shop, django_user_model)
    day = timezone.localdate() - timedelta(days=40)
    asked = {"from": f"{day - timedelta(days=1)}", "to": f"{day + timedelta(days=1)}", "compare": "none"}
    handoffs_door, turns_door, *_others = browser.get("/analytics/", asked).context["doors"]
    assert f"from={asked['from']}&to={asked['to']}&compare=none" in turns_door
    told = read_by_door(handoffs_door)
    assert (read_period(told).days, "days=" in handoffs_door) == (3, False)
    assert count_handoffs(shop, read_period(told)).total_handoffs == 1


def read_by_door(door: str) -> dict[str, Any]:
    """What the door reads in its query."""
    query = HandoffQuery(data=dict(parse_qsl(urlsplit(door).query)))
    query.is_valid(raise_exception=True)
    return query.validated_data


def test_the_page_asks_who_one_is_and_whether_one_may(shop: Tenant, django_user_model, settings) -> None:
    settings.DEMO = False
    answer = Client().get("/analytics/")
    assert answer.status_code == 302 and answer.url.startswith("/admin/login/")
    assert staff("editor", shop, django_user_model).get("/analytics/").status_code == 403


def test_an_empty_page_offers_the_first_step(shop: Tenant, django_user_model, settings) -> None:
    settings.DEMO = False
    html = staff("operator", shop, django_user_model).get("/analytics/").content.decode()
    assert "Nobody has written in this period." in html and "Open the chat" in html


def test_the_page_costs_the_same_however_much_was_said(
    shop: Tenant, django_user_model, settings, django_assert_max_num_queries
) -> None:
    settings.DEMO = False
    browser = staff("analyst", shop, django_user_model)
    for n in range(20):
        talk(shop, f"s{n}", [("billing", f"a{n}")], tools=[(f"t{n}", "failed")], thumb="helpful")
    with django_assert_max_num_queries(32):
        assert browser.get("/analytics/").status_code == 200


@pytest.mark.django_db(transaction=True)
class TestDoor:
    """`GET /api/analytics/handoffs`."""

    def test_a_key_with_the_scope_reads_its_own_company(self, settings) -> None:
        settings.DEMO = False
        shop = Tenant.objects.create(slug="shop_api")
        talk(shop, "a", [("billing", "orders")])
        _row, plain = ApiKey.make(shop, "bi", ["analytics:read"])
        _row, blind = ApiKey.make(shop, "web", ["chat"])

        def ask(query: str = "", key: str | None = plain):
            headers = {"authorization": f"Bearer {key}"} if key else {}
            return Client().get(f"/api/analytics/handoffs{query}", headers=headers)

        assert ask().json()["handoff_paths"] == [{"from": "billing", "to": "orders", "count": 1}]
        assert ask("?days=365&agent_id=desk").json()["days"] == 365
        today = timezone.localdate()
        assert ask(f"?from={today}&to={today}").json()["days"] == 1
        assert ask(f"?to={today - timedelta(days=3)}").status_code == 422
        assert ask(key=blind).status_code == 403
        assert ask(key=None).status_code == 401
        for query in ("?days=0", "?days=366", "?days=many", "?kind=teleport"):
            refused = ask(query)
            assert refused.status_code == 422, query
            assert refused.headers["Content-Type"] == "application/problem+json"
        assert ask("?tenant_id=tenant_a").status_code == 404
