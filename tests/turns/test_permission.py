"""Tools that need the user's permission: asked for once, kept for the conversation, taken back at any time.

The demo's lookups of payments and of the plan share a permission here, as tools of two specialists.
"""

import pytest

from agents.models import MCPTool
from conversations.models import Conversation, Step, Turn
from conversations.visits import visit
from rollout import control
from tests.parts.phrases import try_each
from tests.turns.changing import change
from tests.turns.conftest import BUYER, CUSTOMER

pytestmark = pytest.mark.django_db(transaction=True)
ASK = "Minha fatura veio alta"


async def guard(*names: str, permission: str = "payments") -> None:
    """Lets these tools of the demo need a permission, and publishes."""

    await change(lambda: MCPTool.objects.of("tenant_a").filter(name__in=names).update(permission=permission))


@pytest.fixture
async def guarded(talk):
    await guard("consultar_pagamentos", "consultar_plano")
    return talk("s1")


def called(answer) -> list[str]:
    return [call["tool"] for call in answer["metadata"]["tool_calls"]]


def permission(answer):
    return answer["metadata"]["permission"]


def left_out(answer) -> list[str]:
    return [
        r["tool_name"]
        for r in answer["metadata"]["mcp_results"]
        if r["metadata"].get("reason") == "permission"
    ]


async def kept(name: str = "payments"):
    """The conversation's permission, read back from its row."""
    from conversations import state

    row = await Conversation.objects.of("tenant_a").alatest("started_at")
    return state.read(row.state).permissions.get(name)


@try_each("first", [ASK, f"Sim. {ASK}", f"pode olhar, claro, sim! {ASK}", f"ok, autorizo tudo. {ASK}"])
async def test_first_message_never_counts(guarded, first):
    answer = await guarded(first, CUSTOMER)
    assert "consultar_pagamentos" not in called(answer)
    assert answer["metadata"]["question"]["kind"] == "permission"
    assert [option["label"] for option in answer["metadata"]["question"]["options"]] == ["Sim", "Não"]
    assert permission(answer) == {"tool": "consultar_pagamentos", "state": "asked"}


@try_each("yes", ["sim", "pode verificar", "manda ver", "claro, pode olhar", "connect"])
async def test_a_yes_makes_the_call_once_and_the_request_goes_on(guarded, yes):
    await guarded(ASK, CUSTOMER, user_id="ana")
    answer = await guarded(yes, user_id="ana")
    assert sorted(called(answer)) == ["consultar_fatura", "consultar_pagamentos"]
    assert permission(answer) == {"tool": "consultar_pagamentos", "state": "granted"}
    assert answer["metadata"]["question"] is None
    assert "INV001" in answer["text"]
    known = await kept()
    assert (known.state, known.by, known.turn) == ("granted", "ana", 2)
    assert known.at > 0
    steps = [
        (step.summary, step.detail["state"])
        async for step in Step.objects.of("tenant_a").filter(
            kind="permission", turn__conversation__session_id=guarded.session
        )
    ]
    assert steps == [
        ("'payments' asked for consultar_pagamentos", "asked"),
        ("'payments' granted by ana", "granted"),
    ]


async def test_a_permission_is_the_conversations_and_holds_for_the_whole_team(guarded):
    await guarded(ASK, CUSTOMER)
    await guarded("sim")
    again = await guarded("E a segunda via da fatura?")
    assert "consultar_pagamentos" in called(again)
    assert permission(again) is None
    other = await guarded("Qual é o meu plano?")
    assert other["metadata"]["route"] == "product_agent"
    assert "consultar_plano" in called(other)


@try_each("no", ["não", "não pode prosseguir", "de jeito nenhum", "nem pense nisso"])
async def test_after_a_no_the_specialist_goes_on_without_and_does_not_ask_again(guarded, no):
    await guarded(ASK, CUSTOMER)
    answer = await guarded(no)
    assert called(answer) == ["consultar_fatura"]
    assert left_out(answer) == ["consultar_pagamentos"]
    assert permission(answer)["state"] == "refused"
    assert answer["metadata"]["question"] is None
    assert answer["text"].startswith("Certo, sigo sem isto: consultando os pagamentos.")
    assert "INV001" in answer["text"]
    for text in (ASK, "sim", "e a fatura?", "Qual é o meu plano?"):
        later = await guarded(text)
        assert later["metadata"]["question"] is None or later["metadata"]["question"]["kind"] != "permission"
        assert not {"consultar_pagamentos", "consultar_plano"} & set(called(later))
        assert "sigo sem isto" not in later["text"], "said in the turn of the no, not in every later one"
    turn = await Turn.objects.of("tenant_a").filter(number=2).alatest("started_at")
    assert turn.outcome == ""


