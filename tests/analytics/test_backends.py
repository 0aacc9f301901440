"""What a gateway passed on between backends, counted by hand."""

from datetime import timedelta
from itertools import pairwise

import pytest
from django.test import Client
from django.utils import timezone

from analytics.backends import Handover, count_handovers
from analytics.period import Period
from routing.models import GatewayDecision, GatewaySession
from tenancy.models import ApiKey, Tenant
from tests.analytics.record import staff, talk

pytestmark = pytest.mark.django_db
TITLE = "Passed on between backends"


@pytest.fixture
def shop() -> Tenant:
    return Tenant.objects.create(slug="shop", title="Shop")


def passed(
    shop: Tenant, *way: str, by: str | None = None, status: str = "answered", days_ago: float = 1
) -> None:
    """One message that went this way; `by` answered it, the last if nobody else is named."""
    session, _new = GatewaySession.unscoped.get_or_create(tenant=shop, session_id="s-1")
    session.seq += 1
    session.save()
    GatewayDecision.unscoped.create(
        tenant=shop, session=session, seq=session.seq, backend=way[0],
        answered_by=way[-1] if by is None else by,
        mode="router", method="rules", status=status, at=timezone.now() - timedelta(days=days_ago),
        handovers=[{"from": giver, "to": taker} for giver, taker in pairwise(way)],
    )  # fmt: skip


def record(shop: Tenant) -> None:
    for _ in range(2):
        passed(shop, "contas", "suporte")
    passed(shop, "contas", "suporte", by="contas")  # the other was away
    passed(shop, "contas", "ofertas", "suporte")
    passed(shop, "contas", "ofertas", status="refused")
    passed(shop, "contas")
    passed(shop, "contas", "suporte", days_ago=40)


COUNTED = (
    Handover("contas", "suporte", 3, 66.7),
    Handover("contas", "ofertas", 2, 0.0),
    Handover("ofertas", "suporte", 1, 100.0),
)


def test_ways_are_counted_with_the_share_that_was_answered_there(
    shop: Tenant, django_assert_num_queries
) -> None:
    record(shop)
    passed(Tenant.objects.create(slug="other"), "contas", "suporte")
    with django_assert_num_queries(1):
        assert count_handovers(shop, Period.last(30)) == COUNTED


@pytest.mark.parametrize("talked", [True, False], ids=["with conversations here", "a gateway alone"])
def test_the_page_and_its_table_show_them(shop: Tenant, django_user_model, settings, talked: bool) -> None:
    settings.DEMO = False
    record(shop)
    if talked:
        talk(shop, "a", [])
    analyst = staff("analyst", shop, django_user_model)
    html = analyst.get("/analytics/").content.decode()
    assert TITLE in html and "contas → suporte" in html and "66.7 %" in html
    assert TITLE not in analyst.get("/analytics/?compare=none&from=2020-01-01&to=2020-01-02").content.decode()
    lines = b"".join(analyst.get("/analytics/backends.csv?days=30")).decode().splitlines()
    assert lines[0].endswith('"from","to","messages","answered_percentage"')
    assert lines[1] == '"contas","suporte",3,66.7'


def test_without_a_gateway_there_is_no_section(shop: Tenant, django_user_model, settings) -> None:
    settings.DEMO = False
    talk(shop, "a", [("billing", "orders")])
    passed(shop, "contas")
    assert TITLE not in staff("analyst", shop, django_user_model).get("/analytics/").content.decode()


@pytest.mark.django_db(transaction=True)
def test_programs_read_them(shop: Tenant, settings) -> None:
    settings.DEMO = False
    record(shop)
    _row, plain = ApiKey.make(shop, "bi", ["analytics:read"])

    def ask(query: str) -> dict:
        headers = {"authorization": f"Bearer {plain}"}
        return Client().get(f"/api/analytics/backends{query}", headers=headers).json()

    assert ask("?days=30")["handovers"][0] == {
        "from": "contas", "to": "suporte", "count": 3, "answered_percentage": 66.7,
    }  # fmt: skip
    assert ask("?days=30&agent_id=desk") == {"handovers": [], "days": 30}
