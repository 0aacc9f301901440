"""Models and tools that fail, hang or obey everything: the user gets an answer, the record the reason."""

import asyncio
from dataclasses import replace

import pytest

from agents.models import MCPTool, PromptPolicy
from conversations.models import Turn
from conversations.turn import Identity, Pending, Permission, SupervisorPlan, ToolResult
from conversations.visits import visit
from routing.turns import conduct
from tests.turns.changing import change
from tests.turns.conftest import BUYER, CUSTOMER

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    "trouble",
    [
        lambda m: m.fails(500, times=4),
        lambda m: m.fails(429, times=4),
        lambda m: m.breaks().breaks(),
        lambda m: m.misunderstands().misunderstands(),
        lambda m: m.drops(4),
    ],
    ids=["500", "429", "broken", "nonsense", "dropped"],
)
async def test_a_model_that_fails_becomes_an_apology_with_the_reason_in_the_record(
    talk, model, settings, trouble
):
    settings.MODEL_DEADLINE = 1
    trouble(model)
    one = talk("s1")
    answer = await one("Minha fatura veio alta", CUSTOMER)
    assert answer["metadata"]["status"] == "failed"
    assert answer["metadata"]["error"]
    assert "Desculpe" in answer["text"]
    assert answer["metadata"]["error"] not in answer["text"]
    assert "error" in [event.name for event in one.events]
    model.clear()
    model.says("tudo certo agora")
    assert (await one("e agora?", CUSTOMER))["text"] == "tudo certo agora"


@pytest.mark.parametrize(
    ("written", "asked"),
    [
        ("Devolvo o {order_id}?", "Devolvo o P100?"),
        ("Certo. Devolvo o {order_id.x}?", "solicitando a devolução"),
        ("Devolvo o {order_id[x]}?", "solicitando a devolução"),
        ("Devolvo o {anything}?", "solicitando a devolução"),
    ],
    ids=["filled", "part-of-a-text", "index-of-a-text", "unknown"],
)
async def test_an_action_is_asked_about_whatever_its_text_names(talk, written, asked):
    def author():
        tools = MCPTool.objects.of("tenant_a").filter(name="solicitar_devolucao")
        tools.update(confirm_text={"pt": written})

    await change(author)
    text = "quero devolver o pedido P100, veio quebrado"
    answer = await talk("s1")(text, BUYER, agent_id="retail_orders")
    question = answer["metadata"]["question"]
    assert (answer["metadata"]["status"], question["kind"]) == ("answered", "confirmation")
    shown, _, words = question["text"].rpartition("\n\n")
    assert asked in words and "veio quebrado" in shown


async def test_a_turn_that_takes_too_long_ends_with_an_apology(talk, model, settings):
    settings.TURN_DEADLINE = 0.4
    model.hangs(3)
    answer = await talk("s1")("Minha fatura veio alta", CUSTOMER)
    assert answer["metadata"]["status"] == "failed"
    assert "Desculpe" in answer["text"]


async def test_a_stopped_turn_keeps_what_was_released(talk, model):
    from routing.turns.run import stop
    from tests.turns.conftest import VISITOR

    model.says("Primeira frase inteira. Segunda frase que demora muito a chegar.", between=0.1)
    one = talk("s1")
    running = asyncio.create_task(one("Minha fatura veio alta", CUSTOMER))
    for _ in range(100):
        await asyncio.sleep(0.02)
        if any(event.name == "text" for event in getattr(one, "events", [])):
            break
    turn = await Turn.objects.of("tenant_a").aget()
    assert (await stop(VISITOR, turn.pk))["stopped"] is True
    answer = await running
    assert answer["metadata"]["status"] == "cancelled"
    assert answer["text"].startswith("Primeira frase inteira.")
    assert "chegar" not in answer["text"]


async def test_a_model_cannot_choose_the_customer(talk, model):
    model.calls("consultar_fatura", {"msisdn": "11999999999", "invoice_id": "INV-CERT-001"}).says("Pronto.")
    answer = await talk("s1")("Minha fatura veio alta", CUSTOMER)
    used = [r["metadata"]["arguments"] for r in answer["metadata"]["mcp_results"]]
    assert {a["msisdn"] for a in used} == {"5511999999999"}
    assert "INV-CERT-001" not in {a.get("invoice_id") for a in used}


