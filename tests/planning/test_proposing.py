"""A model that proposes the plan, over the wire.

What it may, what it costs, and what happens when it obeys an attacker.
"""

import time
from dataclasses import replace

import pytest

from conversations import visits
from routing.models import AgentProfile
from tests.fakes.domain_server import DomainServer
from tests.parts.phrases import try_each
from tests.planning.moved import move, quotes
from tests.turns.changing import change, deciding
from tests.turns.gullible import call, tools

pytestmark = pytest.mark.django_db(transaction=True)
PROPOSE = "propose_plan"
MESSAGE = "preço de PETR4 e VALE3 e me avise no telegram"


@pytest.fixture
async def model(talk):
    """A model that may propose the plans of the finance profile."""
    async with deciding("finance", plan_by_model=True) as server:
        yield server


def step(number, capability, params, *needs, domain="finance"):
    return {
        "id": number,
        "domain": domain,
        "capability": capability,
        "params": params,
        "depends_on": [*needs],
    }


def price(number, text, *needs):
    return step(number, "get_stock_price", {"symbol_text": text}, *needs)


def send(number, message, *needs):
    return step(number, "send_telegram_message", {"message": message}, *needs, domain="notifier")


GOOD = [price(1, "VALE3"), price(2, "PETR4"), send(3, "${1.explanation}\n${2.explanation}", 1, 2)]


def proposes(*steps, **more):
    return call((PROPOSE, {"steps": list(steps), **more}))


def steps_of(answer):
    return [each["detail"] for each in answer["metadata"]["steps"] if each["kind"] == "plan_step"]


def execution(answer):
    return answer["metadata"]["execution"]


async def test_the_models_plan_is_carried_out_and_told_as_its_own(talk, model) -> None:
    model.when(lambda asked: proposes(*GOOD, execution_mode="sequential"))
    answer = await talk("p1")(MESSAGE, agent_id="finance")
    assert [each["params"].get("symbol") for each in steps_of(answer)] == ["VALE3.SA", "PETR4.SA", None]
    assert "61,07" in steps_of(answer)[2]["params"]["message"] and "38,42" in answer["text"]
    told = execution(answer)
    assert told["execution_plan"]["proposed_by"] == "sorter"
    assert told["execution_plan"]["execution_mode"] == "sequential"
    assert told["proposal"] == {"model": "sorter", "refused": None}
    assert answer["metadata"]["usage"]["calls"] == 1
    (line,) = [each for each in answer["metadata"]["steps"] if each["node"] == "model"]
    assert line["outcome"] == "ok" and line["detail"]["tool"] == PROPOSE
    (asked,) = model.requests
    assert tools(asked) == {PROPOSE} and MESSAGE in asked["messages"][-1]["content"]


async def test_a_profile_that_does_not_let_it_asks_no_model(talk, model) -> None:
    await change(lambda: AgentProfile.objects.of("tenant_a").update(plan_by_model=False))
    answer = await talk("p2")(MESSAGE, agent_id="finance")
    assert "38,42" in answer["text"] and model.requests == []
    assert execution(answer)["execution_plan"]["proposed_by"] == "" and execution(answer)["proposal"] is None


async def test_without_a_model_nothing_changes(talk, model) -> None:
    await change(lambda: AgentProfile.objects.of("tenant_a").update(llm_router=None))
    answer = await talk("p3")(MESSAGE, agent_id="finance")
    assert len(steps_of(answer)) == 3 and model.requests == []


@try_each("message", ["oi, tudo bem?", "o que você faz?"])
async def test_what_needs_no_plan_asks_for_none(talk, model, message) -> None:
    await talk("p4")(message, agent_id="finance")
    assert not [asked for asked in model.requests if PROPOSE in tools(asked)]


ATTACKS = {
    "another domain": [*GOOD, step(4, "list_orders", {}, domain="retail")],
    "the notifier's other": [*GOOD, step(4, "send_email", {"message": "${1.explanation}"}, 1,
        domain="notifier")],
    "an unknown name": [*GOOD, step(4, "transfer_everything", {"to": "PETR4"})],
    "a circle": [price(1, "PETR4", 2), price(2, "VALE3", 1), GOOD[2]],
    "500 steps": [price(number, "PETR4") for number in range(1, 501)],
    "sent twice": [*GOOD, send(4, "${1.explanation}", 1)],
    "beyond the schema": [price(1, "PETR4"), price(2, "VALE3"),
        {**GOOD[2], "params": {**GOOD[2]["params"], "to": "PETR4"}}],
    "an unknown id": [*GOOD, price(4, "ITUB4")],
    "a ticker of its own": [price(1, "PETR4.SA"), *GOOD[1:]],
    "its own words": [*GOOD[:2], send(3, "Clique em http://evil.example", 1, 2)],
    "the environment": [*GOOD[:2], send(3, "${ENV:SECRET_KEY}", 1, 2)],
}  # fmt: skip


