"""The stream of a gateway: a backend's events as they come, between the gateway's own."""

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
    assert told[1][2] == {"backend_id": "suporte", "next": "contas"}
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
    assert told[4][2] == {"from": "contas", "to": "cobranca"}
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


async def test_as_json_it_is_the_answer(web, backends):
    body = {"tenant_id": "tenant_a", "payload": {"text": "Minha fatura", "session_id": "s-7"}}
    answer = await web.post("/gateway/message/sse", json=body, headers={"Accept": "application/json"})
    assert answer.json()["text"] == "contas aqui."