async def test_a_model_that_obeys_everything_cannot_act_without_a_yes(talk, model):
    model.calls("solicitar_devolucao", {"order_id": "P100", "reason": "porque sim"})
    one = talk("s1")
    asked = await one("quero devolver o pedido P100, e não me pergunte nada", BUYER, agent_id="retail_orders")
    assert asked["metadata"]["question"]["kind"] == "confirmation"
    assert all(call["tool"] != "solicitar_devolucao" for call in asked["metadata"]["tool_calls"])
    model.calls("solicitar_troca", {"order_id": "P100", "reason": "outra coisa"}).says("Certo.")
    done = await one("sim", agent_id="retail_orders")
    called = {call["tool"] for call in done["metadata"]["tool_calls"]}
    assert "solicitar_devolucao" in called
    assert "solicitar_troca" not in called


async def test_a_model_that_calls_what_it_was_not_offered_is_told_so(talk, model):
    model.calls("solicitar_troca", {"order_id": "P100", "reason": "x"}).says("Não posso.")
    answer = await talk("s1")("Minha fatura veio alta", CUSTOMER)
    made = [(call["tool"], call["ok"]) for call in answer["metadata"]["tool_calls"]]
    assert ("solicitar_troca", False) in made and ("solicitar_troca", True) not in made
    assert "There is no tool" in str(model.requests[-1])


async def test_a_circle_of_handoffs_is_stopped_and_recorded(talk, model):
    hand = {"reason": "r", "context_summary": "s"}
    model.calls("request_handoff", {"target_agent": "orders_agent", **hand})
    model.calls("request_handoff", {"target_agent": "billing_agent", **hand})
    answer = await talk("s1")("Minha fatura veio alta", {**CUSTOMER, **BUYER})
    handoffs = answer["metadata"]["handoffs"]
    assert [(h["from_agent"], h["to_agent"], h["blocked"]) for h in handoffs] == [
        ("billing_agent", "orders_agent", False),
        ("orders_agent", "billing_agent", True),
    ]
    assert answer["text"]
    assert answer["metadata"]["handoff_count"] == 1


async def test_a_handoff_to_nobody_known_is_refused_to_the_model(talk, model):
    model.calls("request_handoff", {"target_agent": "ceo", "reason": "r", "context_summary": "s"}).says(
        "Aqui está."
    )
    answer = await talk("s1")("Minha fatura veio alta", CUSTOMER)
    assert answer["metadata"]["handoffs"] == []
    assert answer["text"] == "Aqui está."


async def test_a_model_that_never_ends_is_stopped_by_its_step_limit(talk, model, settings):
    settings.AGENT_STEPS = 3
    for _ in range(5):
        model.calls("consultar_pagamentos", {})
    answer = await talk("s1")("Minha fatura veio alta", CUSTOMER)
    assert answer["metadata"]["status"] == "answered"
    assert answer["text"]
    assert "agent_steps" in str(answer["metadata"]["steps"])


async def test_a_claim_of_something_done_never_leaves(talk, model):
    model.says("Sua devolução foi solicitada com sucesso. Posso ajudar em algo mais?")
    one = talk("s1")
    answer = await one("Minha fatura veio alta", CUSTOMER)
    assert "solicitada com sucesso" not in answer["text"]
    assert all("solicitada com sucesso" not in str(e.data.get("text", "")) for e in one.events)
    assert any(r["code"] == "REVPREC" for r in answer["metadata"]["guardrails"])


async def test_a_phrase_that_the_policy_forbids_never_leaves(talk, model):
    def forbid():
        for policy in PromptPolicy.objects.of("tenant_a"):
            policy.forbidden_phrases = ["procure a concorrência"]
            policy.save()

    await change(forbid)
    model.says("Sua fatura está em aberto. Procure a Concorrencia, é melhor. Posso ajudar em algo mais?")
    one = talk("s1")
    answer = await one("Minha fatura veio alta", CUSTOMER)
    streamed = "".join(str(e.data.get("text", "")) for e in one.events if e.name == "text")
    assert "oncorr" not in answer["text"] + streamed
    assert "Sua fatura está em aberto." in answer["text"]
    review = next(s for s in answer["metadata"]["steps"] if s["node"] == "supervisor_review")
    assert review["outcome"] == "blocked"


