"""A model's step may hold tool calls and signals.

The calls come first, and what cannot be done now stays open.
"""

import json

import pytest

from tests.turns.conftest import BUYER, CUSTOMER
from tests.turns.coordinating import ASK as HELP
from tests.turns.coordinating import TECH, TECHNICIAN, VOICE, as_, end, request
from tests.turns.coordinating import say as say
from tests.turns.gullible import HANDOFF, call, heard
from tests.turns.gullible import model as model

pytestmark = pytest.mark.django_db(transaction=True)

RETURN = ("solicitar_devolucao", {"order_id": "P100", "reason": "veio quebrado"})
SWAP = ("solicitar_troca", {"order_id": "P100", "reason": "veio quebrado"})
ORDERS = ("request_handoff", {"target_agent": "orders_agent", **HANDOFF})
SHOP = {"agent_id": "retail_orders"}
WISH = "quero devolver o pedido P100, veio quebrado"


def question(answer):
    asked = answer["metadata"]["question"]
    return (asked["kind"], asked["agent"]) if asked else None


def made(answer):
    return [(each["tool"], each["ok"]) for each in answer["metadata"]["tool_calls"]]


def once(model, *lines):
    left = list(lines)
    model.when(lambda asked: left.pop(0) if left else None)


async def test_an_action_beside_a_handoff_is_asked_about_and_control_passes_on(talk, model):
    once(model, call(RETURN, ORDERS), call(text="O pedido P100 foi entregue ontem."))
    one = talk("s1")
    answer = await one(WISH, BUYER, **SHOP)
    assert question(answer) == ("confirmation", "support_agent")
    assert answer["metadata"]["agents"] == ["support_agent", "orders_agent"]
    assert answer["text"].endswith("O pedido P100 foi entregue ontem.")
    assert answer["metadata"]["question"]["text"] in answer["text"]
    done = await one("sim", **SHOP)
    assert ("solicitar_devolucao", True) in made(done)


async def test_an_action_beside_a_question_is_asked_about_first_and_the_question_next(talk, model):
    once(model, call(RETURN, ("ask_user", {"question": "Quer receber um cupom?"})))
    one = talk("s1")
    answer = await one(WISH, BUYER, **SHOP)
    assert question(answer) == ("confirmation", "support_agent")
    assert "cupom" not in answer["text"]
    done = await one("sim", **SHOP)
    assert ("solicitar_devolucao", True) in made(done)
    assert question(done) == ("clarification", "support_agent")
    assert "Quer receber um cupom?" in done["text"]
    after = await one("quero sim, obrigado", **SHOP)
    assert after["metadata"]["pending"] == []


@pytest.mark.parametrize("mode", ["router", "supervisor", "supervised"])
async def test_of_two_actions_both_are_asked_about_in_every_mode(talk, model, mode):
    once(model, call(RETURN, SWAP))
    one = talk("s1")
    first = await one(WISH, BUYER, mode=mode, **SHOP)
    assert question(first)[0] == "confirmation"
    if mode == "supervised":
        model.when(lambda asked: call(("decide_next", {"next": "guardrail", "reason": "Feito."}))
                   if "You supervise" in heard(asked) else None)  # fmt: skip
    second = await one("sim", mode=mode, **SHOP)
    assert ("solicitar_devolucao", True) in made(second)
    assert question(second) == ("confirmation", question(first)[1])
    assert second["metadata"]["question"]["text"] != first["metadata"]["question"]["text"]
    third = await one("sim", mode=mode, **SHOP)
    assert ("solicitar_troca", True) in made(third)
    assert third["metadata"]["pending"] == []


async def test_a_lookup_beside_a_handoff_is_made_and_told_to_who_goes_on(talk, model):
    product = ("request_handoff", {"target_agent": "product_agent", **HANDOFF})
    once(model, call(("consultar_fatura", {"invoice_id": "INV002"}), product))
    answer = await talk("s1")("Minha fatura veio alta: INV001 e INV002", CUSTOMER)
    looked_up = [
        each["metadata"]["arguments"].get("invoice_id") for each in answer["metadata"]["mcp_results"]
    ]
    assert "INV002" in looked_up
    assert answer["metadata"]["agents"] == ["billing_agent", "product_agent"]
    assert "INV002" in heard(model.requests[-1])


async def test_of_two_handoffs_the_second_stays_an_open_part(talk, model):
    product = ("request_handoff", {"target_agent": "product_agent", **HANDOFF})
    once(model, call(product, ORDERS, text="A fatura é de R$ 120."), call(text="O plano é o básico."))
    one = talk("s1")
    answer = await one("Minha fatura veio alta", CUSTOMER | BUYER)
    assert answer["metadata"]["agents"] == ["billing_agent", "product_agent"]
    assert [(each["agent"], each["why"]) for each in answer["metadata"]["pending"]] == [
        ("orders_agent", "left_out")
    ]
    assert "Vi também o assunto de" in answer["text"]
    again = await one("e o outro assunto?")
    assert again["metadata"]["agents"] == ["orders_agent"]


