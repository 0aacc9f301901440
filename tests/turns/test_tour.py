"""What a newcomer tries first, in the words of the demo."""

import pytest

from conversations.models import Conversation
from handoffs.models import AgentHandoff
from routing.models import AgentProfile, StatePolicy
from tests.turns.changing import change
from tests.turns.conftest import BUYER, CUSTOMER

pytestmark = pytest.mark.django_db(transaction=True)


async def test_an_invoice_question_is_answered_with_the_invoices_data(talk):
    one = talk("s1")
    answer = await one("Minha fatura veio alta. Pode consultar?", CUSTOMER)
    metadata = answer["metadata"]
    assert metadata["route"] == "billing_agent"
    assert metadata["intent"] == "billing_invoice_explanation"
    assert metadata["route_decision"]["method"] == "keyword"
    assert metadata["mode"] == "router"
    assert [(r["tool_name"], r["ok"]) for r in metadata["mcp_results"]] == [
        ("consultar_fatura", True),
        ("consultar_pagamentos", True),
    ]
    assert "INV001" in answer["text"]
    assert metadata["conversation_key"] == "tenant_a:telecom_contas:s1" == answer["session_id"]
    assert metadata["handoffs"] == []
    assert one.events[0].name == "accepted"
    assert [event.name for event in one.events][-2:] == ["answer", "done"]
    assert "".join(e.data["text"] for e in one.events if e.name == "text").strip() == answer["text"]


@pytest.mark.parametrize(
    ("text", "language", "found"),
    [
        ("Onde está meu pedido P100?", "pt", "P100"),
        ("¿Dónde está mi pedido P100?", "es", "P100"),
        ("Where is my order P100?", "en", "P100"),
    ],
    ids=["pt", "es", "en"],
)
async def test_an_order_is_found_in_three_languages(talk, text, language, found):
    answer = await talk("s1")(text, BUYER, agent_id="retail_orders")
    metadata = answer["metadata"]
    assert (metadata["route"], metadata["intent"]) == ("orders_agent", "retail_order_tracking")
    assert {call["tool"] for call in metadata["tool_calls"]} == {"consultar_pedido", "consultar_entrega"}
    assert metadata["language"] == language
    assert found in answer["text"]


async def test_an_unknown_order_is_said_not_to_be_found(talk):
    answer = await talk("s1")("Onde está meu pedido P999?", BUYER, agent_id="retail_orders")
    results = answer["metadata"]["mcp_results"]
    assert all(r["ok"] and r["result"] == {"found": False} for r in results)
    assert "P999" in answer["text"]


async def test_two_matters_are_answered_by_two_specialists_with_one_handoff_row(talk):
    one = talk("s1")
    answer = await one("Minha fatura veio alta e onde está meu pedido P100?", {**CUSTOMER, **BUYER})
    metadata = answer["metadata"]
    assert metadata["agents"] == ["billing_agent", "orders_agent"]
    assert "INV001" in answer["text"]
    assert "P100" in answer["text"]
    assert [(h["from_agent"], h["to_agent"]) for h in metadata["handoffs"]] == [
        ("billing_agent", "orders_agent")
    ]
    rows = [
        (row.from_agent, row.to_agent, row.kind, row.blocked)
        async for row in AgentHandoff.objects.of("tenant_a")
    ]
    assert rows == [("billing_agent", "orders_agent", "agent_to_agent", False)]
    assert "handoff" in [event.name for event in one.events]


@pytest.mark.parametrize(
    ("text", "intent_language"),
    [
        ("oi", "pt"), ("bom dia", "pt"), ("e aí", "pt"), ("hola", "es"), ("¿qué tal?", "es"),
        ("thanks", "en"),
        ("tchau", "pt"), ("adiós", "es"), ("bye", "en"), ("o que você faz?", "pt"), ("who are you?", "en"),
    ],
)  # fmt: skip
async def test_courtesies_call_nothing(talk, text, intent_language):
    answer = await talk("s1")(text, CUSTOMER)
    metadata = answer["metadata"]
    assert metadata["mcp_results"] == []
    assert metadata["usage"]["calls"] == 0
    assert metadata["language"] == intent_language
    assert metadata["intent"] not in ("fallback", "billing_invoice_explanation")
    assert answer["text"]


