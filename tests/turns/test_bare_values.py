"""A value alone, as a first message: who only looks it up is meant, and of several the user says which."""

import pytest

from agents.models import MCPTool
from conversations.visits import visit
from releases.publish import publish
from routing.models import Intent, IntentTool
from tenancy.models import Tenant
from tests.parts.phrases import try_each
from tests.turns.espuma import MODES, NAME, counter
from tests.turns.espuma import espuma as espuma

pytestmark = pytest.mark.django_db(transaction=True)


@try_each("mode", MODES)
@try_each("text", ["LV1234", "status LV1234"])
async def test_who_only_looks_it_up_comes_before_whoever_acts(espuma, mode, text):
    answer = await counter(espuma, mode)(text)
    assert answer["text"].endswith("LV1234 está ok.")
    assert espuma.server.calls == [("order_status", {"order": "LV1234"})]


@try_each("mode", MODES)
async def test_a_share_in_digits_does_not_end_the_turn(espuma, mode):
    answer = await counter(espuma, mode)("status LV1234, vamos dividir 50/50")
    assert answer["text"].endswith("LV1234 está ok.")


async def test_of_several_who_look_it_up_the_user_says_which(espuma):
    def work() -> None:
        lost, tool = (
            Intent.objects.of(NAME).get(name="lost"),
            MCPTool.objects.of(NAME).get(name="order_status"),
        )
        lost.offer = {"pt": "Uma peça se perdeu"}
        lost.save()
        IntentTool(tenant_id=NAME, intent=lost, tool=tool).save()
        publish(Tenant.objects.get(pk=NAME), "ana")

    await visit(work)
    talk = espuma("s1")
    asked = await talk("LV1234")
    assert asked["metadata"]["question"]["kind"] == "clarification"
    assert [each["label"] for each in asked["metadata"]["question"]["options"]] == [
        "Minha roupa está pronta?",
        "Uma peça se perdeu",
    ]
    answer = await talk("1")
    assert answer["text"] == "O pedido LV1234 está ok."
