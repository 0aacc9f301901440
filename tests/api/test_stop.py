"""Stopping an answer in the making, and one that still waits in line."""

import asyncio

import httpx2

from conversations.models import Turn
from conversations.visits import visit
from tests.api.conftest import Web
from tests.api.events import parse


def counted(begun):
    """A visitor of the demo; `begun` gets a line for each stream that has told it is accepted."""
    from config.asgi import application

    async def app(scope, receive, send):
        async def noted(message):
            if b"event: accepted" in message.get("body", b""):
                begun.append(scope["path"])
            await send(message)

        await application(scope, receive, noted)

    transport = httpx2.ASGITransport(app=app, client=("127.0.0.1", 4711))
    return Web(transport=transport, base_url="http://localhost", timeout=20)


async def until(true):
    """Waits, at most 20 s."""
    async with asyncio.timeout(20):
        while not true():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def test_a_stopped_turn_keeps_what_was_said_and_answers_its_caller(web, slow_model):
    waiting = asyncio.create_task(web.say("Minha fatura veio alta", "stop"))
    await slow_model.asked()
    await asyncio.sleep(0.2)
    turn = await visit(lambda: Turn.unscoped.get(conversation__session_id="stop"))
    stopped = (await web.post(f"/api/turns/{turn.pk}/stop")).json()
    assert stopped["stopped"] is True
    answer = (await asyncio.wait_for(waiting, 20)).json()
    assert answer["metadata"]["status"] == "cancelled"
    assert (await web.get(f"/api/turns/{turn.pk}")).json()["status"] == "cancelled"


async def test_a_turn_that_waits_in_line_can_be_stopped(web, slow_model):
    first = asyncio.create_task(web.say("Minha fatura veio alta", "line"))
    await slow_model.asked()
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
    await slow_model.asked()
    again = await web.post("/gateway/message", json=body, headers=headers)
    assert (again.status_code, again.json()["code"]) == (409, "idempotency_key_in_use")
    assert int(again.headers["retry-after"]) >= 1
    begun = []
    async with counted(begun) as other:
        streams = [
            asyncio.create_task(
                other.post("/gateway/message/sse", json=body, headers={"Idempotency-Key": "k-3"})
            )
            for _ in range(2)
        ]
        await until(lambda: len(begun) == 2)
        turns = await visit(lambda: list(Turn.unscoped.filter(status__in=Turn.OPEN)))
        assert len(turns) == 2
        for turn in turns:
            await web.post(f"/api/turns/{turn.pk}/stop")
        assert (await asyncio.wait_for(first, 20)).json()["metadata"]["status"] == "cancelled"
        told = [parse((await asyncio.wait_for(stream, 20)).text) for stream in streams]
    assert told[0][0][2]["turn_id"] == told[1][0][2]["turn_id"]
    assert told[0][-1] == told[1][-1]


async def test_however_often_a_turn_is_stopped_it_ends_once(web, slow_model):
    body = {"agent_id": "telecom_contas", "text": "Minha fatura veio alta", "session_id": "often"}
    stream = asyncio.create_task(web.post("/gateway/message/sse", json=body))
    await slow_model.asked()
    await asyncio.sleep(0.2)
    turn = await visit(lambda: Turn.unscoped.get(conversation__session_id="often"))
    asked = await asyncio.gather(*(web.post(f"/api/turns/{turn.pk}/stop") for _ in range(6)))
    assert {each.status_code for each in asked} == {200}
    told = parse((await asyncio.wait_for(stream, 20)).text)
    assert [event for _, event, _ in told][-2:] == ["answer", "done"]
    assert (await web.get(f"/api/turns/{turn.pk}")).json()["status"] == "cancelled"


async def test_a_trusted_program_stops_the_turn_of_the_user_it_names(stranger, demo_servers, key, slow_model):
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