async def test_refused_calls_are_in_the_record_and_every_call_has_its_message(talk, model):
    bad = ("request_handoff", {"target_agent": "ceo", **HANDOFF})
    once(model, call(("apagar_tudo", {}), RETURN, bad), call(text="Sua fatura está aberta."))
    answer = await talk("s1")("Minha fatura veio alta", CUSTOMER)
    assert answer["text"] == "Sua fatura está aberta."
    assert made(answer)[-3:] == [
        ("apagar_tudo", False),
        ("solicitar_devolucao", False),
        ("request_handoff", False),
    ]
    told = model.requests[-1]["messages"]
    assert [len(each["tool_calls"]) for each in told if each.get("tool_calls")][-1] == 3
    assert [each["role"] for each in told[-3:]] == ["tool"] * 3


async def test_a_signal_waits_for_a_call_that_the_model_can_mend(talk, model):
    once(
        model,
        call(("consultar_fatura", {"invoice_id": "INV001"}), ORDERS),
        call(text="O pedido está a caminho."),
    )
    model.rules.insert(0, _broken_once())
    answer = await talk("s1")("Minha fatura veio alta", CUSTOMER | BUYER)
    assert answer["metadata"]["agents"] == ["billing_agent", "orders_agent"]
    assert made(answer).count(("request_handoff", True)) == 1
    assert len(model.requests) == 3


async def test_a_signal_waits_for_no_mended_call_where_the_user_is_asked_first(talk, model):
    once(model, call(text="O pedido P100 foi entregue ontem."))
    model.rules.insert(0, _broken_once(SWAP[0], RETURN))
    one = talk("s1")
    answer = await one(WISH, BUYER, **SHOP)
    assert question(answer) == ("confirmation", "support_agent")
    assert answer["metadata"]["agents"] == ["support_agent", "orders_agent"]
    assert (SWAP[0], False) in made(answer)
    done = await one("sim", **SHOP)
    assert ("solicitar_devolucao", True) in made(done)


def _broken_once(tool="consultar_fatura", *beside):
    """A step whose call of this tool cannot be read, with calls `beside` it before, a handoff behind."""
    from tests.fakes.openai_server import Line

    whole = [(name, json.dumps(arguments)) for name, arguments in (*beside, ORDERS)]
    left = [Line(tool_calls=(*whole[:-1], (tool, '{"order_id": '), whole[-1]))]
    return lambda asked: left.pop() if left else None


async def test_a_call_refused_again_ends_the_work_with_words(talk, model):
    model.when(
        lambda asked: call(text="Posso ver a sua fatura.") if asked.get("tool_choice") == "none" else None
    )
    model.when(lambda asked: call(("apagar_tudo", {"sure": True})))
    answer = await talk("s1")("Minha fatura veio alta", CUSTOMER)
    assert answer["text"] == "Posso ver a sua fatura."
    assert len(model.requests) == 3


async def test_a_coordinators_call_is_made_before_it_calls_in(say, model):
    one = say("beside")
    as_(model, VOICE, _with(request(TECHNICIAN), ("apagar_tudo", {})))
    as_(model, TECH, call(text="Qual é o aparelho?"))
    answer = await one(HELP)
    assert answer["metadata"]["agents"] == ["coordinator", TECHNICIAN]
    assert ("apagar_tudo", False) in made(answer)


async def test_a_task_beside_a_sub_conversation_is_done_first(say, model):
    one = say("task")
    task = ("delegate_task", {"specialist_role": "especialista_financeiro", "task": "Qual é o prazo?"})
    as_(model, VOICE, _with(request(TECHNICIAN), task))
    as_(model, "Você é o Especialista Financeiro", call(text="O prazo é de 7 dias."))
    as_(model, TECH, call(text="Qual é o aparelho?"))
    answer = await one(HELP)
    assert [each[0] for each in made(answer)][:2] == ["delegate_task", "request_specialist_sub_conversation"]
    assert answer["metadata"]["sub_conversation"] == {"specialist": TECHNICIAN, "status": "active"}


async def test_what_is_asked_beside_the_end_of_a_sub_conversation_is_still_asked(say, model):
    one = say("end")
    as_(model, VOICE, request(TECHNICIAN))
    ask = ("ask_user", {"question": "Posso mandar o resumo?"})
    as_(model, TECH, _with(end(text="Resolvido."), ask))
    answer = await one(HELP)
    assert "Resolvido." in answer["text"] and "Posso mandar o resumo?" in answer["text"]
    assert question(answer) == ("clarification", TECHNICIAN)
    assert answer["metadata"]["sub_conversation"] == {"specialist": TECHNICIAN, "status": "completed"}


def _with(line, *calls):
    """The line with these calls before its own."""
    first = call(*calls)
    return type(line)(text=line.text, tool_calls=(*first.tool_calls, *line.tool_calls))