async def test_a_greeting_offers_what_the_profile_can_do(talk):
    answer = await talk("s1")("oi")
    options = answer["metadata"]["question"]["options"]
    assert len(options) >= 2
    follow = await talk("s2")(options[0]["value"], CUSTOMER)
    assert follow["metadata"]["route_decision"]["method"] == "keyword"


async def test_contesting_waits_for_a_yes_and_a_no_ends_it(talk):
    one = talk("s1")
    asked = await one("Quero contestar minha fatura", CUSTOMER)
    assert asked["metadata"]["workflow_state"] == "WAITING_BILLING_CONFIRMATION"
    assert asked["metadata"]["question"]["kind"] == "state"
    denied = await one("não, obrigado", CUSTOMER)
    assert denied["metadata"]["route_decision"]["method"] == "state"
    assert denied["metadata"]["active_agent"] == "billing_agent"
    assert denied["metadata"]["workflow_state"] is None


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("quiero reclamar mi factura", "billing_invoice_contest"),
        ("quero trocar o P100", "retail_support_exchange_return"),
        ("quiero cambiar mi plan", "product_services_information"),
    ],
)
async def test_a_wish_goes_to_the_intent_that_serves_it(talk, text, intent):
    assert (await talk("s1")(text, {**CUSTOMER, **BUYER}))["metadata"]["intent"] == intent


async def test_a_plan_is_told_as_a_whole_and_then_by_what_is_asked(talk):
    one = talk("s1")
    whole = (await one("¿Cuál es mi plan?", CUSTOMER))["text"]
    assert whole.startswith("Su plan es")
    assert "Servicios de la línea" in whole
    assert (await one("¿y el roaming?", CUSTOMER))["text"].startswith("Roaming: ")


async def test_a_return_is_only_asked_for_after_a_yes(talk):
    one = talk("s1")
    asked = await one("quero devolver o pedido P100", BUYER, agent_id="retail_orders")
    assert asked["metadata"]["workflow_state"] == "WAITING_SUPPORT_CONFIRMATION"
    assert "solicitar_devolucao" not in {call["tool"] for call in asked["metadata"]["tool_calls"]}
    done = await one("sim", agent_id="retail_orders")
    assert done["metadata"]["route_decision"]["method"] == "state"
    assert done["metadata"]["active_agent"] == "support_agent"
    assert {"agent": "support_agent", "tool": "solicitar_devolucao", "ok": True} in done["metadata"][
        "tool_calls"
    ]


async def test_a_question_leaves_the_confirmation_open_and_a_new_topic_goes_elsewhere(talk):
    one = talk("s1")
    await one("quero devolver o pedido P100", BUYER, agent_id="retail_orders")
    asked = await one("quanto tempo demora?", agent_id="retail_orders")
    assert asked["metadata"]["active_agent"] == "support_agent"
    assert asked["metadata"]["tool_calls"] == [] or all(
        call["tool"] != "solicitar_devolucao" for call in asked["metadata"]["tool_calls"]
    )
    other = await one("onde está a entrega do pedido P100?", agent_id="retail_orders")
    assert other["metadata"]["agents"] == ["orders_agent"]
    assert other["metadata"]["question"]["kind"] == "confirmation", "offered again"
    done = await one("sim", agent_id="retail_orders")
    assert {call["tool"] for call in done["metadata"]["tool_calls"]} >= {"solicitar_devolucao"}


async def test_maybe_is_asked_again(talk):
    one = talk("s1")
    first = await one("quero devolver o pedido P100", BUYER, agent_id="retail_orders")
    again = await one("talvez", agent_id="retail_orders")
    assert again["metadata"]["question"]["text"].endswith(f"\n\n{first['metadata']['question']['text']}")
    assert again["metadata"]["tool_calls"] == []


async def test_without_an_identity_nothing_is_looked_up(talk):
    answer = await talk("s1")("Minha fatura veio alta")
    assert answer["metadata"]["identity_missing"] == ["customer_key"]
    assert answer["metadata"]["tool_calls"] == []
    assert answer["text"]


