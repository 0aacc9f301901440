"""The events of a session at the gateway: those of the backend that has it, as the backend tells them."""

import asyncio

from conversations.visits import visit
from tests.api.events import parse
from tests.gateway.conftest import place
from tests.gateway.test_streams import events


async def test_the_events_of_a_session_are_its_backends(web, backends):
    contas = backends["contas"]
    contas.known = {"t:contas:e-1"}
    await events(web, "Minha fatura veio alta", "e-1")
    answer = await web.get("/gateway/events/e-1?tenant_id=tenant_a", headers={"Last-Event-ID": "1.7"})
    told = parse(answer.text)
    assert [(number, name) for number, name, _data in told] == [
        (None, "backend.selected"), ("1.1", "accepted"), ("1.2", "text"), ("1.3", "answer"), ("1.4", "done"),
    ]  # fmt: skip
    assert told[0][2] == {"backend_id": "contas", "name": "Contas", "global_session_id": "e-1"}
    assert contas.asked == [("/gateway/events/t:contas:e-1?tenant_id=tenant_a", "1.7")]


async def test_a_session_that_its_backend_does_not_know_yet_is_waited_for(web, backends):
    contas = backends["contas"]
    contas.delay = 1.0
    sending = asyncio.create_task(events(web, "Minha fatura veio alta", "e-2"))
    while not contas.seen:  # noqa: ASYNC110
        await asyncio.sleep(0.02)
    reading = asyncio.create_task(web.get("/gateway/events/e-2?tenant_id=tenant_a"))
    await sending
    contas.known = {"t:contas:e-2"}
    names = [name for _id, name, _data in parse((await reading).text)]
    assert names[:3] == ["waiting", "backend.selected", "accepted"]


async def test_whose_session_it_is_not_reads_nothing(stranger, backends, key):
    mine = key("chat", "context:trusted")
    body = {"text": "Minha fatura", "session_id": "e-3", "user_id": "u1"}
    assert (await stranger.post("/gateway/message", json=body, headers=mine)).status_code == 200
    for user, status in (("u2", 404), ("u1", 200)):
        backends["contas"].known = {"t:contas:e-3"}
        answer = await stranger.get(f"/gateway/events/e-3?user_id={user}", headers=mine)
        assert answer.status_code == status
    assert backends["contas"].asked[-1][0].endswith("?tenant_id=tenant_a&user_id=u1")
    assert (await stranger.get("/gateway/events/e-4", headers=mine)).status_code == 404
    looped = await stranger.get("/gateway/events/e-3", headers={**mine, "X-Switchboard-Gateway": "1"})
    assert looped.status_code == 508


async def test_the_path_of_events_is_the_rows_and_one_without_says_so(web, backends):
    await events(web, "Minha fatura veio alta", "e-5")
    contas = backends["contas"]
    contas.known = {"t:contas:e-5"}
    await visit(lambda: place({"contas": contas.url}, events_path_template="/told/{session_id}/now"))
    assert (await web.get("/gateway/events/e-5?tenant_id=tenant_a")).status_code == 200
    assert contas.asked[-1][0] == "/told/t:contas:e-5/now?tenant_id=tenant_a"
    await visit(lambda: place({"contas": contas.url}, events_path_template=""))
    answer = await web.get("/gateway/events/e-5?tenant_id=tenant_a")
    assert answer.status_code == 502 and answer.json()["backend_id"] == "contas"
