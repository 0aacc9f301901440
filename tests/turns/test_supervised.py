"""Mode `supervised`: one specialist after the other until all that was asked is done (seed 004)."""

from datetime import datetime

import pytest

from agents.models import LLMProfile, Specialist
from conversations.models import Conversation
from conversations.reading import describe_checkpoint
from conversations.visits import visit
from routing.models import AgentProfile
from tests.turns.changing import change
from tests.turns.conftest import BUYER, CUSTOMER

pytestmark = pytest.mark.django_db(transaction=True)
WHO = CUSTOMER | BUYER
BOTH = "Meu pedido P100 atrasou e minha fatura veio duplicada"


async def supervised(said, text):
    return await said(text, WHO, mode="supervised")


def decisions(answer):
    return [step["detail"] for step in answer["metadata"]["steps"] if step["node"] == "supervisor"]


async def test_two_requests_in_one_message_are_served_one_after_the_other(talk):
    said = talk("loop-1")
    answer = await supervised(said, BOTH)
    about = answer["metadata"]
    assert (about["mode"], about["agents"], about["rounds"]) == (
        "supervised",
        ["billing_agent", "orders_agent"],
        2,
    )
    assert "INV001" in answer["text"] and "P100" in answer["text"]
    first, second = decisions(answer)
    assert (first["current_agent"], first["next_agent"]) == ("billing_agent", "orders_agent")
    assert (second["current_agent"], second["next_agent"]) == ("orders_agent", "guardrail")
    assert [each["agent"] for each in first["open"]] == ["orders_agent"]
    assert second["open"] == [] and second["executed"] == {"billing_agent": 1, "orders_agent": 1}
    assert about["pending"] == []
    assert "".join(e.data["text"] for e in said.events if e.name == "text") == answer["text"]


async def test_each_round_and_each_decision_is_seen_as_it_comes(talk):
    said = talk("loop-events")
    await supervised(said, BOTH)
    seen = [
        (e.data["round"], e.data["phase"], e.data.get("agent") or e.data["next_agent"])
        for e in said.events
        if e.name == "step" and "round" in e.data
    ]
    assert seen == [
        (1, "started", "billing_agent"),
        (1, "done", "billing_agent"),
        (1, "decided", "orders_agent"),
        (2, "started", "orders_agent"),
        (2, "done", "orders_agent"),
        (2, "decided", "guardrail"),
    ]


async def test_the_messages_of_a_loop_tell_who_said_what_and_when(talk):
    answer = await supervised(talk("loop-messages"), BOTH)
    ends = [step["detail"] for step in answer["metadata"]["steps"] if step["node"] == "finalise"]
    told = [message for detail in [*decisions(answer), *ends] for message in detail["messages"]]
    assert [(each["role"], each["agent"], each["moment"]) for each in told] == [
        ("user", None, "initial"),
        ("agent", "billing_agent", "after_agent"),
        ("system", "supervisor", "after_agent"),
        ("agent", "orders_agent", "after_agent"),
        ("system", "supervisor", "after_agent"),
        ("agent", "supervisor", "final_response"),
    ]
    assert told[0]["content"] == BOTH and told[-1]["content"] == answer["text"]
    assert all(datetime.fromisoformat(each["timestamp"]) for each in told)


async def test_one_request_is_one_round(talk):
    answer = await supervised(talk("loop-one"), "Minha fatura veio alta")
    assert (answer["metadata"]["rounds"], answer["metadata"]["agents"]) == (1, ["billing_agent"])
    assert [each["next_agent"] for each in decisions(answer)] == ["guardrail"]


async def test_a_greeting_calls_nobody(talk):
    about = (await supervised(talk("loop-hello"), "Bom dia!"))["metadata"]
    assert (about["rounds"], about["tool_calls"]) == (0, [])


async def test_who_must_ask_does_not_hold_up_the_other(talk):
    said = talk("loop-ask")
    answer = await supervised(said, "Onde está meu pedido? E minha fatura veio duplicada")
    about = answer["metadata"]
    assert set(about["agents"]) == {"orders_agent", "billing_agent"} and "INV001" in answer["text"]
    assert about["question"]["fields"] == ["order_id"]
    assert [(part["agent"], part["why"]) for part in about["pending"]] == [("orders_agent", "asked")]
    answer = await supervised(said, "P100")
    about = answer["metadata"]
    assert (about["agents"], about["route_decision"]["method"]) == (["orders_agent"], "state")
    assert "P100" in answer["text"] and about["pending"] == []


async def test_two_questions_are_asked_one_after_the_other(talk):
    said = talk("loop-two-questions")
    about = (await supervised(said, "Quero contestar minha fatura e saber do meu pedido"))["metadata"]
    assert about["question"]["agent"] == "billing_agent"
    assert [(part["agent"], part["why"]) for part in about["pending"]] == [
        ("billing_agent", "asked"),
        ("orders_agent", "asked"),
    ]
    answer = await supervised(said, "sim")
    assert "E sobre Pedidos" in answer["text"]
    assert answer["metadata"]["question"]["agent"] == "orders_agent"
    assert [part["agent"] for part in answer["metadata"]["pending"]] == ["orders_agent"]
    answer = await supervised(said, "P100")
    assert answer["metadata"]["agents"] == ["orders_agent"] and "Pedido P100" in answer["text"]
    assert answer["metadata"]["pending"] == []


