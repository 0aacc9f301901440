"""The curl tour of the documentation, through the real doors."""

import asyncio

import pytest

from tests.api.events import parse

INVOICE = {"msisdn": "5511999999999", "invoice_id": "INV001"}
ORDER = {"order_id": "P100", "customer_id": "C001"}


async def test_the_router_explains_itself_and_stores_nothing(web):
    from conversations.models import Conversation
    from conversations.visits import visit

    body = {
        "channel": "web", "agent_id": "telecom_contas", "tenant_id": "tenant_a",
        "payload": {"text": "Minha fatura veio alta", "session_id": "s-router-1", "context": INVOICE},
    }  # fmt: skip
    decision = (await web.post("/debug/route", json=body)).json()
    assert decision["route"] == decision["agent"] == "billing_agent"
    assert decision["intent"] == "billing_invoice_explanation"
    assert (decision["method"], decision["mode"]) == ("keyword", "router")
    assert decision["mcp_tools"] == ["consultar_fatura", "consultar_pagamentos"]
    assert "fatura" in decision["metadata"]["matched_keywords"]
    assert [tier["tier"] for tier in decision["tiers"]] == ["state", "keyword"]
    assert await visit(lambda: Conversation.unscoped.count()) == 0


async def test_a_question_about_an_invoice_is_answered_from_its_tools(web):
    answer = (await web.say("Minha fatura veio alta. Pode consultar?", "web-001", context=INVOICE)).json()
    assert set(answer) == {"channel", "session_id", "text", "metadata"}
    assert answer["session_id"] == "tenant_a:telecom_contas:web-001"
    metadata = answer["metadata"]
    results = {result["tool_name"]: result for result in metadata["mcp_results"]}
    assert {name for name, result in results.items() if result["ok"]} == {
        "consultar_fatura",
        "consultar_pagamentos",
    }
    assert str(results["consultar_fatura"]["result"]["invoice_id"]) in answer["text"]
    for name in (
        "channel_id", "tenant_id", "agent_id", "original_session_id", "conversation_key", "message_id",
        "route",
        "intent", "route_decision", "domain", "mode", "agents", "active_agent", "mcp_tools", "mcp_results",
        "tool_calls", "handoffs", "question", "requires_user_input", "missing_fields", "business_context",
        "identity_missing", "guardrails", "judges", "turn_id", "release", "steps", "timings", "usage",
    ):  # fmt: skip
        assert name in metadata, name


async def test_a_missing_order_number_is_asked_for_and_taken_up(web):
    asked = (await web.say("Onde está meu pedido?", "web-002", agent="retail_orders",
                           context={"customer_id": "C001"})).json()  # fmt: skip
    assert asked["metadata"]["question"]["kind"] == "slot"
    assert asked["metadata"]["question"]["fields"] == ["order_id"] == asked["metadata"]["missing_fields"]
    assert asked["metadata"]["requires_user_input"] is True and asked["metadata"]["tool_calls"] == []
    answer = (await web.say("P100", asked["session_id"], agent="retail_orders",
                            context={"customer_id": "C001"})).json()  # fmt: skip
    assert answer["session_id"] == asked["session_id"]
    decided = answer["metadata"]["route_decision"]
    assert (decided["method"], decided["confidence"]) == ("state", 1.0)
    assert answer["metadata"]["intent"] == "retail_order_tracking" and "P100" in answer["text"]
    assert {call["tool"] for call in answer["metadata"]["tool_calls"]} == {
        "consultar_pedido",
        "consultar_entrega",
    }


async def test_without_a_session_a_new_one_is_given_and_goes_on(web):
    first = (await web.say("oi")).json()
    second = (await web.say("obrigado", first["session_id"])).json()
    assert first["session_id"] == second["session_id"]
    assert first["metadata"]["question"]["options"]
    listed = (await web.get(f"/sessions/{first['session_id'].replace(':', '%3A')}/messages")).json()
    assert [message["role"] for message in listed["messages"]] == ["user", "assistant", "user", "assistant"]