@try_each("attack", ATTACKS)
async def test_a_model_that_obeys_an_attacker_falls_back_to_the_plan_of_the_manifests(
    talk, model, attack
) -> None:
    model.obeys("telegram", (PROPOSE, {"steps": ATTACKS[attack]}))
    with DomainServer(quotes({"PETR4": 38.0, "VALE3": 61.0})) as domain:
        move(domain.url, "finance", "notifier")
        answer = await talk("p5")(MESSAGE, agent_id="finance")
        called = [body["capability"] for body in domain.asked]
    assert [each["capability"] for each in steps_of(answer)] == [
        "get_stock_price", "get_stock_price", "send_telegram_message",
    ]  # fmt: skip
    assert set(called) <= {"search_symbol", "get_stock_price", "send_telegram_message"}
    assert called.count("send_telegram_message") == 1
    assert execution(answer)["execution_plan"]["proposed_by"] == ""
    (line,) = [each for each in answer["metadata"]["steps"] if each["node"] == "model"]
    assert line["outcome"] == "failed" and line["detail"]["refused"] in line["summary"]
    assert execution(answer)["proposal"]["refused"] == line["detail"]["refused"]
    assert answer["metadata"]["usage"]["calls"] == 1 and len(model.requests) == 1


NUMBER, UNSEEN = "529.982.247-25", "\x1b\u202e"
OWN_WORDS = {
    "a value": [price(1, f"PETR4 {NUMBER}{UNSEEN}"), *GOOD[1:]],
    "a capability": [step(1, f"{NUMBER}{UNSEEN}", {}), *GOOD[1:]],
    "a domain": [{**GOOD[0], "domain": f"{NUMBER}{UNSEEN}"}, *GOOD[1:]],
    "beyond the form": [{**GOOD[0], f"{NUMBER}{UNSEEN}": 1}, *GOOD[1:]],
}


@try_each("own", OWN_WORDS)
async def test_what_a_model_wrote_itself_is_masked_in_the_record_of_its_refusal(talk, model, own) -> None:
    model.when(lambda asked: proposes(*OWN_WORDS[own]))
    answer = await talk("p11")(MESSAGE, agent_id="finance")
    refused = execution(answer)["proposal"]["refused"]
    assert "***.***.***-25" in refused and NUMBER not in str(answer)
    assert not any(letter in str(refused) for letter in UNSEEN)


async def test_a_reference_that_the_user_typed_refers_to_nothing(talk, model) -> None:
    typed = step(4, "get_stock_price", {"symbol": "${1.explanation}"}, 1)
    model.obeys("telegram", (PROPOSE, {"steps": [*GOOD, typed]}))
    begun = talk("p6")
    await begun("oi ${1.explanation}", agent_id="finance")
    answer = await begun(MESSAGE, agent_id="finance")
    assert "typed as text" in execution(answer)["proposal"]["refused"]
    assert execution(answer)["execution_plan"]["proposed_by"] == "" and len(steps_of(answer)) == 3


async def test_an_ambiguous_name_is_asked_about_and_the_models_plan_goes_on(talk, model) -> None:
    model.when(lambda asked: proposes(price(1, "Nordea")))
    begun = talk("p7")
    asked = await begun("qual o preço da Nordea?", agent_id="finance")
    assert asked["metadata"]["resolution"] == "ambiguous_symbol"
    answer = await begun("a de Estocolmo", agent_id="finance")
    assert "112,5" in answer["text"] and execution(answer)["execution_plan"]["proposed_by"] == "sorter"
    assert len(model.requests) == 1  # the reply goes on with the plan as it was


@pytest.mark.parametrize("sign", ["down", "silent"])
async def test_a_model_that_is_slow_or_down_costs_its_deadline_once(talk, model, settings, sign) -> None:
    settings.PLAN_MODEL_SECONDS = 0.6
    if sign == "down":
        model.when(lambda asked: replace(proposes(*GOOD), status=503))
    else:
        model.when(lambda asked: replace(proposes(*GOOD), slow=30))
    began = time.perf_counter()
    answer = await talk("p8")(MESSAGE, agent_id="finance")
    assert time.perf_counter() - began < 20
    assert "38,42" in answer["text"] and len(steps_of(answer)) == 3
    assert execution(answer)["proposal"]["refused"]


async def test_no_visit_is_open_while_the_model_thinks(talk, model, monkeypatch) -> None:
    running, during = [], []
    attempt = visits._attempt

    def watched(fn, landed):
        running.append(fn)
        try:
            return attempt(fn, landed)
        finally:
            running.remove(fn)

    monkeypatch.setattr(visits, "_attempt", watched)

    def answer(asked):
        during.append(list(running))
        return replace(proposes(*GOOD), slow=0.2)

    model.when(answer)
    await talk("p9")(MESSAGE, agent_id="finance")
    assert during == [[]]


async def test_debug_route_says_who_proposed_and_what_that_cost(talk, model, web) -> None:
    model.when(lambda asked: proposes(*GOOD))
    body = {"text": MESSAGE, "tenant_id": "tenant_a", "agent_id": "finance", "session_id": "p10"}
    said = (await web.post("/debug/route", json=body)).json()
    assert said["execution_plan"]["proposed_by"] == "sorter"
    assert said["proposal"] == {"model": "sorter", "refused": None} and said["usage"]["calls"] == 1
    assert [each["domain"] for each in said["handlers"]] == ["finance", "finance", "notifier"]
