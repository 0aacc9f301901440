"""What an intent calls at once, and a tool among it that wants a yes."""

import pytest

from routing.models import IntentTool
from tests.turns.changing import change
from tests.turns.conftest import BUYER

pytestmark = pytest.mark.django_db(transaction=True)

RETURN = "solicitar_devolucao"
WISH = "quero devolver o pedido P100, veio quebrado"
SHOP = {"agent_id": "retail_orders"}


def call_at_once() -> None:
    for each in IntentTool.objects.of("tenant_a").filter(tool__name=RETURN):
        each.use = IntentTool.Uses.PREFETCH
        each.save()


def made(answer):
    return [(each["tool"], each["ok"]) for each in answer["metadata"]["tool_calls"] if each["tool"] == RETURN]


async def test_what_asks_first_asks_also_where_its_intent_calls_it_at_once(talk):
    await change(call_at_once)
    one = talk("s1")
    answer = await one(WISH, BUYER, **SHOP)
    assert made(answer) == []
    assert answer["metadata"]["question"]["kind"] == "confirmation"
    assert made(await one("sim", **SHOP)) == [(RETURN, True)]


async def test_a_model_that_calls_nothing_has_nothing_done(talk, model):
    await change(call_at_once)
    model.says("Como posso ajudar com o pedido?")
    answer = await talk("s1")(WISH, BUYER, **SHOP)
    assert made(answer) == []