async def test_the_stream_tells_a_turn_from_accepted_to_done(web):
    body = {"agent_id": "telecom_contas", "payload": {"text": "Minha fatura veio alta", "context": INVOICE}}
    answer = await web.post("/gateway/message/sse", json=body)
    assert answer.headers["content-type"] == "text/event-stream"
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["x-accel-buffering"] == "no"
    told = parse(answer.text)
    names = [name for _id, name, _data in told]
    assert (names[0], names[-2:]) == ("accepted", ["answer", "done"])
    assert {"route", "step", "text"} <= set(names)
    assert [id for id, _name, _data in told] == [f"1.{n}" for n in range(1, len(told) + 1)]
    whole = next(data for _id, name, data in told if name == "answer")
    assert "".join(data["text"] for _id, name, data in told if name == "text").strip() == whole["text"]


async def test_a_refused_stream_has_its_status(web):
    answer = await web.post("/gateway/message/sse", json={"text": "oi", "agent_id": "nobody"})
    assert (answer.status_code, answer.headers["content-type"]) == (422, "application/problem+json")


async def test_the_stream_door_answers_json_to_who_asks_for_it(web):
    answer = await web.post(
        "/gateway/message/sse", json={"text": "oi"}, headers={"Accept": "application/json"}
    )
    assert answer.json()["text"]


async def test_events_are_replayed_after_the_last_one_seen(web):
    told = parse((await web.post("/gateway/message/sse", json={"text": "oi", "session_id": "again"})).text)
    key = told[0][2]["conversation_key"]
    replayed = parse((await web.get(f"/gateway/events/{key}", headers={"Last-Event-ID": "1.2"})).text)
    assert replayed == told[2:]
    asked = parse((await web.get(f"/gateway/events/{key}?last_event_id=1.2")).text)
    assert asked == replayed


async def test_the_record_tells_under_ids_that_no_event_had(web, settings):
    from conversations.event_log import log

    told = parse((await web.post("/gateway/message/sse", json={"text": "oi", "session_id": "late"})).text)
    log._rings.pop(told[0][2]["turn_id"])  # as a minute later
    settings.REDIS_URL = ""
    url = f"/gateway/events/{told[0][2]['conversation_key']}"
    late = parse((await web.get(url, headers={"Last-Event-ID": "1.2"})).text)
    assert [event[:2] for event in late] == [("1.9999", "answer"), ("1.10000", "done")]
    assert parse((await web.get(url, headers={"Last-Event-ID": "1.9999"})).text) == late[1:]


async def test_the_numbers_go_on_where_a_process_that_died_told_the_beginning(web, settings):
    if not settings.REDIS_URL:
        pytest.skip("needs REDIS_URL")
    from django.utils import timezone

    from conversations import redis_client
    from conversations.event_log import EventLog
    from conversations.models import Turn
    from conversations.turn import TurnEvent
    from conversations.visits import visit

    settings.TURN_DEADLINE = 0.5
    await web.say("oi", "crashed")
    key = "tenant_a:telecom_contas:crashed"
    first = await visit(lambda: Turn.unscoped.get(conversation__key=key))
    taken_over = await visit(
        lambda: Turn.unscoped.create(
            tenant_id=first.tenant_id, conversation_id=first.conversation_id, number=2, status="answered",
            answer="Pronto.", finished_at=timezone.now(),
        )
    )  # fmt: skip
    dead = EventLog()  # of another process
    for number in range(1, 9):
        dead.publish(taken_over.pk, TurnEvent("step", {}, number, 2))
    async with asyncio.timeout(5):
        while await redis_client.client().xlen(f"sb:turn:{taken_over.pk}") < 8:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    told = parse((await web.get(f"/gateway/events/{key}", headers={"Last-Event-ID": "2.2"})).text)
    assert [(event[0], event[1]) for event in told] == [
        *((f"2.{number}", "step") for number in range(3, 9)), ("2.9999", "answer"), ("2.10000", "done"),
    ]  # fmt: skip