async def test_a_name_told_at_the_beginning_is_remembered(talk):
    one = talk("s1")
    await one("Oi, meu nome é Joana", CUSTOMER)
    await one("minha fatura veio alta", CUSTOMER)
    answer = await one("Qual foi meu nome informado no começo?", CUSTOMER)
    assert "Joana" in answer["text"]


async def test_a_cpf_is_masked_before_anything_is_stored(talk):
    from conversations.models import Message

    await talk("s1")("meu CPF é 529.982.247-25, minha fatura veio alta", CUSTOMER)
    stored = [row.text async for row in Message.objects.of("tenant_a").filter(role="user")]
    assert "529.982.247-25" not in stored[0]
    assert "fatura" in stored[0]


async def test_outside_the_rollout_the_single_agent_answers(talk):
    answer = await talk("s1")("Minha fatura veio alta", CUSTOMER, mode="single")
    metadata = answer["metadata"]
    assert metadata["mode"] == metadata["route_decision"]["method"] == "single"
    assert metadata["routing_decision"] == "skipped"
    assert metadata["route"] == metadata["active_agent"]
    assert metadata["route"] not in ("billing_agent", "orders_agent")
    assert "INV001" in answer["text"]


@pytest.mark.parametrize("said_by", ["request", "environment"])
async def test_a_profile_without_a_single_agent_stays_with_its_team(talk, settings, said_by):
    profile = AgentProfile.objects.of("tenant_a").filter(agent_id="telecom_contas")
    await change(lambda: profile.update(single=None, mode="router" if said_by == "request" else ""))
    settings.ROUTING_MODE = "single"
    asked = {"mode": "single"} if said_by == "request" else {}
    metadata = (await talk("s1")("Minha fatura veio alta", CUSTOMER, **asked))["metadata"]
    assert (metadata["status"], metadata["mode"]) == ("answered", "router")
    assert metadata["active_agent"] == "billing_agent"


async def test_a_question_that_nobody_answers_lapses(talk, settings):
    one = talk("s1")
    await one("Onde está meu pedido?", BUYER, agent_id="retail_orders")
    settings.STATE_SECONDS = 0
    answer = await one("P100", agent_id="retail_orders")
    assert answer["metadata"]["route_decision"]["method"] in ("example", "value")  # no reply to anything
    kept = (await Conversation.objects.of("tenant_a").aget()).state
    assert kept["question"] is None or kept["question"]["turn"] == 2


async def test_a_no_in_a_terminal_state_reaches_the_specialist_whole(talk, fake_openai, settings):
    policy = StatePolicy.objects.of("tenant_a").filter(state="WAITING_BILLING_CONFIRMATION")
    await change(lambda: policy.update(terminal=True))
    one = talk("s1")
    await one("Quero contestar minha fatura", CUSTOMER)
    settings.MODEL, settings.OPENAI_BASE_URL = "test-model", fake_openai.base_url
    answer = await one("não, obrigado", CUSTOMER)
    assert answer["metadata"]["route_decision"]["metadata"]["reply"] == "no"
    assert fake_openai.requests[-1]["messages"][-1]["content"].endswith("não, obrigado")
    assert (await Conversation.objects.of("tenant_a").aget()).state["workflow_state"] is None


async def test_what_can_you_do_is_answered_in_words_and_as_buttons(talk):
    answer = await talk("s1")("what can you do?")
    options = answer["metadata"]["question"]["options"]
    assert options
    assert all(option["label"] in answer["text"] for option in options)


@pytest.mark.parametrize(
    ("between", "yes"),
    [
        (["não, quero ver meu plano"], "sim"),
        (["oi", "obrigado"], "ok"),
        (["sim e onde está minha fatura?", "e qual é o meu plano?"], "ok"),
        (["sim, mas o pedido PED-CERT-001"], "sim"),
    ],
    ids=["no and another matter", "courtesies", "yes and another matter", "another order"],
)
async def test_a_later_yes_never_carries_out_what_was_asked_before_other_matters(talk, between, yes):
    one, context = talk("s1"), {**CUSTOMER, **BUYER}
    await one("quero devolver o pedido P100", context, agent_id="retail_orders")
    for text in [*between, yes]:
        answer = await one(text, context, agent_id="retail_orders")
    assert "solicitar_devolucao" not in {call["tool"] for call in answer["metadata"]["tool_calls"]}


