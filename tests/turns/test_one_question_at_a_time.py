"""Of two actions that want a yes one is asked about at a time: a yes is to what was read, and to no other."""

import pytest

from agents.models import MCPTool
from tests.turns.changing import change
from tests.turns.conftest import BUYER, CUSTOMER
from tests.turns.test_consent import RETURN, consents

pytestmark = pytest.mark.django_db(transaction=True)

INVOICE = "consultar_fatura"
BOTH = "Minha fatura INV001 veio alta e quero devolver o pedido P100"


def done(answer):
    return [
        each["tool"]
        for each in answer["metadata"]["tool_calls"]
        if each["ok"] and each["tool"] in (INVOICE, RETURN)
    ]


async def both_ask_first():
    def edit():
        tool = MCPTool.objects.of("tenant_a").get(name=INVOICE)
        tool.read_only, tool.confirm, tool.cache_seconds = False, True, 0
        tool.confirm_text = {"pt": "Posso registrar a contestação da fatura?"}
        tool.save()

    await change(edit)


@pytest.mark.parametrize("mode", ["router", "supervisor"])
async def test_each_yes_is_to_the_one_that_was_read(talk, model, mode):
    await both_ask_first()
    model.calls(INVOICE, {"invoice_id": "INV001"}, to="especialista em faturas")
    model.calls(RETURN, {"order_id": "P100", "reason": "veio alto"}, to="especialista em trocas")
    one = talk("o1")
    answer = await one(BOTH, {**CUSTOMER, **BUYER}, mode=mode)
    asked = [words for words in ("Posso registrar", "Posso solicitar") if words in answer["text"]]
    assert len(asked) == 1 and asked[0] in consents(answer)["text"]
    assert answer["text"].count(asked[0]) == 1 and done(answer) == []
    first = INVOICE if asked == ["Posso registrar"] else RETURN
    answer = await one("sim", mode=mode)
    assert done(answer) == [first]
    second = consents(answer)
    assert second is not None and second["text"] in answer["text"] and asked[0] not in second["text"]
    answer = await one("sim", mode=mode)
    assert done(answer) == [RETURN if first == INVOICE else INVOICE] and consents(answer) is None


@pytest.mark.parametrize("said", ["sim, pode solicitar", "pode solicitar a devolução", "sim, a devolução"])
async def test_a_yes_that_names_it_is_one(talk, model, said):
    model.calls(RETURN, {"order_id": "P100", "reason": "veio quebrado"})
    one = talk("o2")
    assert consents(await one("quero devolver o pedido P100, veio quebrado", {**CUSTOMER, **BUYER}))
    assert done(await one(said)) == [RETURN]