@pytest.mark.parametrize("last", ["none", "99999999999999999999.1", "1.", "-1.2", "1.2.3"])
async def test_an_event_id_that_is_none_begins_at_the_beginning(web, last):
    told = parse((await web.post("/gateway/message/sse", json={"text": "oi", "session_id": "odd"})).text)
    key = told[0][2]["conversation_key"]
    assert parse((await web.get(f"/gateway/events/{key}", headers={"Last-Event-ID": last})).text) == told


async def test_the_same_key_gives_the_same_answer_and_one_turn(web):
    from conversations.models import Turn
    from conversations.visits import visit

    body = {"text": "Minha fatura veio alta", "session_id": "once", "context": INVOICE}
    first = await web.post("/gateway/message", json=body, headers={"Idempotency-Key": "k-1"})
    second = await web.post("/gateway/message", json=body, headers={"Idempotency-Key": "k-1"})
    assert second.json() == first.json()
    other = await web.post(
        "/gateway/message", json={**body, "text": "oi"}, headers={"Idempotency-Key": "k-1"}
    )
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")
    assert await visit(lambda: Turn.unscoped.count()) == 1


async def test_an_answer_that_is_streamed_again_has_the_ids_that_told_it(web):
    from conversations.event_log import log

    body = {"text": "Minha fatura veio alta", "session_id": "same", "context": INVOICE}
    first, again, late = [], [], []
    for told in (first, again, late):
        sent = await web.post("/gateway/message/sse", json=body, headers={"Idempotency-Key": "k-2"})
        told += parse(sent.text)
        if told is again:
            log._rings.pop(first[0][2]["turn_id"])
    ids = {event[0]: event[1] for event in first}
    assert [event[1] for event in again] == [event[1] for event in late] == ["accepted", "answer", "done"]
    assert all(ids[event[0]] == event[1] for event in again)
    assert all(ids.get(event[0], event[1]) == event[1] for event in late)  # none names another event


@pytest.mark.parametrize("erased", ["", "/messages"], ids=["deleted", "cleared"])
async def test_an_erased_message_that_is_sent_again_is_a_new_one(web, erased):
    from conversations.models import Message
    from conversations.visits import visit

    body = {"text": "Minha fatura veio alta", "session_id": "gone", "context": INVOICE}
    first = (await web.post("/gateway/message", json=body, headers={"Idempotency-Key": "k-9"})).json()
    key = "tenant_a:telecom_contas:gone"
    assert (await web.delete(f"/sessions/{key}{erased}")).status_code == 200
    again = (await web.post("/gateway/message", json=body, headers={"Idempotency-Key": "k-9"})).json()
    assert again["metadata"]["turn_id"] != first["metadata"]["turn_id"]
    shown = (await web.get(f"/sessions/{key}/messages")).json()["messages"]
    assert [each["content"] for each in shown if each["role"] == "user"] == [body["text"]]
    old = await visit(
        lambda: list(
            Message.unscoped.filter(turn=first["metadata"]["turn_id"]).values_list("text", flat=True)
        )
    )
    assert set(old) <= {""}


async def test_a_redelivered_message_of_a_channel_makes_no_second_turn(web):
    sent = {"text": "oi", "session_id": "wa", "message_id": "wamid.1"}
    first, second = (
        await web.post("/gateway/message", json=sent),
        await web.post("/gateway/message", json=sent),
    )
    assert first.json()["metadata"]["turn_id"] == second.json()["metadata"]["turn_id"]


async def test_more_messages_than_may_wait_are_refused_with_a_hint(web, settings):
    settings.QUEUED_TURNS = 1
    answers = await asyncio.gather(
        *(web.say("Minha fatura veio alta", "crowd", context=INVOICE) for _ in range(8))
    )
    statuses = [answer.status_code for answer in answers]
    assert set(statuses) == {200, 429}
    refused = next(answer for answer in answers if answer.status_code == 429)
    assert refused.json()["code"] == "conversation_busy"
    assert int(refused.headers["retry-after"]) >= 1
    history = (await web.get("/sessions/tenant_a:telecom_contas:crowd/messages")).json()["messages"]
    assert len([message for message in history if message["role"] == "user"]) == statuses.count(200)


