"""Mode `coordinator` without a model (seed 001): called in, spoken with, ended, and told of."""

import pytest

from tenancy.authenticate import RawCredentials
from tests.turns.conftest import BUYER, CUSTOMER
from tests.turns.coordinating import CLINIC, authored, kept, rows, shown

pytestmark = pytest.mark.django_db(transaction=True)
WHO = CUSTOMER | BUYER
PATIENT = RawCredentials(peer="127.0.0.1", tenant=CLINIC[0])


async def test_a_specialist_is_called_in_answers_at_once_and_is_thanked(talk):
    await authored()
    one = talk("c1")
    answer = await one("Minha fatura veio alta", WHO)
    about = answer["metadata"]
    assert (about["mode"], about["route_decision"]["method"]) == ("coordinator", "coordinator")
    assert about["agents"] == ["front_voice", "billing_agent"]
    assert "INV001" in answer["text"]
    assert about["sub_conversation"] == {"specialist": "billing_agent", "status": "active"}
    assert "".join(shown(one.events)) == answer["text"]
    assert {"agent": "front_voice", "tool": "request_specialist_sub_conversation", "ok": True} in about[
        "tool_calls"
    ]

    answer = await one("e o vencimento?", WHO)
    assert answer["metadata"]["agents"] == ["billing_agent"]

    answer = await one("Obrigado, era só isso", WHO)
    assert answer["metadata"]["agents"] == ["billing_agent"]
    assert answer["metadata"]["sub_conversation"] == {"specialist": "billing_agent", "status": "completed"}
    assert answer["text"].startswith("Que bom")
    assert answer["metadata"]["handoff_count"] == 0, "a sub-conversation is none"
    (note,) = (await kept("c1"))["notes"]
    assert (note["specialist"], note["status"]) == ("billing_agent", "completed")
    assert note["last_user_message"] == "Obrigado, era só isso"
    assert (await kept("c1"))["sub_conversation"] is None
    assert await rows("c1") == [
        ("front_voice", "billing_agent", "delegation", "helped"),
        ("billing_agent", "front_voice", "delegation_end", "helped"),
    ]

    answer = await one("O que mais você consegue fazer por mim hoje, hein?", WHO)
    assert answer["metadata"]["agents"] == ["front_voice"]
    assert "Do que já vimos: " in answer["text"]
    assert (await kept("c1"))["notes"] == []


async def test_another_topic_ends_it_and_somebody_else_answers_in_the_same_turn(talk):
    await authored(allow_handoff=False)
    one = talk("c2")
    await one("Minha fatura veio alta", WHO)
    answer = await one("Onde está meu pedido P100?", WHO)
    about = answer["metadata"]
    assert about["agents"] == ["billing_agent", "front_voice", "orders_agent"]
    assert "P100" in answer["text"] and "INV001" not in answer["text"]
    assert about["sub_conversation"] == {"specialist": "orders_agent", "status": "active"}
    assert (await rows("c2"))[1:] == [
        ("billing_agent", "front_voice", "delegation_end", "out_of_scope"),
        ("front_voice", "orders_agent", "delegation", "helped"),
    ]


async def test_a_handoff_inside_moves_the_sub_conversation(talk):
    await authored()
    one = talk("c2b")
    await one("Minha fatura veio alta", WHO)
    answer = await one("Onde está meu pedido P100?", WHO)
    assert answer["metadata"]["agents"] == ["billing_agent", "orders_agent"]
    assert answer["metadata"]["sub_conversation"] == {"specialist": "orders_agent", "status": "active"}
    assert (await rows("c2b"))[1:] == [("billing_agent", "orders_agent", "agent_to_agent", "helped")]
    answer = await one("Obrigado!", WHO)
    assert answer["metadata"]["sub_conversation"] == {"specialist": "orders_agent", "status": "completed"}


async def test_two_matters_in_one_message_are_both_answered(talk):
    await authored()
    answer = await talk("c3")("Minha fatura veio alta e onde está meu pedido P100?", WHO)
    assert "INV001" in answer["text"] and "P100" in answer["text"]
    assert answer["metadata"]["sub_conversation"] is None
    assert [call["tool"] for call in answer["metadata"]["tool_calls"]].count("delegate_task") == 2


async def test_a_question_of_whoever_was_called_in_is_answered_to_it(talk):
    await authored()
    one = talk("c4")
    asked = await one("Onde está meu pedido?", WHO)
    assert asked["metadata"]["question"]["fields"] == ["order_id"]
    answer = await one("P100", WHO)
    about = answer["metadata"]
    assert about["route_decision"]["method"] == "state" and about["agents"] == ["orders_agent"]
    assert "P100" in answer["text"]
    assert about["sub_conversation"] == {"specialist": "orders_agent", "status": "active"}


async def test_the_same_conversation_holds_in_another_world(talk, settings):
    settings.DEMO_TENANTS = CLINIC[:1]
    await authored(CLINIC, allow_handoff=False)
    one = talk("c5")

    async def say(text):
        return await one(
            text, {"patient_id": "P-1"}, tenant_id=CLINIC[0], agent_id=CLINIC[1], credentials=PATIENT
        )

    answer = await say("¿Qué médicos hay?")
    assert answer["metadata"]["agents"] == ["front_voice", "doctors_agent"]
    answer = await say("¿Cuándo es mi cita CITA-501?")
    assert answer["metadata"]["agents"] == ["doctors_agent", "front_voice", "appointments_agent"]
    assert "CITA-501" in answer["text"]
    answer = await say("Gracias, eso es todo")
    assert answer["metadata"]["sub_conversation"] == {
        "specialist": "appointments_agent",
        "status": "completed",
    }
    answer = await say("Hola")
    assert answer["metadata"]["agents"] == ["front_voice"]


@pytest.mark.parametrize(
    "text",
    [
        "My bill is too high. Also, where is the thing I bought, P100?",
        "cobraram demais esse mês, cadê a P100",
    ],
    ids=["one by a keyword", "both by examples"],
)
async def test_a_need_that_only_examples_know_is_served_beside_another(talk, text):
    """The coordinator read keywords alone, and the other need was lost without a word."""
    await authored()
    one = talk("c1")
    answer = await one(text, WHO)
    assert "INV001" in answer["text"] and "P100" in answer["text"]
    called = [call["tool"] for call in answer["metadata"]["tool_calls"] if call["agent"] == "front_voice"]
    assert called == ["delegate_task", "delegate_task"]
