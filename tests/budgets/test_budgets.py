"""Limits refuse, budgets change the route, and what was paid stands in the record: of a hotel that no demo
knows."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from asgiref.sync import sync_to_async
from django.template.loader import render_to_string
from django.utils import timezone

from agents.models import LLMProfile
from analytics.costs import sum_costs
from analytics.period import Period
from budgets import snapshot, spending
from budgets.models import Price, Spent
from budgets.spending import note_change
from conversations.models import Turn
from conversations.visits import visit
from delivery import mail
from delivery.models import Delivery
from privacy.rules import Person, list_own
from releases.publish import publish
from tenancy.models import Tenant
from tests.budgets.conftest import HOTEL, MODEL, STRANGE, bearer, cost_of, limit
from tests.studio.conftest import login

pytestmark = pytest.mark.django_db(transaction=True)


async def test_a_spent_budget_changes_the_route_until_it_is_raised_or_new(hotel):
    once = cost_of(await hotel("when is checkout?"))
    asked = [each["model"] for each in hotel.model.requests]
    assert once > 0 and asked == [MODEL, MODEL]  # it answers, and judges
    await limit(kind="company", money_a_day=f"{once * 2.2:.4f}")
    second = await hotel("when is breakfast?")
    assert second["metadata"]["budget"] is None
    assert await visit(_events) == ["budget.warning"]
    await hotel("when is checkout?")
    assert await visit(_events) == ["budget.warning", "budget.spent"]
    hotel.model.requests.clear()
    by_keyword, strange = await hotel("when is breakfast?"), await hotel(STRANGE)
    assert hotel.model.requests == []  # nobody routes, answers or judges by a model
    assert by_keyword["metadata"]["route_decision"]["method"] == "keyword" and by_keyword["response"]
    asked = next(each for each in strange["metadata"]["tiers"] if each["tier"] == "llm")
    assert asked["saw"]["problem"] == "a budget is used up" and strange["response"]
    assert by_keyword["metadata"]["budget"]["limit"] == "company.day"
    (step,) = [each for each in by_keyword["metadata"]["steps"] if each["node"] == "budget"]
    assert step["outcome"] == "stopped" and "company.day" in step["summary"]
    home = await visit(
        lambda: login("operator", Tenant.objects.get(pk=HOTEL)).get("/admin/").content.decode()
    )
    assert "US dollars" in home and "/admin/budgets/limit/" in home
    assert await visit(_events) == ["budget.warning", "budget.spent"]  # each once

    await limit(kind="company", money_a_day=f"{once * 90:.4f}")  # raised: at once
    raised = await hotel("when is checkout?")
    assert raised["metadata"]["budget"] is None and cost_of(raised) > 0
    await limit(kind="company", money_a_day=f"{once:.4f}")
    assert (await hotel("when is checkout?"))["metadata"]["budget"]
    await visit(lambda: Spent.unscoped.update(day=timezone.localdate() - timedelta(days=40)))  # another month
    assert (await hotel("when is checkout?"))["metadata"]["budget"] is None


async def test_the_cheap_model_answers_where_one_is_named(hotel):
    def name_one():
        LLMProfile.unscoped.create(
            tenant_id=HOTEL, name="cheap", point="budget", model="tiny-model", base_url=hotel.model.base_url
        )
        publish(Tenant.objects.get(pk=HOTEL), "test")

    await visit(name_one)
    await limit(kind="company", money_a_month=0)
    answer = await hotel("when is checkout?")
    assert [each["model"] for each in hotel.model.requests] == ["tiny-model"]
    assert answer["metadata"]["usage"]["cost_usd"] is None  # its price is not known, and not nothing
    assert answer["metadata"]["budget"]["limit"] == "company.month"


async def test_limits_refuse_with_their_name_and_the_time_to_wait(hotel):
    await limit(kind="key", turns_a_day=1)
    await hotel("when is checkout?")
    refused = await hotel("when is checkout?", status=429)
    said = refused.json()
    assert (said["code"], said["limit"]) == ("limit_reached", "key.turns") and "key.turns" in said["detail"]
    assert 0 < int(refused.headers["Retry-After"]) <= 86_401
    await hotel("when is checkout?", key="app")  # another key has its own
    body = {"model": "front_desk", "messages": [{"role": "user", "content": "checkout"}], "stream": True}
    openai = await hotel.web.post("/v1/chat/completions", json=body, headers=bearer(hotel.keys["web"]))
    assert (openai.status_code, openai.json()["error"]["code"]) == (429, "insufficient_quota")
    assert "key.turns" in openai.json()["error"]["message"]

    await limit(kind="key", turns_a_day=100)
    await limit(kind="user", tokens_a_day=1, money_a_day=5)
    first = await hotel("when is checkout?", user_id="guest-1")
    used = first["metadata"]["usage"]
    assert used["credits_used"] == pytest.approx(used["cost_usd"], abs=1e-6)
    assert used["credits_remaining"] == pytest.approx(5 - used["cost_usd"], abs=1e-6)
    assert (await hotel("when is checkout?", status=429, user_id="guest-1")).json()["limit"] == "user.tokens"
    await hotel("when is checkout?", user_id="guest-2")
    rows = await visit(lambda: list(Spent.objects.of(HOTEL).values_list("subject", flat=True)))
    assert not any("guest" in each for each in rows)
    person = Person(HOTEL, "guest-1", "forgotten-1")
    assert await visit(lambda: list_own()["budgets.Spent"].rows(person).exists())

    await limit(kind="user", money_a_day=0, when_spent="refuse")
    assert (await hotel("when is checkout?", status=402, user_id="guest-1")).json()["code"] == "budget_spent"


async def test_a_day_of_limits_is_the_companys(hotel):
    """In one of the two it is another day now than at the installation."""
    zone = ZoneInfo("Etc/GMT+12" if timezone.now().hour < 12 else "Etc/GMT-14")
    here, there = timezone.localdate(), timezone.localdate(timezone=zone)
    assert here != there
    await limit(kind="company", turns_a_day=1)
    await hotel("when is checkout?")
    await hotel("when is checkout?", status=429)

    def move():
        browser = login("admin", Tenant.objects.get(pk=HOTEL))
        fields = {"title": "Harbor", "default_agent_id": "front_desk", "default_language": "en"}
        address = f"/admin/tenancy/tenant/{HOTEL}/change/"
        assert browser.post(address, {**fields, "time_zone": "Mars/Phobos"}).status_code == 200
        assert browser.post(address, {**fields, "time_zone": zone.key}).status_code == 302

    await visit(move)
    answer = await hotel("when is checkout?")  # a new day, at once
    refused = await hotel("when is checkout?", status=429)
    midnight = datetime.combine(there + timedelta(days=1), time.min, zone)
    left = (midnight - timezone.now()).total_seconds()
    assert abs(int(refused.headers["Retry-After"]) - left) < 60
    spent = await visit(lambda: list(Spent.objects.of(HOTEL).values_list("day", "turns", "tokens")))
    assert {day: turns for day, turns, _tokens in spent if turns} == {here: 1, there: 1}
    assert {day for day, _turns, tokens in spent if tokens} == {here, there} and cost_of(answer)


async def test_an_old_turn_keeps_its_price_and_figures_tell_what_nobody_knows(hotel):
    cost_of(await hotel("when is checkout?"))

    def dearer():
        Price.unscoped.create(tenant_id=HOTEL, model=MODEL, prompt=9000, completion=9000)
        note_change(HOTEL)

    old = await visit(lambda: Turn.objects.of(HOTEL).get())
    await visit(dearer)
    new = await hotel("when is checkout?")
    kept = await visit(lambda: Turn.objects.of(HOTEL).get(pk=old.pk))
    assert kept.usage["by_model"][MODEL]["price"]["prompt"] == 1000 and kept.cost == old.cost
    assert new["metadata"]["usage"]["by_model"][MODEL]["price"]["prompt"] == 9000
    called = [each["detail"]["usage"] for each in new["metadata"]["steps"] if each["kind"] == "model"]
    assert called[0]["price"]["source"] == "company" and called[0]["cost_usd"] > 0
    hotel.model.says("At noon.", usage=False)
    guessed = (await hotel("when is checkout?"))["metadata"]["usage"]
    assert guessed["estimated_calls"] == 1 and guessed["prompt_tokens"] > 0

    await visit(lambda: Price.objects.of(HOTEL).delete())
    await visit(lambda: note_change(HOTEL))
    assert (await hotel("when is checkout?"))["metadata"]["usage"]["cost_usd"] is None
    found = await visit(lambda: sum_costs(HOTEL, Period.last(1)))
    assert (found.turns, found.unknown) == (4, 1)
    total = await visit(lambda: sum(filter(None, Turn.objects.of(HOTEL).values_list("cost", flat=True))))
    assert found.cost == pytest.approx(total, abs=1e-4)
    assert [(each.name, each.turns, each.unknown) for each in found.models] == [(MODEL, 4, 1)]
    assert [each.name for each in found.specialists] == ["concierge_agent"] and len(found.days) == 1
    spent = await visit(lambda: spending.look(HOTEL, snapshot.load(HOTEL)))
    assert spent == []  # nobody set a budget: what was used is counted all the same
    assert await visit(lambda: Spent.objects.of(HOTEL).filter(subject="company", micros__gt=0).exists())


async def test_what_nobody_knows_costs_null_and_not_nothing(hotel):
    await visit(lambda: Price.objects.of(HOTEL).delete())
    await visit(lambda: note_change(HOTEL))
    await hotel("when is checkout?")
    found = await visit(lambda: sum_costs(HOTEL, Period.last(1)))
    assert (found.turns, found.unknown, found.cost) == (1, 1, None)
    assert {each.cost for each in found.lines} == {None}
    page = await sync_to_async(render_to_string)("analytics/costs.html", {"found": {"costs": found}})
    assert "unknown" in page and "0.00" not in page


async def test_without_a_model_messages_are_counted_and_nothing_is_paid(hotel):
    def go_offline():
        LLMProfile.objects.of(HOTEL).delete()
        publish(Tenant.objects.get(pk=HOTEL), "test")

    await visit(go_offline)
    await hotel("when is checkout?")
    assert not await visit(lambda: Spent.objects.of(HOTEL).exists())  # no limits, no model: not a row
    await limit(kind="company", turns_a_day=1)
    await hotel("when is checkout?")
    assert (await hotel("when is breakfast?", status=429)).json()["limit"] == "company.turns"
    assert hotel.model.requests == []


def _events() -> list[str]:
    return list(Delivery.objects.of(HOTEL).order_by("created_at", "pk").values_list("event", flat=True))


async def test_home_and_the_limits_say_which_models_count_no_money_until_a_price_is_written(hotel):
    await visit(lambda: Price.objects.of(HOTEL).delete())
    sentence = f"Nobody knows what the model {MODEL} costs"
    operator = await visit(lambda: login("operator", Tenant.objects.get(pk=HOTEL)))
    assert sentence not in await _page(operator, "/admin/")  # no limit is in money
    await limit(kind="company", money_a_day=5)
    for address in ("/admin/", "/admin/budgets/limit/"):
        assert sentence in await _page(operator, address), address

    def write_price():
        Price.unscoped.create(tenant_id=HOTEL, model=MODEL, prompt=1, completion=1)
        note_change(HOTEL)

    await visit(write_price)
    assert sentence not in await _page(operator, "/admin/")


@pytest.mark.parametrize(
    ("way", "sentence"),
    [("save", "Answers go on"), ("refuse", "Messages are refused")],
    ids=["save", "refuse"],
)
async def test_the_mail_says_what_becomes_of_messages(hotel, way, sentence):
    await limit(kind="company", money_a_day=0.0001, when_spent=way)
    await hotel("when is checkout?")
    row = await visit(lambda: Delivery.objects.of(HOTEL).get(event="budget.spent"))
    _subject, text = await visit(lambda: mail.write(row))
    assert sentence in text


async def _page(client, address):
    return await visit(lambda: client.get(address).content.decode())