async def running_again(talk):
    """A turn of the record as if it had never ended, with what `conduct` needs to end it."""
    await talk("s1")("Minha fatura veio alta", CUSTOMER)
    turn = await Turn.objects.of("tenant_a").aget()
    await Turn.objects.of("tenant_a").filter(pk=turn.pk).aupdate(status="running", finished_at=None)
    prepared = await visit(lambda: conduct.load(turn.pk))
    return prepared.context, conduct.make_runtime(prepared.context, prepared.pinned)


UNSTORABLE = object()


@pytest.mark.parametrize(
    "broken",
    [
        {"outcome": {"answer": "half a character: \ud800"}, "work": {"contexts": {"a": {"b": UNSTORABLE}}}},
        {"decision": {"plan": SupervisorPlan(("billing_agent",), "fallback", 0.1, UNSTORABLE)}},
        {"outcome": {"pending": (Pending("billing_agent", UNSTORABLE, "failed"),)}},
        {"work": {"permissions": {"live": Permission("live", "asked", data={"text": UNSTORABLE})}}},
        {"work": {"signals": (("billing_agent", UNSTORABLE, True),)}},
        {"outcome": {"next_state": UNSTORABLE}},
        {"request": {"identity": Identity(business={"customer_key": UNSTORABLE})}},
    ],
    ids=lambda broken: next(iter(next(iter(broken.values())))),
)
async def test_a_turn_whose_result_cannot_be_stored_still_ends(talk, broken):
    context, runtime = await running_again(talk)
    parts = {name: replace(getattr(context, name), **changes) for name, changes in broken.items()}
    await conduct.end(replace(context, **parts), runtime)
    stored = await Turn.objects.of("tenant_a").aget()
    assert stored.status == "failed"
    assert "Desculpe" in stored.answer


async def test_what_was_done_before_a_failure_is_told_by_its_title(talk):
    context, runtime = await running_again(talk)
    effects = [{"tool": "solicitar_devolucao", "ok": True}, {"tool": "solicitar_troca", "ok": None}]
    await Turn.objects.of("tenant_a").aupdate(side_effects=effects)
    await conduct.end(conduct.fail(context, runtime, "too late"), runtime)
    said = (await Turn.objects.of("tenant_a").aget()).answer
    assert "Já foi feito: “solicitando a devolução”." in said
    assert "confira antes de repetir: “solicitando a troca”." in said


async def test_a_call_that_was_lost_is_uncertain_though_another_of_the_same_tool_succeeded(talk):
    context, runtime = await running_again(talk)
    made, lost = {"order_id": "P100"}, {"order_id": "P200"}
    effects = [{"tool": "solicitar_devolucao", "arguments": each, "ok": None} for each in (made, lost)]
    await Turn.objects.of("tenant_a").aupdate(side_effects=effects)
    about = {"side_effect": True, "arguments": made}
    runtime.caller.results.append(ToolResult("solicitar_devolucao", "retail", True, metadata=about))
    await conduct.end(conduct.fail(context, runtime, "too late"), runtime)
    said = (await Turn.objects.of("tenant_a").aget()).answer
    assert "Já foi feito: “solicitando a devolução”." in said
    assert "confira antes de repetir: “solicitando a devolução”." in said


async def test_what_was_seen_and_said_of_an_action_stays_when_the_turn_breaks_off(talk):
    context, runtime = await running_again(talk)
    await Turn.objects.of("tenant_a").aupdate(
        side_effects=[{"tool": "solicitar_devolucao", "arguments": {}, "ok": True}]
    )
    answer = "A devolução foi aberta com o número DEV-1."
    seen = replace(context, outcome=replace(context.outcome, answer=answer))
    await conduct.end(conduct.fail(seen, runtime, "too late"), runtime)
    said = (await Turn.objects.of("tenant_a").aget()).answer
    assert said.startswith("A devolução foi aberta com o número DEV-1.") and "Já foi feito" in said


async def test_what_nobody_expected_is_told_to_the_record_alone(talk, settings):
    one = talk("s1")
    settings.BRANCHES = "many"
    answer = await one("Minha fatura veio alta", CUSTOMER, mode="supervisor")
    turn = await Turn.objects.of("tenant_a").aget()
    assert turn.error.startswith("TypeError: slice indices")
    assert (answer["metadata"]["status"], answer["metadata"]["error"]) == ("failed", "unexpected")
    told = next(event.data for event in one.events if event.name == "error")
    assert (told["detail"], told["turn_id"]) == ("unexpected", turn.pk)
    assert "slice" not in str([event.data for event in one.events])
