"""Two matters in one message, however short: each is answered by its own specialist."""

import pytest

from tests.turns.conftest import BUYER, CUSTOMER

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    ("text", "agents"),
    [
        ("minha fatura e meu pedido P100", ["billing_agent", "orders_agent"]),
        ("ver fatura, rastrear pedido P100", ["billing_agent", "orders_agent"]),
        ("mi factura y mi pedido P100", ["billing_agent", "orders_agent"]),
        ("my invoice and my order P 100", ["billing_agent", "orders_agent"]),
        ("quero devolver o P100 e ver minha fatura", ["billing_agent", "support_agent"]),
    ],
)
async def test_both_are_answered(talk, text, agents):
    answer = await talk("s1")(text, {**CUSTOMER, **BUYER})
    assert answer["metadata"]["agents"] == agents
    assert "INV001" in answer["text"]
    assert "P100" in answer["text"]


async def test_a_matter_of_two_words_stays_one(talk):
    answer = await talk("s1")("valor da fatura e vencimento", {**CUSTOMER, **BUYER})
    assert answer["metadata"]["agents"] == ["billing_agent"]
    assert answer["metadata"]["handoffs"] == []
    assert answer["text"].count("INV001") == 1


@pytest.mark.parametrize(
    ("text", "agent"),
    [
        ("quero ver minha fatura, na verdade quis dizer meu plano", "product_agent"),
        ("não é sobre a fatura, é sobre o meu plano", "product_agent"),
        ("quiero mi plan, perdón, quise decir mi factura", "billing_agent"),
        ("show me my plan, sorry, I meant my invoice", "billing_agent"),
    ],
)
async def test_a_matter_that_was_taken_back_is_passed_on_to_nobody(talk, text, agent):
    answer = await talk("s1")(text, {**CUSTOMER, **BUYER})
    assert answer["metadata"]["agents"] == [agent]
    assert answer["metadata"]["handoffs"] == []


async def test_each_of_several_things_is_looked_up(talk):
    answer = await talk("s1")("onde estão os pedidos P100 e P101?", BUYER, agent_id="retail_orders")
    assert "Pedido P100:" in answer["text"] and "Pedido P101:" in answer["text"]


async def test_each_of_several_actions_is_asked_about_and_done_by_itself(talk):
    said = talk("s1")
    asked = await said("quero devolver os pedidos P100 e P101", BUYER, agent_id="retail_orders")
    assert asked["metadata"]["question"]["text"] == "Posso solicitar a devolução do pedido P100?"
    first = await said("sim", BUYER, agent_id="retail_orders")
    assert "Devolução do pedido P100" in first["text"]
    assert first["metadata"]["question"]["text"] == "Posso solicitar a devolução do pedido P101?"
    second = await said("sim", BUYER, agent_id="retail_orders")
    assert "Devolução do pedido P101" in second["text"] and second["metadata"]["question"] is None


async def test_what_two_parts_need_is_asked_for_once_and_serves_both(talk):
    said = talk("s1")
    asked = await said("Minha fatura veio alta e onde está meu pedido P100?")
    assert asked["text"].count("Para continuar") == 1
    answer = await said("5511999999999")
    assert "INV001" in answer["text"] and "Pedido P100:" in answer["text"]
