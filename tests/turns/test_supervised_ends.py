"""Mode `supervised` where somebody fails or the turn ends in the middle.

What stays open, and what does not.
"""

import asyncio

import pytest

from agents.models import LLMProfile, Specialist
from conversations.models import Turn
from conversations.visits import visit
from routing.models import AgentProfile
from routing.turns.run import stop
from tests.fakes.openai_server import Line
from tests.turns.changing import change
from tests.turns.conftest import VISITOR
from tests.turns.gullible import Gullible, call, permitted
from tests.turns.test_supervised import BOTH, supervised
from tests.turns.test_supervised_models import decides, pending, told

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def server():
    with Gullible() as running:
        yield running


async def named(server, **points):
    """Models of these names, each for its point, or for no point: `thinks_with` gives it to a specialist."""

    def edit():
        for name, point in points.items():
            LLMProfile(tenant_id="tenant_a", name=name, point=point, model=name,
                       base_url=server.base_url).save()  # fmt: skip

    await change(edit)


async def thinks_with(agent, name):
    def edit():
        row = LLMProfile.objects.of("tenant_a").get(name=name)
        Specialist.objects.of("tenant_a").filter(name=agent).update(llm=row)

    await change(edit)


def acted(answer):
    results = answer["metadata"]["mcp_results"]
    return [each["tool_name"] for each in results if each["metadata"].get("side_effect") and each["ok"]]


@pytest.mark.parametrize("late", [False, True], ids=["its model fails", "the turn is over"])
async def test_what_was_done_before_a_failure_is_not_offered_again(talk, server, settings, late):
    await named(server, broken="")
    said = talk(f"end-acted-{late}")
    await supervised(said, "Quero devolver o pedido P100")
    await thinks_with("support_agent", "broken")
    if late:
        settings.TURN_DEADLINE = 5
    server.when(lambda asked: Line(text="late", slow=9) if late else Line(status=400))
    answer = await supervised(said, "sim")
    assert len(acted(answer)) == 1 and len(server.requests) == 1
    assert "protocolo DEV-" in answer["text"] and pending(answer) == []


async def test_what_was_done_before_a_failure_is_told_beside_what_another_answered(talk, server):
    await named(server, broken="", boss="supervisor")
    said = talk("end-acted-other")
    await supervised(said, "Quero devolver o pedido P100")
    await thinks_with("support_agent", "broken")
    also = [{"specialist": "billing_agent", "request": "Minha fatura veio alta"}]
    server.when(lambda asked: Line(status=400) if asked["model"] == "broken" else None)
    server.when(
        lambda asked: (
            decides("guardrail")
            if len(told(asked)["answers"]) > 1
            else decides("billing_agent", also_asked=also)
        )
    )
    answer = await supervised(said, "sim")
    assert len(acted(answer)) == 1 and pending(answer) == []
    assert "INV001" in answer["text"] and "protocolo DEV-" in answer["text"]


async def test_a_stopped_turn_keeps_open_only_what_it_did_not_do(talk, server):
    rows = AgentProfile.objects.of("tenant_a").filter(agent_id="telecom_contas")
    await change(lambda: rows.update(max_rounds=1))
    await named(server, boss="supervisor")
    said = talk("end-stopped")
    assert pending(await supervised(said, BOTH)) == [("orders_agent", "left_out")]
    await change(lambda: rows.update(max_rounds=4))
    server.when(
        lambda asked: Line(text="late", slow=6) if told(asked)["answers"] else decides("orders_agent")
    )
    running = asyncio.create_task(supervised(said, "ok"))
    for _ in range(300):
        await asyncio.sleep(0.02)
        if any(told(each)["answers"] for each in server.requests):
            break
    turn = await visit(lambda: Turn.unscoped.filter(status="running").get())
    await stop(VISITOR, turn.pk)
    answer = await running
    assert (answer["metadata"]["status"], pending(answer)) == ("cancelled", [])


def hands_over(to):
    given = {"target_agent": to, "reason": "theirs", "context_summary": "the order P100"}
    return call(("request_handoff", given), text="A fatura INV001 está em aberto.")


def of_billing(asked):
    return "especialista em faturas" in asked["messages"][0]["content"]


async def test_a_part_that_was_handed_over_and_failed_stays_open(talk, server, settings):
    settings.MODEL, settings.OPENAI_BASE_URL = "team", server.base_url
    server.when(lambda asked: decides("guardrail") if asked.get("tool_choice") else None)
    server.when(lambda asked: hands_over("orders_agent") if of_billing(asked) else Line(status=400))
    answer = await supervised(talk("end-handed"), "Minha fatura veio alta")
    assert answer["metadata"]["status"] == "answered" and "INV001" in answer["text"]
    assert pending(answer) == [("orders_agent", "failed")] and "a parte de Pedidos" in answer["text"]


async def test_nobody_hands_over_to_who_has_no_run_left(talk, server, settings):
    settings.MODEL, settings.OPENAI_BASE_URL = "team", server.base_url
    order = ["orders_agent", "billing_agent", "guardrail"]

    def team(asked):
        if asked.get("tool_choice"):
            return decides(order[sum(told(asked)["executed"].values())])
        return Line(text="A fatura INV001 está em aberto." if of_billing(asked) else "O P100 está a caminho.")

    server.when(team)
    about = (await supervised(talk("end-runs"), "Onde está meu pedido P100?"))["metadata"]
    assert about["agents"] == ["orders_agent", "billing_agent"]
    asked = next(each for each in server.requests if of_billing(each) and not each.get("tool_choice"))
    assert permitted(asked) and "orders_agent" not in permitted(asked)


async def test_a_second_question_of_who_was_sent_without_a_request_is_kept(talk, server, settings):
    settings.MODEL, settings.OPENAI_BASE_URL = "team", server.base_url
    order = ["billing_agent", "support_agent", "guardrail"]

    def team(asked):
        if asked.get("tool_choice"):
            return decides(order[sum(told(asked)["executed"].values())])
        words = "Qual fatura?" if of_billing(asked) else "Qual produto?"
        return call(("ask_user", {"question": words}))

    server.when(team)
    answer = await supervised(talk("end-asked"), BOTH)
    assert answer["metadata"]["agents"] == ["billing_agent", "support_agent"]
    assert answer["metadata"]["question"]["text"] == "Qual fatura?"
    assert pending(answer) == [("orders_agent", "left_out"), ("support_agent", "asked")]