async def test_a_door_that_waits_too_long_says_where_the_answer_will_be(web, settings):
    settings.WAIT_LIMIT = 0.001
    answer = await web.say("Minha fatura veio alta", "slow", context=INVOICE)
    assert answer.status_code == 202
    waiting = answer.json()
    told = parse((await web.get(waiting["events"])).text)
    assert told[-1][1] == "done"
    turn = (await web.get(waiting["turn"])).json()
    assert (turn["status"], bool(turn["text"])) == ("answered", True)


async def test_who_waits_while_the_database_stands_still_is_told_where_the_answer_will_be(
    web, settings, fake_openai
):
    from conversations import visits

    settings.MODEL, settings.OPENAI_BASE_URL = "slow", fake_openai.base_url
    let_go = fake_openai.holds("Pronto.")
    asked = asyncio.create_task(web.say("Minha fatura veio alta", "still", context=INVOICE))
    while not visits._hearers:  # noqa: ASYNC110
        await asyncio.sleep(0.02)
    for tell in list(visits._hearers):
        await asyncio.to_thread(tell)
    answer = await asyncio.wait_for(asked, 5)
    assert answer.status_code == 202 and not visits._hearers
    let_go.set()
    assert parse((await web.get(answer.json()["events"])).text)[-1][1] == "done"


async def test_a_process_that_stops_takes_no_new_message(web):
    from routing.turns import registry

    registry.accept(False)
    try:
        answer = await web.say("oi")
        ready = await web.get("/readyz")
    finally:
        registry.accept()
    assert (answer.status_code, answer.json()["code"], answer.headers["retry-after"]) == (
        503,
        "draining",
        "2",
    )
    assert (ready.status_code, ready.json()["checks"]["accepting"]) == (503, "stopping")


async def test_a_process_takes_on_no_more_than_it_can_answer(web, settings):
    from conversations.models import Conversation
    from conversations.visits import visit

    settings.TURNS_AT_ONCE = 1
    sent = (web.say("Minha fatura veio alta", f"many{n}", context=INVOICE) for n in range(6))
    answers = await asyncio.gather(*sent)
    refused = [answer for answer in answers if answer.status_code != 200]
    told = {(answer.status_code, answer.json()["code"], answer.headers["retry-after"]) for answer in refused}
    assert told == {(503, "overloaded", "5")}
    assert await visit(lambda: Conversation.unscoped.count()) == 6 - len(refused)
    assert (await web.say("oi", "later")).status_code == 200


@pytest.mark.parametrize("mode", ["router", "single"])
async def test_a_mode_may_be_asked_for(web, mode):
    answer = await web.post("/gateway/message", json={"text": "Minha fatura veio alta", "mode": mode})
    assert (answer.json()["metadata"]["mode"], answer.json()["metadata"]["mode_source"]) == (mode, "request")


async def test_what_was_said_earlier_is_read_before_a_message(web):
    for text in ("oi", "obrigado", "tchau"):
        key = (await web.say(text, "pages")).json()["session_id"]
    address = f"/api/chat/conversations/{key}"
    last = (await web.get(address, params={"limit": 2})).json()
    assert (len(last["messages"]), last["earlier"]) == (2, True)
    first = (await web.get(address, params={"limit": 10, "before": last["messages"][0]["seq"]})).json()
    assert (len(first["messages"]), first["earlier"]) == (4, False)
    assert first["messages"][0]["content"] == "oi"
    assert (await web.get(address, params={"before": 0})).status_code == 422


async def test_an_answer_in_the_history_says_how_long_it_took(web):
    key = (await web.say("oi", "time")).json()["session_id"]
    said, answered = (await web.get(f"/sessions/{key}/messages")).json()["messages"]
    assert answered["metadata"]["timings"]["total_ms"] > 0
    assert "timings" not in said["metadata"]
