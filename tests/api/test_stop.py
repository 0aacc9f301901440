"""Stopping an answer in the making, and one that still waits in line."""

import asyncio

import pytest

from tests.api.events import parse


@pytest.fixture
def slow_model(settings, fake_openai):
    """A model that writes a sentence every 50 ms."""
    settings.MODEL, settings.OPENAI_BASE_URL = "slow", fake_openai.base_url
    fake_openai.says("Uma palavra. " * 200, between=0.05)
    return fake_openai


async def running(web, session):
    """The turn of a session, once its text has begun."""
    for _ in range(2000):
        answer = await web.get(f"/api/chat/conversations/tenant_a:telecom_contas:{session}")
        if answer.status_code == 200:
            return
        await asyncio.sleep(0.01)
    raise AssertionError("the turn did not begin")


async def test_a_stopped_turn_keeps_what_was_said_and_answers_its_caller(web, slow_model):
    waiting = asyncio.create_task(web.say("Minha fatura veio alta", "stop"))
    await running(web, "stop")
    await asyncio.sleep(0.2)
    from conversations.models import Turn
    from conversations.visits import visit

    turn = await visit(lambda: Turn.unscoped.get(conversation__session_id="stop"))
    stopped = (await web.post(f"/api/turns/{turn.pk}/stop")).json()
    assert stopped["stopped"] is True
    answer = (await asyncio.wait_for(waiting, 20)).json()
    assert answer["metadata"]["status"] == "cancelled"
    assert (await web.get(f"/api/turns/{turn.pk}")).json()["status"] == "cancelled"


async def test_a_turn_that_waits_in_line_can_be_stopped(web, slow_model):
    from conversations.models import Turn
    from conversations.visits import visit

    first = asyncio.create_task(web.say("Minha fatura veio alta", "line"))
    await running(web, "line")
    body = {"agent_id": "telecom_contas", "text": "oi", "session_id": "line"}
    second = asyncio.create_task(web.post("/gateway/message/sse", json=body))
    for _ in range(200):
        turns = await visit(
            lambda: list(Turn.unscoped.filter(conversation__session_id="line").order_by("number"))
        )
        if len(turns) == 2:
            break
        await asyncio.sleep(0.01)
    assert (await web.post(f"/api/turns/{turns[1].pk}/stop")).json()["stopped"] is True
    await web.post(f"/api/turns/{turns[0].pk}/stop")
    assert (await asyncio.wait_for(first, 20)).json()["metadata"]["status"] == "cancelled"
    told = parse((await asyncio.wait_for(second, 20)).text)
    assert told[-1][1] == "done"


async def test_a_key_that_still_runs_is_refused_or_attached_to(web, slow_model):
    body = {"agent_id": "telecom_contas", "text": "Minha fatura veio alta", "session_id": "twice"}
    headers = {"Idempotency-Key": "k-2"}
    first = asyncio.create_task(web.post("/gateway/message", json=body, headers=headers))
    await running(web, "twice")
    again = await web.post("/gateway/message", json=body, headers=headers)
    assert (again.status_code, again.json()["code"]) == (409, "idempotency_key_in_use")
    assert int(again.headers["retry-after"]) >= 1
    streams = [
        asyncio.create_task(web.post("/gateway/message/sse", json=body, headers={"Idempotency-Key": "k-3"}))
        for _ in range(2)
    ]
    slow_model.says("Pronto.")
    from conversations.models import Turn
    from conversations.visits import visit

    def begun() -> list[Turn]:
        return list(Turn.unscoped.filter(status__in=Turn.OPEN))

    for _ in range(200):
        if len(turns := await visit(begun)) == 2:
            break
        await asyncio.sleep(0.05)
    for turn in turns:
        await web.post(f"/api/turns/{turn.pk}/stop")
    assert (await asyncio.wait_for(first, 20)).json()["metadata"]["status"] == "cancelled"
    told = [parse((await asyncio.wait_for(stream, 20)).text) for stream in streams]
    assert told[0][0][2]["turn_id"] == told[1][0][2]["turn_id"]
    assert told[0][-1] == told[1][-1]


async def test_however_often_a_turn_is_stopped_it_ends_once(web, slow_model):
    from conversations.models import Turn
    from conversations.visits import visit

    body = {"agent_id": "telecom_contas", "text": "Minha fatura veio alta", "session_id": "often"}
    stream = asyncio.create_task(web.post("/gateway/message/sse", json=body))
    await running(web, "often")
    await asyncio.sleep(0.2)
    turn = await visit(lambda: Turn.unscoped.get(conversation__session_id="often"))
    asked = await asyncio.gather(*(web.post(f"/api/turns/{turn.pk}/stop") for _ in range(6)))
    assert {each.status_code for each in asked} == {200}
    told = parse((await asyncio.wait_for(stream, 20)).text)
    assert [event for _, event, _ in told][-2:] == ["answer", "done"]
    assert (await web.get(f"/api/turns/{turn.pk}")).json()["status"] == "cancelled"


async def test_a_trusted_program_stops_the_turn_of_the_user_it_names(stranger, demo_servers, key, slow_model):
    from conversations.models import Turn
    from conversations.visits import visit

    mine = key("chat", "context:trusted")
    body = {"agent_id": "telecom_contas", "text": "Minha fatura veio alta", "user_id": "u1"}
    waiting = asyncio.create_task(
        stranger.post("/gateway/message", json={**body, "session_id": "for-u1"}, headers=mine)
    )
    turn = None
    while turn is None:
        turn = await visit(lambda: Turn.unscoped.filter(status="running").first())
    stop = f"/api/turns/{turn.pk}/stop"
    untrusted = key("chat")
    assert (await stranger.post(stop, headers=mine)).status_code == 404
    assert (await stranger.post(f"{stop}?user_id=u2", headers=mine)).status_code == 404
    assert (await stranger.post(f"{stop}?user_id=u1", headers=untrusted)).status_code == 404
    assert (await stranger.post(f"{stop}?user_id=u1", headers=mine)).json()["stopped"] is True
    assert (await asyncio.wait_for(waiting, 20)).json()["metadata"]["status"] == "cancelled"
    assert (await stranger.post(stop, json={"user_id": "u1"}, headers=mine)).json()["stopped"] is False