async def test_the_second_question_may_be_answered_first(talk):
    said = talk("loop-second-first")
    await supervised(said, "Quero contestar minha fatura e saber do meu pedido")
    answer = await supervised(said, "P100")
    assert answer["metadata"]["agents"] == ["orders_agent"] and "Pedido P100" in answer["text"]
    answer = await supervised(said, "sim, pode abrir")
    assert answer["metadata"]["agents"] == ["billing_agent"]


async def test_what_no_round_was_left_for_is_named_and_served_next(talk):
    await change(
        lambda: AgentProfile.objects.of("tenant_a").filter(agent_id="telecom_contas").update(max_rounds=1)
    )
    said = talk("loop-limit")
    answer = await supervised(said, BOTH)
    about = answer["metadata"]
    assert (about["agents"], about["stopped"]) == (["billing_agent"], "rounds")
    assert "assunto de Pedidos" in answer["text"]
    assert [(part["agent"], part["why"]) for part in about["pending"]] == [("orders_agent", "left_out")]
    thanked = await supervised(said, "obrigado")
    assert thanked["metadata"]["rounds"] == 0 and thanked["metadata"]["pending"] == about["pending"]
    answer = await supervised(said, "e o outro assunto?")
    assert answer["metadata"]["agents"] == ["orders_agent"] and "P100" in answer["text"]
    assert answer["metadata"]["pending"] == []


async def test_what_is_still_open_is_served_after_the_next_request(talk):
    await change(
        lambda: AgentProfile.objects.of("tenant_a").filter(agent_id="telecom_contas").update(max_rounds=1)
    )
    said = talk("loop-later")
    await supervised(said, BOTH)
    await change(
        lambda: AgentProfile.objects.of("tenant_a").filter(agent_id="telecom_contas").update(max_rounds=4)
    )
    answer = await supervised(said, "Minha internet está lenta, e o plano, qual é?")
    assert answer["metadata"]["agents"][-1] == "orders_agent" and "P100" in answer["text"]
    assert answer["metadata"]["pending"] == []


@pytest.mark.parametrize("text", ["ok", "sim", "não"])
async def test_agreeing_to_nothing_calls_nobody(talk, text):
    said = talk(f"loop-ok-{text}")
    await supervised(said, "Minha fatura veio alta")
    answer = await supervised(said, text)
    assert (answer["metadata"]["rounds"], answer["metadata"]["agents"]) == (0, [])
    assert answer["text"] == "Certo. Se precisar de algo mais, é só escrever."
    assert answer["metadata"]["status"] == "answered"


async def test_agreeing_goes_on_with_what_is_open(talk):
    profile = AgentProfile.objects.of("tenant_a").filter(agent_id="telecom_contas")
    await change(lambda: profile.update(max_rounds=1))
    said = talk("loop-ok-open")
    await supervised(said, BOTH)
    answer = await supervised(said, "ok")
    assert answer["metadata"]["agents"] == ["orders_agent"] and "P100" in answer["text"]
    assert answer["metadata"]["pending"] == []


async def test_not_agreeing_calls_nobody_and_forgets_nothing(talk):
    profile = AgentProfile.objects.of("tenant_a").filter(agent_id="telecom_contas")
    await change(lambda: profile.update(max_rounds=1))
    for text in ("não", "cancela", "talvez"):
        said = talk(f"loop-not-{text}")
        before = await supervised(said, BOTH)
        answer = await supervised(said, text)
        assert (answer["metadata"]["rounds"], answer["metadata"]["agents"]) == (0, []), text
        assert answer["metadata"]["pending"] == before["metadata"]["pending"] != [], text


async def test_a_yes_acts_once_however_often_its_specialist_is_called(talk, fake_openai):
    def edit():
        LLMProfile(tenant_id="tenant_a", name="boss", point="supervisor", model="boss",
                   base_url=fake_openai.base_url).save()  # fmt: skip
        Specialist.objects.of("tenant_a").filter(name="support_agent").update(max_runs=5)

    await change(edit)
    said = talk("loop-once")
    answer = await supervised(said, "Quero devolver o pedido P100")
    assert answer["metadata"]["question"]["kind"] == "confirmation"
    for n in range(3):
        fake_openai.calls(
            "decide_next", {"next": "support_agent", "instruction": f"again {n}", "reason": "more"}
        )
    answer = await supervised(said, "sim")
    acted = [r for r in answer["metadata"]["mcp_results"] if r["metadata"].get("side_effect") and r["ok"]]
    assert answer["metadata"]["rounds"] > 1 and len(acted) == 1


async def test_the_checkpoint_holds_the_state_of_the_loop(talk):
    answer = await supervised(talk("loop-checkpoint"), BOTH)

    def read():
        row = Conversation.objects.of("tenant_a").get(pk=answer["metadata"]["conversation_id"])
        return describe_checkpoint(row)["checkpoint"]["state"]

    state = await visit(read)
    assert state["input"] == BOTH and state["final_output"] == answer["text"]
    assert (state["current_agent"], state["supervisor_decision"]) == ("orders_agent", "guardrail")
    assert state["executed_agents"] == {"billing_agent": 1, "orders_agent": 1}
    assert [each["moment"] for each in state["messages"]][-1] == "final_response"
