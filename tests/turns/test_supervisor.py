"""Mode `supervisor`: several specialists on one message (seed 000, chapters 7.2, 9 and 12.3)."""

import pytest

from agents.models import Judge, LLMProfile, Specialist
from routing.models import AgentProfile
from tests.turns.changing import change, joiner
from tests.turns.conftest import BUYER, CUSTOMER

pytestmark = pytest.mark.django_db(transaction=True)
WHO = CUSTOMER | BUYER
BOTH = "Meu pedido P100 atrasou e minha fatura veio duplicada"
NO_NUMBER = "Meu pedido atrasou e minha fatura veio duplicada"
JOINS = "You write one answer"
BILLING, ORDERS = "especialista em faturas", "especialista em pedidos"


async def in_supervisor(said, text):
    return await said(text, WHO, mode="supervisor")


async def test_two_specialists_answer_one_message(talk):
    said = talk("sup-1")
    answer = await in_supervisor(said, BOTH)
    about = answer["metadata"]
    assert (about["mode"], about["route"], about["intent"]) == (
        "supervisor",
        "supervisor_agent",
        "multi_intent",
    )
    assert about["agents"] == about["plan"]["agents"] == ["billing_agent", "orders_agent"]
    assert about["route_decision"]["agent"] == about["route_decision"]["method"] == "supervisor"
    billing, orders = answer["text"].split("\n\n")
    assert billing.startswith("Faturas: ") and "INV001" in billing
    assert orders.startswith("Pedidos: ") and "P100" in orders
    assert about["handoffs"] == [] and about["pending"] == []


async def test_each_branch_is_seen_as_it_works_and_the_text_comes_once(talk):
    said = talk("sup-events")
    answer = await in_supervisor(said, BOTH)
    seen = [(e.data["agent"], e.data["phase"]) for e in said.events if e.data.get("node") == "branch"]
    assert seen[:2] == [("billing_agent", "started"), ("orders_agent", "started")]
    assert set(seen[2:]) == {("billing_agent", "done"), ("orders_agent", "done")}
    assert "".join(e.data["text"] for e in said.events if e.name == "text") == answer["text"]
    assert not [e for e in said.events if e.name == "text.reset"]


async def test_who_needs_a_number_asks_while_the_other_answers(talk):
    said = talk("sup-2")
    answer = await in_supervisor(said, NO_NUMBER)
    assert "INV001" in answer["text"]
    assert answer["metadata"]["question"]["fields"] == ["order_id"]
    answer = await in_supervisor(said, "P100")
    assert answer["metadata"]["agents"] == ["orders_agent"]
    assert answer["metadata"]["route_decision"]["method"] == "state"
    assert "P100" in answer["text"]


async def test_one_specialist_is_no_committee(talk):
    answer = await in_supervisor(talk("sup-3"), "Minha fatura veio alta")
    about = answer["metadata"]
    assert about["route"] == "supervisor_agent" and about["intent"] == "billing_invoice_explanation"
    assert about["agents"] == ["billing_agent"]
    assert not answer["text"].startswith("Faturas:")


async def test_a_greeting_needs_no_plan(talk):
    about = (await in_supervisor(talk("sup-4"), "Bom dia!"))["metadata"]
    assert about["plan"] is None and about["route_decision"]["method"] == "keyword"


async def test_nobody_matches_the_fallback_specialist_answers(talk):
    about = (await in_supervisor(talk("sup-5"), "Qual é a capital da França, meu caro amigo?"))["metadata"]
    assert about["agents"] == ["billing_agent"]
    assert (about["intent"], about["route_decision"]["confidence"]) == ("fallback", 0.1)


async def test_a_branch_that_fails_is_named_and_does_not_lose_the_other(talk, model):
    model.says("A fatura INV001 vence em 20/12/2026.", to=BILLING).fails(400, to=ORDERS)
    said = talk("sup-6")
    answer = await in_supervisor(said, BOTH)
    about = answer["metadata"]
    assert about["status"] == "answered"
    assert "A fatura INV001" in answer["text"] and "a parte de Pedidos" in answer["text"]
    assert [(part["agent"], part["why"]) for part in about["pending"]] == [("orders_agent", "failed")]
    model.says("O pedido P100 está em transporte.", to=ORDERS)
    answer = await in_supervisor(said, "E o outro assunto?")
    assert answer["metadata"]["agents"] == ["orders_agent"] and "P100" in answer["text"]
    assert answer["metadata"]["pending"] == []


