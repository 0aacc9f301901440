"""A value that comes without a matter is for whoever looks something up by it.

What nobody understood ends no matter.
"""

import pytest

from tests.turns.conftest import CUSTOMER

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    ("text", "agent", "value"),
    [
        ("P100", "orders_agent", "P100"),
        ("é o P100, tá?", "orders_agent", "P100"),
        ("es la INV001, creo", "billing_agent", "INV001"),
    ],
)
async def test_whoever_looks_it_up_serves_it(talk, text, agent, value):
    answer = await talk("s1")(text, CUSTOMER)
    assert answer["metadata"]["agents"] == [agent]
    assert value in answer["text"] and answer["metadata"]["tool_calls"]
    about = answer["metadata"]["route_decision"]
    assert about["method"] in ("example", "value"), "it counts as understood"


async def test_the_matter_at_hand_comes_before_others_that_take_the_value(talk):
    said = talk("s1")
    await said("qual é a garantia?")
    answer = await said("do P200", CUSTOMER)
    assert answer["metadata"]["agents"] == ["support_agent"]


async def test_a_keyword_of_another_matter_is_heard_first(talk):
    answer = await talk("s1")("quero mudar o plano do P100", CUSTOMER)
    assert answer["metadata"]["agents"][0] == "product_agent"


async def test_a_short_word_goes_on_behind_one_that_nobody_understood(talk):
    said = talk("s1")
    await said("cadê meu pedido P100?", CUSTOMER)
    await said("e o outro?", CUSTOMER)
    answer = await said("chega quando?", CUSTOMER)
    assert answer["metadata"]["agents"] == ["orders_agent"] and answer["metadata"]["tool_calls"]


async def test_an_order_is_told_to_whoever_says_whose_it_is(talk):
    said = talk("s1")
    asked = await said("onde está meu pedido P100?", agent_id="retail_orders")
    assert asked["metadata"]["question"]["fields"] == ["customer_key"] and "R$" not in asked["text"]
    other = await said("C002", agent_id="retail_orders")
    assert "R$" not in other["text"] and "rastreio" not in other["text"]
    mine = await said("5511999999999, do P100", agent_id="retail_orders")
    assert "Pedido P100: R$" in mine["text"]
    assert "Pedido P101: R$" in (await said("e o pedido P101?", agent_id="retail_orders"))["text"]