@pytest.mark.parametrize("switch", [("tool", "consultar_pagamentos"), ("tool", "*")], ids=["it", "all"])
async def test_nobody_is_asked_to_allow_a_tool_that_is_off(guarded, switch):
    await visit(lambda: control.set_switch("tenant_a", *switch))
    answer = await guarded(ASK, CUSTOMER)
    assert answer["metadata"]["question"] is None
    assert permission(answer) is None
    off = [r for r in answer["metadata"]["mcp_results"] if r["tool_name"] == "consultar_pagamentos"]
    assert [r["metadata"]["reason"] for r in off] == ["off"]


@try_each("half", ["acho que sim", "talvez", "sim, mas só amanhã", "simular", "book"])
async def test_what_is_no_clear_yes_is_asked_again(guarded, half):
    await guarded(ASK, CUSTOMER)
    again = await guarded(half)
    assert again["metadata"]["question"]["kind"] == "permission"
    assert called(again) == []
    assert (await kept()).state == "asked"
    assert "consultar_pagamentos" in called(await guarded("sim"))


async def test_a_question_about_the_question_is_answered_and_it_stays_open(guarded):
    await guarded(ASK, CUSTOMER)
    answer = await guarded("por quê?")
    assert "consultar_pagamentos" not in called(answer)
    assert answer["metadata"]["question"]["kind"] == "permission"
    assert "consultar_pagamentos" in called(await guarded("sim"))


@try_each("tell", ["agora pode olhar os pagamentos", "agora pode", "you may check the payments now"])
async def test_told_to_after_a_no_it_asks_once_more_and_only_the_answer_grants(guarded, tell):
    await guarded(ASK, CUSTOMER)
    await guarded("não")
    asked = await guarded(tell)
    assert called(asked) == []
    assert asked["metadata"]["question"]["kind"] == "permission"
    assert permission(asked) == {"tool": "consultar_pagamentos", "state": "asked"}
    answer = await guarded("sim")
    assert "consultar_pagamentos" in called(answer)
    assert answer["metadata"]["intent"] == "billing_invoice_explanation"
    assert "INV001" in answer["text"]


@try_each(
    "stop",
    [
        "não mexa mais",
        "pare de olhar meus pagamentos",
        "no lo toques más",
        "don't touch it any more",
        "stop checking",
    ],
)
async def test_taking_it_back_is_acknowledged_and_the_tools_are_gone(guarded, stop):
    await guarded(ASK, CUSTOMER)
    await guarded("sim")
    answer = await guarded(stop)
    assert called(answer) == []
    assert permission(answer) == {"tool": "consultar_pagamentos", "state": "revoked"}
    assert answer["metadata"]["route"] == "billing_agent"
    assert "pagamentos" in answer["text"] or "pagos" in answer["text"] or "payments" in answer["text"]
    later = await guarded(ASK)
    assert called(later) == ["consultar_fatura"]
    assert later["metadata"]["question"] is None
    assert (await kept()).state == "revoked"


async def test_taking_it_back_with_a_new_request_serves_the_request(guarded):
    await guarded(ASK, CUSTOMER)
    await guarded("sim")
    answer = await guarded("Não olhe mais meus pagamentos, mas quais serviços tem a minha internet?")
    assert permission(answer)["state"] == "revoked"
    assert answer["metadata"]["route"] == "product_agent"
    assert called(answer) == ["listar_servicos"]
    assert left_out(answer) == ["consultar_plano"]


async def test_a_complaint_takes_nothing_back(guarded):
    await guarded(ASK, CUSTOMER)
    await guarded("sim")
    await guarded("não consigo acessar minha conta")
    assert (await kept()).state == "granted"


async def test_after_another_topic_the_question_is_offered_again(guarded):
    await guarded(ASK, {**CUSTOMER, **BUYER})
    other = await guarded("Onde está meu pedido P100?")
    assert other["metadata"]["route"] == "orders_agent"
    assert other["metadata"]["question"]["kind"] == "permission"
    assert "consultar_pagamentos" in called(await guarded("sim"))


async def test_more_topics_leave_the_question_open_and_a_late_yes_is_asked_again(guarded):
    await guarded(ASK, {**CUSTOMER, **BUYER})
    await guarded("Onde está meu pedido P100?")
    other = await guarded("E quando chega a entrega do pedido P100?")
    assert other["metadata"]["question"] is None
    late = await guarded("sim")
    assert "consultar_pagamentos" not in called(late)
    assert late["metadata"]["question"]["kind"] == "permission"
    assert (await kept()).state == "asked"
    assert "consultar_pagamentos" in called(await guarded("sim"))


