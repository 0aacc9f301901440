"""The stream of a gateway: a backend's events as they come, between the gateway's own."""

import asyncio
import json
import threading
import time

import pytest

from routing.gateway import wire
from tests.api.events import parse
from tests.gateway.test_handovers import hands_to


async def events(web, text, session, **more):
    body = {"tenant_id": "tenant_a", "payload": {"text": text, "session_id": session, **more}}
    answer = await web.post("/gateway/message/sse", json=body, headers={"Accept": "text/event-stream"})
    return answer, parse(answer.text) if answer.status_code == 200 else []


async def test_the_events_of_the_backend_follow_its_name(web, backends):
    _answer, told = await events(web, "Minha fatura veio alta", "s-1")
    assert [name for _id, name, _data in told] == ["backend.selected", "accepted", "text", "answer", "done"]
    assert told[0][2]["backend_id"] == "contas" and told[0][2]["name"] == "Contas"
    answer = told[3][2]
    assert told[3][0] == "1.3"
    assert answer["text"] == "contas aqui." and answer["session_id"] == "s-1"
    assert answer["metadata"]["selected_backend"] == "contas"
    follows = (await web.say("e esse valor?", session="s-1")).json()
    assert follows["metadata"]["selected_backend"] == "contas"


async def test_a_backend_that_is_away_is_told_and_the_next_one_streams(web, backends):
    backends["suporte"].stop()
    _answer, told = await events(web, "Onde está meu pedido?", "s-2")
    names = [name for _id, name, _data in told]
    assert names[:3] == ["backend.selected", "backend.unavailable", "backend.selected"]
    assert told[1][2] == {
        "backend_id": "suporte", "backend_name": "Suporte", "next": "contas", "next_name": "Contas",
    }  # fmt: skip
    assert told[-2][2]["text"].startswith("Suporte não está respondendo agora; quem atende é Contas.")


async def test_a_refusal_before_the_first_event_has_its_status(web, backends):
    backends["contas"].answers = lambda body: (422, {"code": "no", "title": "No", "detail": "Not like that."})
    answer, _told = await events(web, "Minha fatura", "s-3")
    assert answer.status_code == 422 and answer.json()["code"] == "no"
    for stand in backends.values():
        stand.stop()
    answer, _told = await events(web, "Minha fatura", "s-3b")
    assert answer.status_code == 502 and answer.json()["backend_id"] == "contas"


async def test_a_handover_withdraws_what_was_written(web, backends):
    backends["contas"].answers = hands_to("cobranca", "São R$ 120 em aberto.")
    _answer, told = await events(web, "Minha fatura", "s-4")
    names = [name for _id, name, _data in told]
    assert names == [
        "backend.selected", "accepted", "text", "text.reset", "backend.handover",
        "backend.selected", "accepted", "text", "answer", "done",
    ]  # fmt: skip
    assert told[4][2] == {"from": "contas", "from_name": "Contas", "to": "cobranca", "to_name": "Cobrança"}
    assert told[-2][2]["text"] == "cobranca aqui."


async def test_whom_nobody_can_take_over_from_keeps_the_word_of_the_stream(web, backends):
    backends["contas"].answers = hands_to("cobranca", "São R$ 120 em aberto.")
    backends["cobranca"].stop()
    _answer, told = await events(web, "Minha fatura", "s-5")
    assert [name for _id, name, _data in told][-3:] == ["backend.unavailable", "answer", "done"]
    assert told[-2][2]["text"].endswith("São R$ 120 em aberto.")


async def test_a_stream_that_breaks_off_is_said_and_not_begun_anew(web, backends):
    backends["suporte"].answers = lambda body: {"text": "Seu pedido", "cut": True}
    _answer, told = await events(web, "Onde está meu pedido?", "s-6")
    assert told[-1][1] == "error" and told[-1][2]["backend_id"] == "suporte"
    assert not backends["contas"].seen


def told_by(backend, *events, keeps=False):
    """A backend that tells just these events, and may never end."""
    ended = threading.Event()

    def answer(_body):
        for name, data in events:
            yield b"event: %s\ndata: %s\n\n" % (name.encode(), json.dumps(data).encode())
        try:
            while keeps:
                yield b": keep\n\n"
                time.sleep(0.05)
        finally:
            ended.set()

    backend.answers = answer
    return ended


@pytest.mark.parametrize("done", [True, False], ids=["done", "no done"])
async def test_a_stream_that_does_not_end_after_its_answer_is_ended(done, web, backends, monkeypatch):
    monkeypatch.setitem(wire.OVER, "answer", 0.5)
    sent = [("answer", {"text": "Aqui."}), *([("done", {})] if done else [])]
    ended = told_by(backends["contas"], *sent, keeps=True)
    async with asyncio.timeout(4):
        _answer, told = await events(web, "Minha fatura", "s-8")
    assert [name for _id, name, _data in told] == ["backend.selected", "answer", "done"]
    assert await asyncio.to_thread(ended.wait, 5)  # nobody reads it any more


async def test_a_stream_without_an_answer_has_an_end_however_alive(web, backends, settings):
    settings.BACKEND_TIMEOUT_SECONDS = 0.4
    told_by(backends["contas"], ("text", {"text": "A"}), keeps=True)
    async with asyncio.timeout(8):
        _answer, told = await events(web, "Minha fatura", "s-9")
    assert told[-1][1] == "error" and told[-1][2]["backend_id"] == "contas"


@pytest.mark.parametrize("between", [[("done", {})], []], ids=["done", "at once"])
async def test_a_message_has_one_answer(between, web, backends):
    second = {"text": "E mais.", "metadata": {"handover_backend": "cobranca"}}
    told_by(backends["contas"], ("answer", {"text": "Aqui."}), *between, ("answer", second), ("done", {}))
    _answer, told = await events(web, "Minha fatura", "s-10")
    assert [name for _id, name, _data in told] == ["backend.selected", "answer", "done"]
    assert told[1][2]["text"] == "Aqui." and not backends["cobranca"].seen


async def test_only_what_a_turn_may_tell_is_passed_on_and_each_line_is_one(web, backends):
    """A reader of events ends a line at a CR, too."""
    backends["contas"].answers = lambda body: iter([
        b"event: x\rdata: {}\n\nevent: backend.selected\ndata: {}\n\ndata: {}\n\n",
        b'event: text\rdata: {"text": "A"}\rid: 9\r\r',
        b'event: answer\r\ndata: {"text":\rdata: "B"}\r',
        b"\n\r\n",
    ])  # fmt: skip
    answer, told = await events(web, "Minha fatura", "s-11")
    assert [name for _id, name, _data in told] == ["backend.selected", "text", "answer", "done"]
    assert told[1] == ("9", "text", {"text": "A"}) and told[2][2]["text"] == "B"
    assert "\r" not in answer.text


async def test_as_json_it_is_the_answer(web, backends):
    body = {"tenant_id": "tenant_a", "payload": {"text": "Minha fatura", "session_id": "s-7"}}
    answer = await web.post("/gateway/message/sse", json=body, headers={"Accept": "application/json"})
    assert answer.json()["text"] == "contas aqui."
