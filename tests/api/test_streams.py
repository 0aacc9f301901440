"""What a stream does when its client goes, when nothing happens, and when something breaks late."""

import asyncio
import json

from django.test import AsyncClient, RequestFactory

from conversations.turn import TurnEvent
from routing.api import waiting
from tests.api.events import parse

INVOICE = {"msisdn": "5511999999999", "invoice_id": "INV001"}


async def test_a_client_that_leaves_does_not_stop_its_turn(web):
    body = json.dumps({"text": "Minha fatura veio alta", "session_id": "gone", "context": INVOICE})
    answer = await AsyncClient().post("/gateway/message/sse", body, content_type="application/json")
    chunks = aiter(answer.streaming_content)
    begun = ""
    while "event: accepted" not in begun:
        begun += (await anext(chunks)).decode()
    await chunks.aclose()
    accepted = parse(begun)[0][2]
    told = parse((await web.get(f"/gateway/events/{accepted['conversation_key']}")).text)
    assert told[-1][1] == "done"
    turn = (await web.get(f"/api/turns/{accepted['turn_id']}")).json()
    assert (turn["status"], "INV001" in turn["text"]) == ("answered", True)


async def streamed(events) -> str:
    answer = await waiting.stream(events, RequestFactory().get("/gateway/events/x"), first=False)
    return "".join([chunk.decode() async for chunk in answer.streaming_content])


async def test_silence_is_kept_alive_by_comments(monkeypatch):
    monkeypatch.setattr(waiting, "KEEPALIVE", 0.01)

    async def slow():
        await asyncio.sleep(0.05)
        yield TurnEvent("text", {"text": "a\nb"}, 2, 7)

    text = await streamed(slow())
    assert text.count(": keepalive\n\n") >= 2
    assert text.endswith('id: 7.2\nevent: text\ndata: {"text":"a\\nb"}\n\n')


async def test_what_breaks_in_the_middle_is_told_in_the_stream(caplog):
    async def broken():
        yield TurnEvent("text", {"text": "a"}, 2, 1)
        raise RuntimeError("secret detail")

    text = await streamed(broken())
    name, problem = parse(text)[-1][1:]
    assert (name, problem["code"], problem["status"]) == ("error", "unexpected", 500)
    assert "secret detail" not in text
    assert "secret detail" in caplog.text


async def test_names_of_the_seed_say_the_same_with_the_same_data(web):
    body = {"text": "Minha fatura veio alta", "session_id": "named", "context": INVOICE}
    told = parse((await web.post("/gateway/message/sse?names=seed", json=body)).text)
    names = [name for _id, name, _data in told if name not in ("route", "step", "text", "text.reset")]
    assert names == [
        "connected", "flow.start", "session.upserted", "message.received", "workflow.started",
        "message.responded", "workflow.completed", "flow.end",
    ]  # fmt: skip
    known = {name: (number, data) for number, name, data in told}
    assert [known[name][0] for name in ("connected", "flow.start", "workflow.started")] == [None, None, "1.1"]
    key = known["message.received"][1]["conversation_key"]
    assert known["message.responded"][1]["session_id"] == key
    again = parse((await web.get(f"/gateway/events/{key}?names=seed")).text)
    assert again == told
    own = parse((await web.get(f"/gateway/events/{key}")).text)
    assert (own[0][1], own[-1][1]) == ("accepted", "done")


async def test_other_names_are_refused(web):
    for answer in (
        await web.post("/gateway/message/sse?names=mine", json={"text": "oi"}),
        await web.get("/gateway/events/x?names=mine"),
    ):
        assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (422, "/names")


async def test_a_late_problem_has_the_name_of_the_seed_too():
    async def broken():
        yield TurnEvent("text", {"text": "a"}, 2, 1)
        raise RuntimeError

    request = RequestFactory().get("/gateway/events/x", {"names": "seed"})
    answer = await waiting.stream(broken(), request, first=False, names="seed")
    text = "".join([chunk.decode() async for chunk in answer.streaming_content])
    assert [name for _id, name, _data in parse(text)] == ["connected", "text", "server.error"]