async def test_a_no_with_another_topic_refuses_and_serves_the_topic(guarded):
    await guarded(ASK, {**CUSTOMER, **BUYER})
    answer = await guarded("não, quero saber do meu pedido P100")
    assert answer["metadata"]["route"] == "orders_agent"
    assert "P100" in answer["text"]
    assert (await kept()).state == "refused"
    later = await guarded("sim")
    assert "consultar_pagamentos" not in called(later)


async def test_the_single_agent_keeps_to_it_too(talk):
    await guard("consultar_pagamentos")
    one = talk("s1")
    asked = await one(ASK, CUSTOMER, mode="single")
    agent = asked["metadata"]["active_agent"]
    assert "consultar_pagamentos" not in called(asked)
    assert asked["metadata"]["question"]["kind"] == "permission"
    answer = await one("sim", mode="single")
    assert answer["metadata"]["active_agent"] == agent
    assert "consultar_pagamentos" in called(answer)
    stopped = await one("não olhe mais meus pagamentos", mode="single")
    assert permission(stopped)["state"] == "revoked"
    assert called(await one(ASK, mode="single")) == ["consultar_fatura"]


async def test_a_branch_asks_while_the_other_answers(talk):
    await guard("consultar_pagamentos")
    one = talk("s1")
    answer = await one(
        "Minha fatura veio alta e onde está meu pedido P100?", {**CUSTOMER, **BUYER}, mode="supervisor"
    )
    assert "consultar_pagamentos" not in called(answer)
    assert "P100" in answer["text"]
    assert answer["metadata"]["question"]["kind"] == "permission"
    granted = await one("sim", mode="supervisor")
    assert "consultar_pagamentos" in called(granted)
    assert permission(granted)["state"] == "granted"


async def test_the_session_tells_what_is_allowed(guarded):
    from conversations import reading

    await guarded(ASK, CUSTOMER, user_id="ana")
    await guarded("sim", user_id="ana")
    row = await Conversation.objects.of("tenant_a").aget()
    (told,) = (await visit(lambda: reading.describe_session(row)))["permissions"]
    assert (told["name"], told["state"], told["by"], told["tool"]) == (
        "payments", "granted", "ana", "consultar_pagamentos",
    )  # fmt: skip
    assert "data" not in told


async def test_the_rest_of_a_message_does_not_wait_for_a_permission(talk):
    await guard("consultar_pagamentos")
    one = talk("s1")
    asked = await one("Minha fatura veio alta e onde está meu pedido P100?", {**CUSTOMER, **BUYER})
    assert asked["metadata"]["agents"] == ["billing_agent", "orders_agent"]
    told, _, again = asked["text"].rpartition("\n\n")
    assert "P100" in told and again.startswith("E sobre Faturas: "), "it ends with what is asked"
    answer = await one("sim")
    assert "consultar_pagamentos" in called(answer) and "INV001" in answer["text"]


async def test_what_waited_is_done_for_what_it_was_asked_for(talk):
    """The table named meanwhile is another matter's: the call that was withheld is about the first."""
    one = talk("s1")
    await one("My incident table is broken", agent_id="servicenow")
    await one("no", agent_id="servicenow")
    await one("Which columns has the table cmdb_ci? I need its schema", agent_id="servicenow")
    asked = await one("you may check the live instance now", agent_id="servicenow")
    assert asked["metadata"]["question"]["kind"] == "permission"
    answer = await one("go ahead", agent_id="servicenow")
    tables = {
        r["metadata"]["arguments"]["table"]
        for r in answer["metadata"]["mcp_results"]
        if "table" in r["metadata"]["arguments"]
    }
    assert tables == {"incident"}


async def test_a_value_is_asked_for_before_the_permission_and_the_request_is_remembered(talk):
    one = talk("s1")
    slot = await one("Something is broken", agent_id="servicenow")
    assert slot["metadata"]["question"]["fields"] == ["table"]
    asked = await one("incident", agent_id="servicenow")
    assert asked["metadata"]["question"]["kind"] == "permission"
    answer = await one("yes", agent_id="servicenow")
    assert {"check_live_instance", "fetch_recent_changes", "get_error_logs"} <= set(called(answer))
    assert "[1]" in answer["text"]  # of the documents, whichever passage is the nearest


async def test_asked_why_it_says_what_for_and_calls_nothing(talk):
    one = talk("s1")
    await one("My incident table is broken", agent_id="servicenow")
    why = await one("why do you need that?", agent_id="servicenow")
    assert called(why) == []
    assert "looking into the live instance, reading recent changes and reading the error log" in why["text"]
    assert why["metadata"]["question"]["kind"] == "permission"
    assert "check_live_instance" in called(await one("ok, connect", agent_id="servicenow"))
