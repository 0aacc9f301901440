"""What stays in a turn's row of what came with its message."""

from conversations.models import Conversation, Message, Turn
from conversations.visits import visit

CPF, SECRET = "111.444.777-35", "sk-proj-Ab3dEf6hAb3dEf6hAb3dEf6h"


async def keep(answer) -> tuple[dict, str, str]:
    """The request, the message and the title that are kept of an answered turn."""
    assert answer.status_code == 200, answer.text

    def read():
        turn = Turn.unscoped.order_by("-created_at").first()
        talk = Conversation.unscoped.get(pk=turn.conversation_id)
        return turn.request, Message.unscoped.get(turn=turn, role="user").text, talk.title

    return await visit(read)


async def test_personal_numbers_beside_a_message_are_masked_as_those_in_it(stranger, demo_servers, key):
    who = {"msisdn": "5511999999999", "customer_id": "C001"}
    beside = who | {
        "nota": f"cpf {CPF}",
        "cpf": 11144477735,
        "more": {"notes": ["ask ana@mail.example"]},
        "kept": "blue",
    }
    body = {"message": "Minha fatura veio alta", "agent_id": "telecom_contas", "context": beside}
    may = key("chat", "context:trusted", "debug")
    answer = await stranger.post("/api/chat/message", json=body, headers=may)
    assert all(call["ok"] for call in answer.json()["metadata"]["tool_calls"])
    kept, _message, _title = await keep(answer)
    assert not {CPF, "11144477735", "ana@mail.example"} & set(str(kept).replace("'", " ").split())
    for place in ("context", "proven"):
        assert kept[place]["kept"] == "blue"
        assert kept[place]["more"]["notes"][0].startswith("ask *")


async def test_what_a_client_tells_the_model_is_masked_too(stranger, demo_servers, key):
    said = [{"role": "system", "content": f"cpf {CPF}, {SECRET}"}, {"role": "user", "content": "oi"}]
    body = {"model": "telecom_contas", "user": "ana", "messages": said}
    kept, *_ = await keep(await stranger.post("/v1/chat/completions", json=body, headers=key("chat")))
    assert kept["context"]["system"] == "cpf ***.***.***-35, •••"


async def test_a_key_that_a_user_pastes_is_not_kept(web):
    _request, message, title = await keep(await web.say(f"minha senha é azul123 e a chave {SECRET}"))
    assert message == title == "minha senha é ••• e a chave •••"
