"""OOS: a profile that refuses what nobody serves, where the tiers know messages like it."""

from typing import Any

import pytest

from agents.knowledge.models import Collection
from agents.models import Guardrail
from conversations.models import Turn
from conversations.visits import visit
from routing.models import AgentProfile
from routing.turns import preview
from tests.turns.changing import change

pytestmark = pytest.mark.django_db(transaction=True)
FOREIGN = "Me conta uma piada sobre papagaios"
LOST = "me fala sobre papagaios"  # nothing decides it, and it is not sure to be nobody's


async def switch_on(action: str = "block", **profile: Any) -> None:
    def edit() -> None:
        row = Guardrail(tenant_id="tenant_a", code="OOS", phase="input", action=action)
        row.save()
        served = AgentProfile.objects.of("tenant_a").get(agent_id="telecom_contas")
        served.guardrails.add(row)
        AgentProfile.objects.of("tenant_a").filter(pk=served.pk).update(**profile)

    await change(edit)


def found(answer: dict[str, Any]) -> list[bool]:
    return [each["allowed"] for each in answer["metadata"]["guardrails"] if each["code"] == "OOS"]


@pytest.mark.parametrize("mode", ["router", "supervisor", "coordinator"])
async def test_what_nobody_serves_is_refused_and_what_is_served_is_not(talk: Any, mode: str) -> None:
    await switch_on(mode=mode)
    said = talk(f"oos-{mode}")
    refused = await said(FOREIGN)
    assert (refused["metadata"]["route"], refused["metadata"]["status"]) == ("blocked", "blocked")
    assert refused["text"] == "Isso não é algo em que eu possa ajudar aqui. O que mais posso fazer por você?"
    assert refused["metadata"]["route_decision"] is None and refused["metadata"]["tiers"]
    assert found(refused) == [False]
    served = await said("Minha fatura veio alta. Pode consultar?")
    assert served["metadata"]["status"] != "blocked" and found(served) == [True]
    turn = await visit(lambda: Turn.objects.of("tenant_a").get(pk=refused["metadata"]["turn_id"]))
    assert (turn.route, turn.outcome) == ("blocked", "OOS")


async def test_a_row_that_only_notes_lets_it_pass(talk: Any) -> None:
    await switch_on("observe")
    answer = await talk("oos-noted")(FOREIGN)
    (noted,) = [each for each in answer["metadata"]["guardrails"] if each["code"] == "OOS"]
    assert answer["metadata"]["status"] == "answered" and noted["metadata"]["observed"]


async def test_a_profile_with_documents_looks_there_first(talk: Any) -> None:
    def add() -> Collection:
        row = Collection(tenant_id="tenant_a", name="handbook", title="Manual")
        row.save()
        return row

    await switch_on(documents=await visit(add))
    answer = await talk("oos-documents")(LOST)
    assert answer["metadata"]["status"] != "blocked" and found(answer) == [True]


async def test_it_is_told_beforehand(talk: Any) -> None:
    await switch_on()
    request = talk("oos-told").request(FOREIGN)
    told = await preview.explain_route(request)
    assert (told["route"], told["blocked_by"]) == ("blocked", "OOS") and told["tiers"]