async def test_all_branches_fail_an_apology_and_nothing_is_forgotten(talk, model):
    model.fails(400, times=2)
    said = talk("sup-7")
    answer = await in_supervisor(said, BOTH)
    about = answer["metadata"]
    assert about["status"] == "failed"
    assert "".join(e.data["text"] for e in said.events if e.name == "text") == answer["text"]
    assert {result["agent"] for result in about["mcp_results"]} == {"billing_agent", "orders_agent"}
    assert {part["agent"] for part in about["pending"]} == {"billing_agent", "orders_agent"}


async def test_a_branch_that_is_late_is_named_as_missing(talk, model, settings):
    settings.TURN_DEADLINE, settings.BRANCH_MARGIN = 4, 2
    model.says("A fatura INV001 vence em 20/12/2026.", to=BILLING).says("tarde demais", slow=9, to=ORDERS)
    answer = await in_supervisor(talk("sup-8"), BOTH)
    assert "A fatura INV001" in answer["text"] and "a parte de Pedidos" in answer["text"]
    assert [part["why"] for part in answer["metadata"]["pending"]] == ["late"]


async def test_more_than_the_limit_are_named_and_found_again(talk):
    await change(
        lambda: AgentProfile.objects.of("tenant_a").filter(agent_id="telecom_contas").update(max_branches=1)
    )
    said = talk("sup-9")
    answer = await in_supervisor(said, BOTH)
    assert answer["metadata"]["agents"] == ["billing_agent"]
    assert "assunto de Pedidos" in answer["text"]
    answer = await in_supervisor(said, "e o outro assunto?")
    assert answer["metadata"]["agents"] == ["orders_agent"] and "P100" in answer["text"]


def finds(model):
    """What the two specialists found, in few words."""
    model.says("A fatura INV001 vence em 20/12/2026.", to=BILLING)
    model.says("O pedido P100 está em transporte.", to=ORDERS)


async def test_a_model_writes_one_answer_out_of_the_parts(talk, fake_openai, model):
    await change(lambda: joiner(fake_openai))
    finds(model)
    fake_openai.says("Sua fatura INV001 vence em 20/12/2026 e o pedido P100 está em transporte.", to=JOINS)
    answer = await in_supervisor(talk("sup-10"), BOTH)
    assert answer["text"].startswith("Sua fatura INV001 vence")
    told = fake_openai.requests[-1]["messages"]
    assert "Faturas" in told[-1]["content"] and "Pedidos" in told[-1]["content"]
    assert any(step["node"] == "synthesis" for step in answer["metadata"]["steps"])


async def test_what_a_model_joins_passes_the_judges_that_hold_answers(talk, fake_openai, model):
    def hold():
        joiner(fake_openai)
        scorer = {"name": "scorer", "point": "judge", "model": "scorer", "base_url": fake_openai.base_url}
        LLMProfile(tenant_id="tenant_a", **scorer).save()
        judge = Judge.unscoped.create(
            tenant_id="tenant_a", name="tact", prompt="Is it tactful?", fail_closed=True
        )
        AgentProfile.objects.of("tenant_a").get(agent_id="telecom_contas").judges.set([judge])

    await change(hold)
    for points in (9, 9, 2):  # each part, and what became of them
        fake_openai.calls("score_answer", {"score": points, "reason": "so"}, to="Is it tactful?")
    finds(model)
    fake_openai.says("Sua fatura INV001, de 20/12/2026, e o pedido P100 são problema seu.", to=JOINS)
    answer = await in_supervisor(talk("sup-20"), BOTH)
    assert answer["text"].startswith("Faturas: ") and "problema seu" not in answer["text"]
    step = next(step for step in answer["metadata"]["steps"] if step["node"] == "synthesis")
    assert (step["outcome"], step["summary"]) == ("failed", "held by tact")


async def test_a_model_that_invents_a_figure_is_not_believed(talk, fake_openai):
    await change(lambda: joiner(fake_openai))
    fake_openai.says("Sua fatura INV001 é de R$ 999,99.")
    answer = await in_supervisor(talk("sup-11"), BOTH)
    assert "999" not in answer["text"] and answer["text"].startswith("Faturas: ")
    step = next(step for step in answer["metadata"]["steps"] if step["node"] == "synthesis")
    assert step["outcome"] == "failed" and "invented" in step["summary"]