@pytest.mark.parametrize(
    ("text", "method"),
    [("onde está minha fatura?", "keyword"), ("veio mais caro que o normal esse mês, por quê?", "example")],
    ids=["a-keyword", "only-the-examples-know"],
)
async def test_the_question_left_behind_is_offered_again_and_a_yes_answers_it(talk, text, method):
    one, context = talk("s1"), {**CUSTOMER, **BUYER}
    asked = await one("quero devolver o pedido P100", context, agent_id="retail_orders")
    other = await one(text, context, agent_id="retail_orders")
    assert other["metadata"]["route_decision"]["method"] == method
    assert other["metadata"]["agents"] == ["billing_agent"]
    assert other["text"].endswith(asked["metadata"]["question"]["text"])
    assert other["metadata"]["question"]["agent"] == "support_agent"
    assert "solicitar_devolucao" not in {call["tool"] for call in other["metadata"]["tool_calls"]}
    done = await one("sim", context, agent_id="retail_orders")
    assert "solicitar_devolucao" in {call["tool"] for call in done["metadata"]["tool_calls"]}


async def test_after_more_matters_a_yes_is_asked_for_once_more(talk):
    one, context = talk("s1"), {**CUSTOMER, **BUYER}
    asked = await one("quero devolver o pedido P100", context, agent_id="retail_orders")
    await one("onde está minha fatura?", context, agent_id="retail_orders")
    third = await one("e qual é o meu plano?", context, agent_id="retail_orders")
    assert third["metadata"]["question"] is None, "offered again once: nobody is asked a third time"
    again = await one("sim", context, agent_id="retail_orders")
    assert again["text"] == asked["metadata"]["question"]["text"]
    done = await one("sim", context, agent_id="retail_orders")
    assert "solicitar_devolucao" in {call["tool"] for call in done["metadata"]["tool_calls"]}


async def test_a_changed_mind_is_asked_about_the_new_wish(talk):
    one = talk("s1")
    await one("quero devolver o pedido P100", BUYER, agent_id="retail_orders")
    changed = await one("não, quero trocar o pedido P100", BUYER, agent_id="retail_orders")
    assert "troca" in changed["metadata"]["question"]["text"]
    done = await one("sim", BUYER, agent_id="retail_orders")
    called = {call["tool"] for call in done["metadata"]["tool_calls"]}
    assert "solicitar_troca" in called
    assert "solicitar_devolucao" not in called


async def test_a_guess_is_no_yes_to_an_action(talk):
    one = talk("s1")
    await one("quero devolver o pedido P100", BUYER, agent_id="retail_orders")
    answer = await one("acho que sim", BUYER, agent_id="retail_orders")
    assert answer["metadata"]["tool_calls"] == []
    assert answer["metadata"]["question"]["kind"] == "confirmation"


@pytest.mark.parametrize("order", ["PED-1001", "P99999"], ids=["another's", "unknown"])
async def test_an_order_that_was_not_found_cannot_be_returned(talk, order):
    one = talk("s1")
    asked = await one(f"quero devolver o pedido {order}", BUYER, agent_id="retail_orders")
    assert asked["metadata"]["question"] is None or asked["metadata"]["question"]["kind"] != "confirmation"
    done = await one("sim", BUYER, agent_id="retail_orders")
    assert all(
        not (r["tool_name"] == "solicitar_devolucao" and r["ok"]) for r in done["metadata"]["mcp_results"]
    )


async def test_nobody_known_cannot_return_an_order(talk):
    one = talk("s1")
    await one("quero devolver o pedido P100", agent_id="retail_orders")
    done = await one("sim", agent_id="retail_orders")
    assert all(
        not (r["tool_name"] == "solicitar_devolucao" and r["ok"]) for r in done["metadata"]["mcp_results"]
    )


async def test_a_yes_to_nothing_starts_nothing_again(talk):
    one = talk("s1")
    await one("quero devolver o pedido P100", BUYER, agent_id="retail_orders")
    await one("cancelar", BUYER, agent_id="retail_orders")
    answer = await one("sim", BUYER, agent_id="retail_orders")
    assert answer["metadata"]["workflow_state"] is None
    assert answer["metadata"]["tool_calls"] == []
