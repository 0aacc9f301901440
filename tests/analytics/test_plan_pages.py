"""The plan of a turn as a page: drawn and listed, for those who may read conversations."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from conversations.event_log import ATTEMPT, log
from conversations.models import Conversation, Step, Turn
from conversations.turn import TurnEvent
from tenancy.models import Tenant
from tests.analytics.record import staff, talk
from tests.fakes.domain_server import DomainServer
from tests.planning.moved import move, quotes

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def finance(transactional_db: None, demo_servers: dict[str, str], settings: Any) -> None:
    settings.DEMO = True


def say(session: str, text: str) -> dict[str, Any]:
    body = {"tenant_id": "tenant_a", "agent_id": "finance", "payload": {"text": text, "session_id": session}}
    answer = Client().post("/gateway/message", body, content_type="application/json")
    assert answer.status_code == 200, answer.content
    return answer.json()


def plan_of(session: str, number: int = 1) -> str:
    turn = Turn.unscoped.get(conversation__session_id=session, number=number)
    return reverse("analytics-plan", args=[turn.pk])


def read(browser: Client, address: str) -> str:
    answer = browser.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_plan_of_several_steps_is_drawn_with_what_each_was_given_and_brought(
    finance: None, django_user_model: Any
) -> None:
    said = say("plan-1", "preço de PETR4 e VALE3 e me avise no telegram")
    assert "38,42 BRL" in said["text"] and "61,07 BRL" in said["text"] and "Telegram" in said["text"]
    analyst = staff("analyst", Tenant.objects.get(pk="tenant_a"), django_user_model)
    page = read(analyst, plan_of("plan-1"))
    assert page.count('<g class="step is-success">') == 3
    assert page.count('class="needs"') == 2  # the message waits for both prices
    for word in (
        "finance · GET_QUOTE",
        "send_telegram_message",
        "PETR4.SA",
        "“PETR4” → PETR4.SA (search_symbol)",
    ):
        assert word in page, word
    assert len(re.findall(r'<tr id="step-\d">', page)) == 3 and "each after those it needs" in page
    conversation = read(
        analyst, reverse("analytics-conversation", args=[Conversation.unscoped.get(session_id="plan-1").pk])
    )
    assert plan_of("plan-1") in conversation


def test_a_step_that_asks_is_shown_and_the_reply_is_a_plan_of_its_own(
    finance: None, django_user_model: Any
) -> None:
    assert "1. NDA-SE.ST" in say("plan-2", "qual o preço da Nordea?")["text"]
    assert "112,50 SEK" in say("plan-2", "a de Estocolmo")["text"]
    analyst = staff("analyst", Tenant.objects.get(pk="tenant_a"), django_user_model)
    asked, answered = read(analyst, plan_of("plan-2")), read(analyst, plan_of("plan-2", 2))
    assert "is-clarification" in asked and "asks the user" in asked and "ambiguous_symbol" in asked
    assert "is-success" in answered and "NDA-SE.ST" in answered


def test_movers_of_a_market_are_one_step(finance: None) -> None:
    said = say("plan-3", "maiores altas do Brasil")
    assert "Magalu (MGLU3.SA) +7,18%" in said["text"]
    step = Step.unscoped.get(turn__conversation__session_id="plan-3", kind="plan_step")
    assert (step.node, step.detail["params"]["market"]) == ("get_top_gainers", "BR")


def test_a_turn_without_a_plan_has_no_page_and_another_company_finds_none(
    db: None, django_user_model: Any
) -> None:
    acme = Tenant.objects.create(slug="acme")
    turn = talk(acme, "plain", [])
    analyst = staff("analyst", acme, django_user_model)
    address = reverse("analytics-plan", args=[turn.pk])
    assert analyst.get(address).status_code == 404
    Step.unscoped.create(
        tenant=acme, turn=turn, position=9, node="x", kind="plan_step", outcome="failed",
        started_at=turn.created_at,
        detail={"step_id": 2, "capability": "<b>x", "domain": "d", "status": "failure", "depends_on": [7, 2],
                "metadata": {"error": "timeout"}, "params": {"a": "</pre><script>"}, "result": None},
    )  # fmt: skip
    page = read(analyst, address)
    assert "is-failure" in page and "timeout" in page and "<b>x" not in page and "</pre><script>" not in page
    rival = staff("analyst", Tenant.objects.create(slug="rival"), django_user_model)
    assert rival.get(address).status_code == 404
    assert staff("viewer", acme, django_user_model).get(address).status_code == 403
    assert analyst.get(reverse("analytics-plan", args=["9" * 40])).status_code == 404


def test_a_plan_under_way_draws_what_has_begun(finance: None, django_user_model: Any) -> None:
    analyst = staff("analyst", Tenant.objects.get(pk="tenant_a"), django_user_model)
    pages: list[str] = []

    def meanwhile() -> None:
        turn = Turn.unscoped.filter(conversation__session_id="plan-4").values_list("pk", flat=True)
        pages.append(read(analyst, reverse("analytics-plan", args=[turn.get()])))
        connection.close()

    with DomainServer(quotes({"PETR4": 38.0}, meanwhile)) as domain:
        move(domain.url, "finance", "notifier")
        said = say("plan-4", "preço da PETR4 e me avise no telegram")
    assert "Enviado." in said["text"]
    (page,) = pages
    assert page.count('<g class="step is-begun">') == 1 and "at work" in page and "get_stock_price" in page
    assert 'data-watch="2"' in page and "send_telegram_message" not in page
    ended = read(analyst, plan_of("plan-4"))
    assert ended.count('<g class="step is-success">') == 2 and "data-watch" not in ended


def test_a_plan_that_was_begun_again_draws_what_this_attempt_has_begun(
    db: None, django_user_model: Any, settings: Any
) -> None:
    acme = Tenant.objects.create(slug="acme")
    turn = talk(acme, "plain", [])
    Turn.unscoped.filter(pk=turn.pk).update(status="running", mode="planner", finished_at=None, attempt=2)
    settings.REDIS_URL = ""  # this process has told it
    for number, step in ((3, 1), (4, 2), (ATTEMPT + 2, 1)):
        told = {"node": "plan_step", "step_id": step, "capability": f"look-{step}"}
        log.publish(turn.pk, TurnEvent("step", told, number, 1))
    page = read(staff("analyst", acme, django_user_model), reverse("analytics-plan", args=[turn.pk]))
    assert "look-1" in page and "look-2" not in page


def test_a_plan_whose_process_cannot_be_asked_says_that_it_goes_on(db: None, django_user_model: Any) -> None:
    acme = Tenant.objects.create(slug="acme")
    turn = talk(acme, "plain", [])
    Turn.unscoped.filter(pk=turn.pk).update(status="running", mode="planner", finished_at=None)
    page = read(staff("analyst", acme, django_user_model), reverse("analytics-plan", args=[turn.pk]))
    assert "being carried out" in page and "<svg" not in page.split("<main")[1]


@pytest.mark.parametrize(
    ("execution", "told"),
    [
        ({"execution_plan": {"proposed_by": "sorter"}, "proposal": {"model": "sorter", "refused": None}},
            "the model sorter"),
        ({"execution_plan": {}, "proposal": {"model": "sorter", "refused": "<b>no"}},
            "what the model sorter proposed: &lt;b&gt;no"),
        ({"execution_plan": {}, "proposal": None}, ""),
    ],
    ids=["taken", "refused", "nobody"],
)  # fmt: skip
def test_the_page_says_who_proposed_the_plan(
    db: None, django_user_model: Any, execution: dict[str, Any], told: str
) -> None:
    acme = Tenant.objects.create(slug="acme")
    turn = talk(acme, "plain", [])
    Step.unscoped.create(
        tenant=acme, turn=turn, position=9, node="x", kind="plan_step", outcome="ok",
        started_at=turn.created_at,
        detail={"step_id": 1, "capability": "x", "domain": "d", "status": "success"},
    )  # fmt: skip
    Turn.unscoped.filter(pk=turn.pk).update(result={"execution": execution})
    page = read(staff("analyst", acme, django_user_model), reverse("analytics-plan", args=[turn.pk]))
    assert told in page and ("sorter" in page) == bool(told)
