"""Every door of a gateway passes its message on, or says that it cannot; none answers it itself."""

import pytest

from conversations.models import Turn
from conversations.visits import visit
from tests.api.sockets import greeted


async def no_turn() -> bool:
    return not await visit(lambda: Turn.unscoped.exists())


async def test_a_channel_is_answered_by_a_backend_in_its_own_shape(web, backends):
    sent = {"from": "5511999999999", "text": "Minha fatura veio alta", "message_id": "wamid.1"}
    answer = (await web.post("/channels/whatsapp/message?tenant_id=tenant_a", json=sent)).json()
    assert answer == {"to": "5511999999999", "text": "contas aqui.", "session_id": "5511999999999"}
    follows = {**sent, "text": "e esse valor?", "message_id": "wamid.2"}
    assert (await web.post("/channels/whatsapp/message", json=follows)).json()["text"] == "contas aqui."
    call = {"transcript": "onde está meu pedido", "call_id": "c-1", "ani": "11999999999"}
    assert (await web.post("/channels/voice/message", json=call)).json() == {
        "speak": "suporte aqui.", "session_id": "c-1",
    }  # fmt: skip
    assert await no_turn()


async def test_a_chat_goes_on_with_the_conversation_that_it_was_told(web, backends):
    first = (await web.post("/api/chat/message", json={"message": "Minha fatura veio alta"})).json()
    assert first["response"] == "contas aqui."
    more = {"message": "e esse valor?", "conversation_id": first["conversation_id"]}
    second = (await web.post("/api/chat/message", json=more)).json()
    assert second["response"] == "contas aqui."
    sessions = {body["payload"]["session_id"] for body in backends["contas"].seen}
    assert sessions == {first["conversation_id"]} == {second["conversation_key"]}
    assert await no_turn()


async def test_a_refusal_of_the_backend_and_a_circle_are_told_at_each_door(web, backends):
    backends["contas"].answers = lambda body: (422, {"code": "no", "title": "No", "detail": "Not like that."})
    refused = await web.post("/api/chat/message", json={"message": "Minha fatura veio alta"})
    assert (refused.status_code, refused.json()["code"]) == (422, "no")
    circle = {"text": "Minha fatura", "session_id": "s-1"}
    looped = await web.post("/channels/web/message", json=circle, headers={"X-Switchboard-Gateway": "1"})
    assert looped.status_code == 508


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "stream"])
async def test_a_client_of_openai_is_told_that_nobody_answers_here(web, backends, stream):
    said = [{"role": "user", "content": "Minha fatura veio alta"}]
    body = {"model": "telecom_contas", "messages": said, "stream": stream}
    answer = await web.post("/v1/chat/completions", json=body)
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "not_at_a_gateway")
    assert await no_turn()


async def test_a_socket_is_told_that_nobody_answers_here(web, backends):
    async with greeted("s-9") as socket:
        socket.send(text="Minha fatura veio alta", ref="m")
        assert (await socket.next_of("m"))["data"]["code"] == "not_at_a_gateway"
    assert await no_turn()


async def test_the_team_has_no_door_at_a_gateway(web, backends):
    answer = await web.post("/api/chat/multi-agent/message", json={"message": "oi"})
    assert (answer.status_code, answer.json()["code"]) == (409, "not_at_a_gateway")
