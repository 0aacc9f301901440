"""What a tool needs is required of the model, and one that leaves it out is told to ask."""

import pytest

from agents.models import ToolParameter
from tests.turns.changing import change
from tests.turns.conftest import BUYER

pytestmark = pytest.mark.django_db(transaction=True)
RETURN = "solicitar_devolucao"


async def test_what_only_a_model_gives_is_required_whatever_a_caller_sent(talk, model):
    reasons = ToolParameter.objects.of("tenant_a").filter(tool__name=RETURN, name="reason")
    await change(lambda: reasons.update(required=True))
    model.calls(RETURN, {"order_id": "P100"}).calls("ask_user", {"question": "Por quê?"})
    sent = {**BUYER, "reason": "from the page"}
    answer = await talk("r1")("quero devolver o pedido P100", sent, agent_id="retail_orders")
    offered = {each["function"]["name"]: each["function"] for each in model.requests[0]["tools"]}
    assert offered[RETURN]["parameters"]["required"] == ["reason"]
    told = [each["content"] for each in model.requests[1]["messages"] if each["role"] == "tool"]
    assert "missing: reason. Send it, or ask the user for it with ask_user." in told[-1]
    assert answer["text"] == "Por quê?"
