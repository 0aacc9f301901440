"""An acting tool that asks nobody is asked about where a model makes up what it is done with."""

import json

import pytest

from agents.models import MCPTool
from tests.turns.changing import change
from tests.turns.conftest import BUYER, CUSTOMER
from tests.turns.test_consent import RETURN, consents, made

pytestmark = pytest.mark.django_db(transaction=True)
WHO = {**CUSTOMER, **BUYER}


async def ask_nobody():
    def edit():
        tool = MCPTool.objects.of("tenant_a").get(name=RETURN)
        tool.confirm = False
        tool.save()

    await change(edit)


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("quero devolver o pedido P100, veio quebrado", "recolher às 11:00"),
        ("quero devolver o pedido P100, veio quebrado", "a nota é NF-88231"),
        ("quero devolver o pedido P100 amanhã", "recolher em 2031-05-17"),
    ],
    ids=["a time", "an identifier", "a day"],
)
async def test_what_nobody_said_is_asked_first_with_its_value(talk, model, said, reason):
    await ask_nobody()
    model.calls(RETURN, {"order_id": "P100", "reason": reason})
    one = talk("u1")
    answer = await one(said, WHO)
    assert made(answer) == []
    question = consents(answer)
    assert question["text"] in answer["text"] and reason in question["text"].replace(
        "17/05/2031", "2031-05-17"
    )
    assert [each["ok"] for each in made(await one("sim"))] == [True]


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("quero devolver o pedido P100, recolham às 11", "recolher às 11:00"),
        ("quero devolver o pedido P100, recolham às três da tarde", "recolher às 15:00"),
        ("quero devolver o pedido P100, a nota é NF 88231", "nota NF-88231"),
        ("quero devolver o pedido P100", "veio quebrado"),
    ],
    ids=["by its hour", "in words", "written otherwise", "no value"],
)
async def test_what_was_said_is_done_at_once(talk, model, said, reason):
    await ask_nobody()
    model.calls(RETURN, {"order_id": "P100", "reason": reason})
    answer = await talk("u2")(said, WHO)
    assert [each["ok"] for each in made(answer)] == [True]
    assert answer["metadata"]["question"] is None or not consents(answer)


async def test_what_was_refused_is_not_said_by_having_been_asked(talk, model):
    await ask_nobody()
    one = talk("u3")
    for _ in range(2):
        model.calls(RETURN, {"order_id": "P100", "reason": "a nota é NF-88231"})
        answer = await one("quero devolver o pedido P100, veio quebrado", WHO)
        assert consents(answer) and made(answer) == []
        model.says("Tudo bem.")
        assert (await one("não"))["metadata"]["question"] is None


async def test_a_model_is_told_what_its_question_offered_and_what_was_picked(talk, model):
    options = [{"label": "Luna", "value": "P7"}, {"label": "Sol", "value": "P8"}]
    model.calls("ask_user", {"question": "Qual deles?", "options": options})
    one = talk("u4")
    await one("quero devolver o pedido P100", WHO)
    model.says("Certo, o Sol.")
    await one("2")
    told = model.requests[-1]["messages"][0]["content"]
    assert json.dumps({"label": "Sol", "value": "P8"}, separators=(",", ":")) in told
    assert "Luna" in told and "picked" in told
