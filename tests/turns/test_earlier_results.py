"""What tools told in earlier turns stays in reach of whoever called them."""

import pytest

from tests.turns.conftest import BUYER, CUSTOMER

pytestmark = pytest.mark.django_db(transaction=True)
TOLD = "What your tools told earlier in this conversation"


def prompt(request):
    return request["messages"][0]["content"]


@pytest.mark.parametrize("mode", ["router", "single"])
async def test_a_specialist_sees_what_its_tools_told_a_turn_ago(talk, model, mode):
    one = talk("e1")
    model.calls("consultar_fatura", {"invoice_id": "INV001"}).says("A fatura vence no dia 10.")
    first = await one("Minha fatura INV001 veio alta", CUSTOMER, mode=mode)
    assert TOLD not in prompt(model.requests[0])
    total = next(
        each["result"] for each in first["metadata"]["mcp_results"] if each["tool_name"] == "consultar_fatura"
    )
    model.clear()
    await one("e por que essa fatura veio assim?", mode=mode)
    section = prompt(model.requests[0]).split(TOLD)[1]
    assert "consultar_fatura: {" in section and str(total["invoice_id"]) in section


async def test_another_specialist_does_not_see_it(talk, model):
    one = talk("e2")
    await one("Minha fatura INV001 veio alta", {**CUSTOMER, **BUYER})
    model.clear()
    answer = await one("onde está o meu pedido P100?")
    assert answer["metadata"]["agents"] == ["orders_agent"]
    assert TOLD not in prompt(model.requests[0])
