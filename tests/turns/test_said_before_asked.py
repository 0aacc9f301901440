"""An action that was done is said before anything else is asked, and is not asked for again."""

import pytest

from tests.turns.conftest import BUYER

pytestmark = pytest.mark.django_db(transaction=True)


async def asked_to_return(talk, model, session):
    said = talk(session)
    model.calls("solicitar_devolucao", {"order_id": "P100", "reason": "a"})
    asked = await said("quero devolver o pedido P100", BUYER, agent_id="retail_orders")
    assert asked["metadata"]["question"]["kind"] == "confirmation"
    return said


async def test_the_same_action_for_another_reason_is_not_asked_for_again(talk, model):
    said = await asked_to_return(talk, model, "once-1")
    model.calls("solicitar_devolucao", {"order_id": "P100", "reason": "b"}).says("Devolução solicitada.")
    answer = await said("sim", BUYER, agent_id="retail_orders")
    assert answer["metadata"]["question"] is None
    done = [call for call in answer["metadata"]["tool_calls"] if call["tool"] == "solicitar_devolucao"]
    assert done == [{"agent": "support_agent", "tool": "solicitar_devolucao", "ok": True}]


async def test_what_was_done_is_said_before_the_next_question(talk, model):
    said = await asked_to_return(talk, model, "once-2")
    model.calls("solicitar_troca", {"order_id": "P100", "reason": "c"})
    answer = await said("sim", BUYER, agent_id="retail_orders")
    assert answer["metadata"]["question"]["kind"] == "confirmation"
    assert "DEV-" in answer["text"] and answer["text"].index("DEV-") < answer["text"].index("troca do pedido")


async def test_what_the_user_wants_otherwise_is_not_proposed_again_as_it_was(talk, model):
    said = await asked_to_return(talk, model, "once-4")
    model.calls("solicitar_devolucao", {"order_id": "P100", "reason": "a"}).says("Para que dia?")
    answer = await said("não, só no dia 2026-12-14", BUYER, agent_id="retail_orders")
    assert answer["metadata"]["question"] is None and answer["text"] == "Para que dia?"
    model.says("Ainda não fiz nada.")
    answer = await said("sim", BUYER, agent_id="retail_orders")
    assert not [each for each in answer["metadata"]["tool_calls"] if each["tool"] == "solicitar_devolucao"]
