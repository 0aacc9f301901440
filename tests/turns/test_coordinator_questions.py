"""Mode `coordinator`.

What a specialist has to ask under `delegate_task` is a question of the conversation.
"""

import pytest

from tests.turns.conftest import BUYER, CUSTOMER
from tests.turns.coordinating import CASHIER, MONEY, TECHNICIAN, VOICE, as_, authored, request, shown, who
from tests.turns.coordinating import say as say
from tests.turns.gullible import call
from tests.turns.gullible import model as model

pytestmark = pytest.mark.django_db(transaction=True)
WHO = CUSTOMER | BUYER
INVOICE = ("delegate_task", {"specialist_role": CASHIER, "task": "Mostre a fatura."})
TICKET = ("delegate_task", {"specialist_role": TECHNICIAN, "task": "Mostre o chamado."})


def questions(text):
    return [each for each in text.replace("\n", " ").split(". ") if each.strip().endswith("?")]


async def test_the_next_message_answers_it(talk):
    await authored()
    one = talk("dq1")
    asked = await one("Minha fatura veio alta e onde está meu pedido?", WHO)
    about = asked["metadata"]
    assert "INV001" in asked["text"] and asked["text"].count("pedido") == 1
    assert (about["question"]["fields"], about["question"]["agent"]) == (["order_id"], "orders_agent")
    assert about["missing_fields"] == ["order_id"] and about["active_agent"] == "front_voice"
    assert "".join(shown(one.events)) == asked["text"]
    answer = await one("P100", WHO)
    about = answer["metadata"]
    assert (about["agents"], about["route_decision"]["method"]) == (["orders_agent"], "state")
    assert "P100" in answer["text"] and about["question"] is None
    assert (await one("Minha fatura veio alta", WHO))["metadata"]["agents"][0] == "front_voice"


async def test_two_questions_are_asked_one_after_the_other(say):
    one = say("dq2")
    asked = await one("Quero ver a fatura e também o status do chamado")
    assert len(questions(asked["text"])) == 1
    first, other = asked["metadata"]["question"], asked["metadata"]["pending"]
    assert (first["agent"], [each["agent"] for each in other]) == (CASHIER, [TECHNICIAN])
    answer = await one("TS-2001")
    assert "349,90" in answer["text"] and answer["metadata"]["question"]["agent"] == TECHNICIAN
    assert "Especialista" not in answer["text"], "the user sees one assistant"
    answer = await one("CH-501")
    assert "com o técnico" in answer["text"] and answer["metadata"]["pending"] == []


async def test_the_second_may_be_answered_first(say):
    one = say("dq3")
    await one("Quero ver a fatura e também o status do chamado")
    answer = await one("CH-501")
    assert answer["metadata"]["agents"] == [TECHNICIAN] and "com o técnico" in answer["text"]
    answer = await one("TS-2001")
    assert answer["metadata"]["agents"] == [CASHIER] and "349,90" in answer["text"]


async def test_a_model_that_does_not_say_it_leaves_it_to_the_platform(say, model):
    one = say("dq4")
    as_(model, VOICE, call(INVOICE), call(text="Já olho a sua fatura."))
    as_(
        model,
        MONEY,
        call(("ask_user", {"question": "Qual é o número da fatura?", "fields": ["ts_invoice_number"]})),
    )
    asked = await one("Minha fatura veio alta?")
    assert (
        asked["text"] == "Já olho a sua fatura.\n\nQual é o número da fatura?" == "".join(shown(one.events))
    )
    as_(model, MONEY, call(text="Está paga."))
    answer = await one("TS-2001")
    assert (answer["text"], answer["metadata"]["agents"]) == ("Está paga.", [CASHIER])
    assert VOICE not in who(model.requests[-1])


async def test_a_model_that_says_it_itself_is_not_repeated(say, model):
    one = say("dq5")
    as_(model, VOICE, call(INVOICE), call(text="Qual é o número da fatura?"))
    as_(
        model,
        MONEY,
        call(("ask_user", {"question": "Qual é o número da fatura?", "fields": ["ts_invoice_number"]})),
    )
    asked = await one("Minha fatura veio alta?")
    assert asked["text"] == "Qual é o número da fatura?"
    assert asked["metadata"]["question"]["agent"] == CASHIER


async def test_whoever_is_called_in_after_its_task_asks_for_itself(say, model):
    one = say("dq6")
    ask = call(("ask_user", {"question": "Qual é o número da fatura?", "fields": ["ts_invoice_number"]}))
    as_(model, VOICE, call(INVOICE), request(CASHIER))
    as_(model, MONEY, ask, call(text="Vamos ver: diga o número."))
    answer = await one("Minha fatura veio alta?")
    assert answer["text"] == "Vamos ver: diga o número."
    assert answer["metadata"]["question"] is None and answer["metadata"]["pending"] == []


async def test_a_yes_that_a_task_needs_is_asked_with_the_words_of_the_action(talk, model):
    await authored()
    one = talk("dq7")
    as_(
        model,
        "a voz da casa",
        call(("delegate_task", {"specialist_role": "support_agent", "task": "Devolva P100."})),
        call(text="Um momento."),
    )
    action = call(("solicitar_devolucao", {"order_id": "P100", "reason": "arrependimento"}))
    left = [action]
    model.when(lambda asked: left.pop(0) if left and "a voz da casa" not in who(asked) else None)
    asked = await one("Quero devolver o pedido P100", BUYER)
    about = asked["metadata"]
    assert about["question"]["kind"] == "confirmation" and about["question"]["text"] in asked["text"]
    assert not [r for r in about["mcp_results"] if r["metadata"].get("side_effect")]
    model.when(lambda asked: call(text="Devolução pedida."))
    answer = await one("sim", BUYER)
    made = [r for r in answer["metadata"]["mcp_results"] if r["metadata"].get("side_effect") and r["ok"]]
    assert len(made) == 1 and answer["metadata"]["agents"] == ["support_agent"]
