"""The quality counts of mode `coordinator`, counted by hand, and the conversations behind each."""

import pytest

from analytics.delegations import count_qualities
from analytics.figures import count_everything
from analytics.filters import Filter, find_conversations
from analytics.period import Period
from analytics.period_request import PeriodRequest
from conversations.deleting import end_session
from conversations.models import Step
from handoffs.models import AgentHandoff
from tenancy.models import Tenant
from tests.analytics.record import staff, talk

pytestmark = pytest.mark.django_db


@pytest.fixture
def shop() -> Tenant:
    return Tenant.objects.create(slug="shop", title="Shop")


def begun(shop: Tenant, session: str, agent: str = "tech", outcome: str = "helped", **more) -> None:
    turn = talk(shop, session, [("front", agent)], kind="delegation", **more)
    AgentHandoff.unscoped.filter(turn=turn).update(outcome=outcome)


def ended(shop: Tenant, session: str, agent: str = "tech", outcome: str = "helped", **more) -> None:
    turn = talk(shop, session, [(agent, "front")], kind="delegation_end", days_ago=0.5, **more)
    AgentHandoff.unscoped.filter(turn=turn).update(outcome=outcome)


def slipped(shop: Tenant, session: str, code: str, agent: str) -> None:
    turn = talk(shop, session, [])
    Step.unscoped.create(
        tenant=shop, turn=turn, position=9, node=code, kind="rail", outcome="blocked", agent=agent,
        started_at=turn.created_at, milliseconds=0,
    )  # fmt: skip


def counted(shop: Tenant) -> dict[str, tuple[int, int, tuple[tuple[str, int], ...]]]:
    found = count_qualities(shop, Period.last(30))
    return {each.name: (each.count, each.conversations, each.agents) for each in found}


def test_each_count_names_its_specialists_and_lists_its_conversations(shop: Tenant) -> None:
    begun(shop, "helped")
    ended(shop, "helped")
    begun(shop, "scope")
    ended(shop, "scope", outcome="out_of_scope")
    begun(shop, "back", "money", outcome="came_back")
    ended(shop, "back", "money", outcome="out_of_scope")
    begun(shop, "open")
    talk(shop, "open", [], days_ago=0.7)
    talk(shop, "open", [], days_ago=0.6)
    begun(shop, "cut", outcome="abandoned")
    begun(shop, "failed", status="failed")
    begun(shop, "old", days_ago=40)
    for _ in range(2):
        slipped(shop, "loud", "ANNOUNCED", "front")
    slipped(shop, "data", "JSON", "tech")
    found = counted(shop)
    assert found == {
        "called_in": (6, 6, (("tech", 5), ("money", 1))),
        "came_back": (1, 1, (("money", 1),)),
        "out_of_scope": (2, 2, (("money", 1), ("tech", 1))),
        "not_ended": (1, 1, (("tech", 1),)),
        "announced": (2, 1, (("front", 2),)),
        "data_shown": (1, 1, (("tech", 1),)),
    }
    for name, (_count, talks, _agents) in found.items():
        assert find_conversations(shop, Period.last(30), Filter(what=name)).count() == talks
    (oldest,) = [each.since for each in count_qualities(shop, Period.last(30)) if each.name == "not_ended"]
    assert oldest == 2


def test_an_end_in_a_turn_that_failed_has_ended_nothing(shop: Tenant) -> None:
    begun(shop, "a")
    ended(shop, "a", status="failed")
    assert counted(shop)["not_ended"] == (1, 1, (("tech", 1),))


def test_a_handoff_is_no_delegation_and_the_other_way_round(shop: Tenant) -> None:
    talk(shop, "a", [("billing", "orders")])
    assert counted(shop) == {}
    begun(shop, "b")
    assert count_everything(shop, PeriodRequest.of(shop, {})).handoffs.total_handoffs == 1


def test_erased_conversations_stay_counted(shop: Tenant) -> None:
    turn = talk(shop, "a", [("front", "tech")], kind="delegation")
    end_session(turn.conversation)
    assert counted(shop)["called_in"] == (1, 1, (("tech", 1),))


def test_the_page_and_its_table_say_the_same(shop: Tenant, django_user_model) -> None:
    begun(shop, "a")
    analyst = staff("analyst", shop, django_user_model)
    page = analyst.get("/analytics/").content.decode()
    assert "specialist called in" in page and "what=called_in" in page
    table = b"".join(analyst.get("/analytics/delegations.csv?days=30")).decode()
    assert any("called_in" in row and "tech 1" in row for row in table.splitlines())


def test_without_anybody_called_in_the_page_says_nothing_of_it(shop: Tenant, django_user_model) -> None:
    talk(shop, "a", [])
    assert (
        "called in by a coordinator"
        not in staff("analyst", shop, django_user_model).get("/analytics/").content.decode()
    )
