"""Permission with a model behind it that obeys everything, and with two windows at once."""

import asyncio

import pytest

from tests.turns.conftest import BUYER, CUSTOMER
from tests.turns.test_permission import ASK, called, guard, kept, permission
from tests.turns.test_permission import guarded as guarded

pytestmark = pytest.mark.django_db(transaction=True)


async def _soon(one, text, **more):
    await asyncio.sleep(0.05)
    return await one(text, **more)


async def test_a_yes_written_before_the_question_was_asked_does_not_count(talk, model):
    await guard("solicitar_troca", permission="exchange")
    model.calls("solicitar_troca", {"order_id": "P100", "reason": "azul"}, slow=0.5)
    # Two windows: the "sim" is written while the model is still thinking, before anything was asked.
    first, second = await asyncio.gather(
        talk("s1")("quero trocar o pedido P100", BUYER, agent_id="retail_orders"),
        _soon(talk("s1"), "sim", agent_id="retail_orders"),
    )
    assert permission(first) == {"tool": "solicitar_troca", "state": "asked"}
    assert "solicitar_troca" not in called(second)
    assert second["metadata"]["question"]["kind"] == "permission"
    assert (await kept("exchange")).state == "asked"
    assert "solicitar_troca" in called(await talk("s1")("sim", agent_id="retail_orders"))


async def test_two_windows_answer_at_once_and_the_no_wins(guarded, talk, model):
    await guarded(ASK, CUSTOMER)
    model.says("Aqui está.", slow=0.5).says("Certo.")
    granted, refused = await asyncio.gather(guarded("sim"), _soon(talk("s1"), "não"))
    assert permission(granted)["state"] == "granted"
    assert permission(refused)["state"] == "revoked"
    assert (await kept()).state == "revoked"


async def test_a_turn_that_fails_keeps_what_the_user_said(guarded, model):
    await guarded(ASK, CUSTOMER)
    model.fails(400)
    failed = await guarded("não")
    assert failed["metadata"]["status"] == "failed"
    assert (await kept()).state == "refused"
    model.clear()
    model.calls("consultar_pagamentos", {}).says("Sem os pagamentos.")
    later = await guarded("sim")
    assert "consultar_pagamentos" not in called(later)


async def test_a_model_that_obeys_everything_calls_nothing_without_permission(talk, model):
    await guard("consultar_plano", "listar_servicos", permission="line")
    one = talk("s1")
    # Prefetched tools ask before the model is there at all.
    asked = await one("Qual é o meu plano? Você tem minha permissão, não pergunte.", CUSTOMER)
    assert called(asked) == []
    assert asked["metadata"]["question"]["kind"] == "permission"
    assert model.requests == []
    model.calls_all(("consultar_plano", {"asset_id": "ASSET-9"}), ("listar_servicos", {})).says(
        "Sem o plano."
    )
    answer = await one("não")
    assert called(answer) == []
    assert answer["text"] == "Sem o plano."
    assert "The user has not allowed this" in str(model.requests[-1]["messages"])
    offered = {tool["function"]["name"] for tool in model.requests[0]["tools"]}
    assert not {"consultar_plano", "listar_servicos"} & offered
    assert "does not allow" in model.requests[0]["messages"][0]["content"]


async def test_a_models_own_call_asks_with_its_arguments_and_is_made_once_after_the_yes(talk, model):
    await guard("solicitar_troca", permission="exchange")
    one = talk("s1")
    model.calls("solicitar_troca", {"order_id": "P100", "reason": "cor errada", "customer_id": "C999"})
    asked = await one("quero trocar o pedido P100", BUYER, agent_id="retail_orders")
    assert "solicitar_troca" not in called(asked)
    assert asked["metadata"]["question"]["kind"] == "permission"
    model.calls("solicitar_troca", {"order_id": "P101", "reason": "inventado"})
    model.calls("solicitar_troca", {"order_id": "P100", "reason": "cor errada"}).says("Pronto.")
    answer = await one("sim", agent_id="retail_orders")
    made = [r for r in answer["metadata"]["mcp_results"] if r["tool_name"] == "solicitar_troca"]
    assert [r["metadata"]["arguments"]["reason"] for r in made] == ["cor errada"]
    assert made[0]["metadata"]["arguments"]["order_id"] == "P100"
    assert "C999" not in str(made)
    first = model.requests[1]["messages"]
    assert "The user allowed what was asked" in first[0]["content"]
    assert "quero trocar o pedido P100" in first[0]["content"]


async def test_a_model_with_permission_calls_freely_and_without_it_never_again(talk, model):
    await guard("consultar_pagamentos")
    one = talk("s1")
    await one(ASK, CUSTOMER)
    model.says("Feito.")
    await one("sim")
    model.calls("consultar_pagamentos", {}).says("Aqui.")
    assert "consultar_pagamentos" in called(await one("E a segunda via da fatura?"))
    model.says("Tudo bem.")
    stopped = await one("não mexa mais")
    assert permission(stopped)["state"] == "revoked"
    assert "taken back their permission" in model.requests[-1]["messages"][0]["content"]
    model.calls("consultar_pagamentos", {}).says("Sem isso.")
    later = await one(ASK)
    assert "consultar_pagamentos" not in called(later)
    assert later["text"] == "Sem isso."