async def test_words_that_must_stay_are_not_rewritten(talk, fake_openai):
    def edit():
        joiner(fake_openai)
        Specialist.objects.of("tenant_a").filter(name="orders_agent").update(forward=True)

    await change(edit)
    answer = await in_supervisor(talk("sup-12"), BOTH)
    assert not fake_openai.requests, "one part may be rewritten: there is nothing to join"
    assert "Pedidos: Pedido P100" in answer["text"]


async def test_a_number_given_once_serves_all_who_asked_for_it(talk):
    said = talk("sup-13")
    answer = await said("Onde está meu pedido e como funciona a garantia dele?", WHO, mode="supervisor")
    about = answer["metadata"]
    assert about["agents"] == ["orders_agent", "support_agent"]
    asking = about["question"]["agent"]
    assert asking == "orders_agent"
    answer = await said("P100", WHO, mode="supervisor")
    assert answer["metadata"]["agents"] == ["orders_agent", "support_agent"]
    assert answer["text"].count("Pedido P100") == 2
    assert answer["metadata"]["pending"] == []


async def test_two_questions_are_asked_one_after_the_other(talk):
    said = talk("sup-14")
    answer = await in_supervisor(said, "Quero contestar minha fatura e saber do meu pedido")
    about = answer["metadata"]
    assert about["question"]["agent"] == "billing_agent"
    assert [(part["agent"], part["why"]) for part in about["pending"]] == [("orders_agent", "asked")]
    answer = await in_supervisor(said, "sim")
    assert "E sobre Pedidos" in answer["text"]
    assert answer["metadata"]["question"]["agent"] == "orders_agent"
    assert answer["metadata"]["pending"] == []
    answer = await in_supervisor(said, "P100")
    assert answer["metadata"]["agents"] == ["orders_agent"] and "P100" in answer["text"]


async def test_the_second_question_may_be_answered_first(talk):
    said = talk("sup-15")
    await in_supervisor(said, "Quero contestar minha fatura e saber do meu pedido")
    answer = await in_supervisor(said, "P100")
    assert answer["metadata"]["agents"] == ["orders_agent"] and "Pedido P100" in answer["text"]
    answer = await in_supervisor(said, "sim, pode abrir")
    assert answer["metadata"]["agents"] == ["billing_agent"]


async def test_a_reply_to_one_models_question_leaves_the_others_open(talk, model):
    model.calls("ask_user", {"question": "Qual fatura?", "fields": ["invoice_id"]}, to=BILLING)
    model.calls("ask_user", {"question": "Qual outro pedido?", "fields": ["order_id"]}, to=ORDERS)
    said = talk("sup-17")
    asked = (await in_supervisor(said, BOTH))["metadata"]
    assert asked["question"]["text"] == "Qual fatura?"
    assert [part["question"]["text"] for part in asked["pending"]] == ["Qual outro pedido?"]
    model.says("O pedido P101 está em transporte.", to=ORDERS)
    answer = await in_supervisor(said, "P101")
    assert answer["metadata"]["agents"] == ["orders_agent"]
    model.says("A fatura INV002 está paga.", to=BILLING)
    answer = await in_supervisor(said, "INV002")
    assert answer["metadata"]["agents"] == ["billing_agent"]
    assert answer["metadata"]["route_decision"]["method"] == "state"


async def test_words_that_a_check_would_hold_back_never_replace_the_parts(talk, fake_openai):
    await change(lambda: joiner(fake_openai))
    fake_openai.says("Sua devolução foi solicitada e seu contrato foi cancelado.")
    answer = await in_supervisor(talk("sup-16"), BOTH)
    assert answer["text"].startswith("Faturas: ") and "P100" in answer["text"]
    step = next(step for step in answer["metadata"]["steps"] if step["node"] == "synthesis")
    assert step["outcome"] == "failed" and "REVPREC" in step["summary"]


async def test_a_model_that_leaves_out_what_was_found_is_not_believed(talk, fake_openai):
    await change(lambda: joiner(fake_openai))
    fake_openai.says("Olá! Que bom falar com você.")
    answer = await in_supervisor(talk("sup-21"), BOTH)
    assert answer["text"].startswith("Faturas: ") and "INV001" in answer["text"]
    step = next(step for step in answer["metadata"]["steps"] if step["node"] == "synthesis")
    assert step["outcome"] == "failed" and "left out Faturas" in step["summary"]


async def test_a_day_may_be_said_in_words_and_what_the_user_wrote_may_be_left_out(talk, model):
    finds(model)
    joined = "A INV001 vence no dia vinte de dezembro, o pedido está em transporte."
    model.says(joined, to=JOINS)
    assert (await in_supervisor(talk("sup-22"), BOTH))["text"] == joined
