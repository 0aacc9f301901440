"""A message about another matter of the specialist who waits for a yes is served as that matter."""

import pytest

from tests.turns.conftest import BUYER, CUSTOMER
from tests.turns.gullible import tools

pytestmark = pytest.mark.django_db(transaction=True)

RETURN = "solicitar_devolucao"
WISH = "quero devolver o pedido P100, veio quebrado"
OTHERS = ["não consigo receber ligação de ninguém", "desde a chuva de ontem estou sem conexão"]


async def waits(talk, model, session):
    model.calls(RETURN, {"order_id": "P100", "reason": "quebrado"})
    one = talk(session)
    answer = await one(WISH, {**CUSTOMER, **BUYER})
    assert answer["metadata"]["question"]["kind"] == "confirmation"
    return one


@pytest.mark.parametrize("said", OTHERS)
async def test_what_the_examples_are_sure_of_is_the_other_matter(talk, model, said):
    one = await waits(talk, model, "m1")
    model.says("Vou ver a sua linha.")
    answer = await one(said)
    decided = answer["metadata"]["route_decision"]
    assert (decided["intent"], decided["method"], decided["agent"]) == (
        "line_trouble", "example", "support_agent",
    )  # fmt: skip
    assert RETURN not in tools(model.requests[-1]) and RETURN in tools(model.requests[0])
    assert "Vou ver a sua linha." in answer["text"]


@pytest.mark.parametrize("said", ["chegou tudo amassado e riscado", "sim, pode devolver", "e quanto demora?"])
async def test_what_they_only_make_likely_or_what_answers_stays_with_the_question(talk, model, said):
    one = await waits(talk, model, "m2")
    answer = await one(said)
    assert answer["metadata"]["route_decision"]["method"] == "state"
    assert answer["metadata"]["intent"] == "retail_support_exchange_return"
