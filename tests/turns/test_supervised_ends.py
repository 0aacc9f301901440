"""Mode `supervised` where somebody fails or the turn ends in the middle: what stays open, and what does not."""

import pytest

from agents.models import LLMProfile, Specialist
from tests.fakes.openai_server import Line
from tests.turns.gullible import Gullible
from tests.turns.test_supervised import change, supervised
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
    assert (answer["metadata"]["status"], len(acted(answer))) == ("failed", 1)
    assert len(server.requests) == 1
    assert "Já foi feito" in answer["text"] and pending(answer) == []


async def test_what_was_done_before_a_failure_is_told_beside_what_another_answered(talk, server):
    await named(server, broken="", boss="supervisor")
    said = talk("end-acted-other")
    await supervised(said, "Quero devolver o pedido P100")
    await thinks_with("support_agent", "broken")
    also = [{"specialist": "billing_agent", "request": "Minha fatura veio alta"}]
    server.when(lambda asked: Line(status=400) if asked["model"] == "broken" else None)
    server.when(
        lambda asked: (
            decides("guardrail") if told(asked)["answers"] else decides("billing_agent", also_asked=also)
        )
    )
    answer = await supervised(said, "sim")
    assert len(acted(answer)) == 1 and pending(answer) == []
    assert "INV001" in answer["text"] and "Já foi feito" in answer["text"]
