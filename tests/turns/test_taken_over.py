"""What the team asked goes on with the single agent, and what is switched off is answered by nobody."""

import pytest

from conversations.visits import visit
from rollout.models import KillSwitch
from tenancy.models import Tenant
from tenancy.operational import touch
from tests.turns.conftest import BUYER, CUSTOMER

pytestmark = pytest.mark.django_db(transaction=True)
WHO = CUSTOMER | BUYER


async def test_a_number_that_the_team_asked_for_is_taken_by_the_single_agent(talk):
    said = talk("over-1")
    await said("onde está meu pedido?", WHO)
    answer = await said("P100", WHO, mode="single")
    assert answer["metadata"]["agents"] == ["generalist"]
    assert "Pedido P100" in answer["text"]


async def test_a_permission_that_the_team_asked_for_is_used_by_the_single_agent(talk):
    said = talk("over-2")
    await said("My incident table is broken", agent_id="servicenow")
    answer = await said("yes", agent_id="servicenow", mode="single")
    assert answer["metadata"]["permission"]["state"] == "granted"
    assert "38 of 412" in answer["text"]


async def test_an_action_is_not_done_by_who_has_no_tool_for_it(talk):
    said = talk("over-3")
    await said("quero devolver o pedido P100", WHO)
    answer = await said("sim", WHO, mode="single")
    assert not [call for call in answer["metadata"]["tool_calls"] if call["tool"] == "solicitar_devolucao"]


async def switch_off(name):
    def work():
        tenant = Tenant.objects.get(pk="tenant_a")
        KillSwitch(tenant=tenant, kind="intent", name=name).save()
        touch(tenant)

    await visit(work)


@pytest.mark.parametrize("mode", ["router", "supervisor", "single"])
@pytest.mark.parametrize("name", ["retail_order_tracking", "*"])
async def test_an_intent_that_is_switched_off_is_answered_by_nobody(talk, mode, name):
    await switch_off(name)
    answer = await talk(f"off-{mode}-{name}")("onde está meu pedido P100?", WHO, mode=mode)
    assert answer["metadata"]["handoffs"] == []
    assert not [call for call in answer["metadata"]["tool_calls"] if call["tool"] == "consultar_entrega"]
    assert "Loggi" not in answer["text"]


async def test_when_nothing_else_is_open_nothing_is_said_twice(talk):
    said = talk("over-4")
    await said("Meu pedido P100 atrasou e minha fatura veio duplicada", WHO, mode="supervisor")
    answer = await said("e o outro assunto?", WHO, mode="supervisor")
    assert "Pedido P100" not in answer["text"]
