"""What an operator changes acts on the next turn: flag, override, kill switches.

What an editor changes, when published.
"""

import pytest
from django.db import transaction

from conversations.visits import visit
from rollout import control
from tests.turns.conftest import CUSTOMER

pytestmark = pytest.mark.django_db(transaction=True)
TEXT = "Minha fatura veio alta"


async def test_the_flag_at_zero_gives_the_single_agent_on_the_next_turn(talk):
    one = talk("s1")
    assert (await one(TEXT, CUSTOMER))["metadata"]["mode"] == "router"
    await visit(lambda: control.set_multi_agent_rollout_percentage(0, tenant="tenant_a"))
    after = (await one(TEXT, CUSTOMER))["metadata"]
    assert (after["mode"], after["mode_source"], after["route_decision"]["method"]) == (
        "single",
        "flag",
        "single",
    )
    await visit(lambda: control.set_multi_agent_override("ana", True, tenant="tenant_a"))
    ana = (await talk("s2")(TEXT, CUSTOMER, user_id="ana"))["metadata"]
    assert ana["mode"] == "router"
    multi = (await talk("s3")(TEXT, CUSTOMER, force_multi=True))["metadata"]
    assert (multi["mode"], multi["mode_source"]) == ("router", "door")


async def test_a_tool_that_is_switched_off_is_not_called_and_the_answer_says_so(talk):
    await visit(lambda: control.set_switch("tenant_a", "tool", "consultar_fatura"))
    metadata = (await talk("s1")(TEXT, CUSTOMER))["metadata"]
    off = next(r for r in metadata["mcp_results"] if r["tool_name"] == "consultar_fatura")
    assert (off["ok"], off["error"], off["metadata"]["reason"]) == (False, "MCP tools disabled", "off")


async def test_an_intent_that_is_switched_off_no_longer_decides(talk):
    await visit(lambda: control.set_switch("tenant_a", "intent", "billing_invoice_explanation"))
    metadata = (await talk("s1")(TEXT, CUSTOMER))["metadata"]
    assert metadata["intent"] != "billing_invoice_explanation"


async def test_a_new_keyword_acts_when_it_is_published(talk):
    from releases.publish import publish
    from routing.models import Intent, Keyword
    from tenancy.models import Tenant

    def author():
        intent = Intent.objects.of("tenant_a").get(name="retail_order_tracking")
        Keyword(tenant_id="tenant_a", intent=intent, text="zepelim").save()

    def live():
        with transaction.atomic():
            publish(Tenant.objects.get(pk="tenant_a"), None)

    await visit(author)
    before = await talk("s1")("cadê o zepelim?", CUSTOMER)
    assert before["metadata"]["route_decision"]["method"] != "keyword"
    await visit(live)
    after = await talk("s2")("cadê o zepelim?", CUSTOMER)
    assert after["metadata"]["route_decision"]["method"] == "keyword"
    assert after["metadata"]["route"] == "orders_agent"
    assert after["metadata"]["release"] == before["metadata"]["release"] + 1
