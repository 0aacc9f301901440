"""Mode `supervised`: one specialist after the other until all that was asked is done (seed 004)."""

import pytest

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
