"""What nobody serves is served by nobody, though a specialist's keyword stands in it."""

import pytest

from tests.turns.conftest import CUSTOMER

pytestmark = pytest.mark.django_db(transaction=True)

FOREIGN = [
    "conta pra mim uma piada",
    "queria saber do meu plano de saúde",
    "un pedido: ¿me cuenta un chiste?",
]


@pytest.mark.parametrize("text", FOREIGN)
async def test_a_keyword_in_another_sense_looks_nothing_of_the_customers_up(talk, text):
    answer = await talk("foreign-1")(text, CUSTOMER)
    about = answer["metadata"]
    assert (about["route_decision"]["method"], about["handoffs"]) == ("fallback", [])
    # Who answers what nobody is sure of has documents, and tells their nearest passages as no more than that
    assert {call["tool"] for call in about["tool_calls"]} <= {"search_knowledge"}
    assert not any(result["result"].get("sure") for result in about["mcp_results"])


async def test_it_does_not_go_on_with_the_matter_at_hand(talk):
    one = talk("foreign-2")
    served = await one("Minha fatura veio alta", CUSTOMER)
    assert "INV001" in served["text"]
    answer = await one(FOREIGN[0], CUSTOMER)
    assert answer["metadata"]["tool_calls"] == [] and "INV001" not in answer["text"]
