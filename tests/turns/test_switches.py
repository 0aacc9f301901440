"""What an operator changes acts on the next turn: flag, override, kill switches.

What an editor changes, when published.
"""

import pytest
from django.db import transaction

from agents.models import MCPTool, Specialist
from conversations.models import Conversation, Turn
from conversations.visits import visit
from releases.publish import publish
from rollout import control
from routing.models import Intent, IntentTool, Keyword
from tenancy.models import Tenant
from tenancy.operational import touch
from tests.turns.conftest import BUYER, CUSTOMER

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


@pytest.mark.parametrize(
    ("off", "text"),
    [
        ("retail_support_exchange_return", "Quero devolver o pedido P100"),
        ("billing_invoice_explanation", TEXT),
    ],
)
async def test_nothing_else_is_made_of_a_wish_whose_intent_is_switched_off(talk, off, text):
    await visit(lambda: control.set_switch("tenant_a", "intent", off))
    answer = await talk("s1")(text, {**CUSTOMER, "customer_id": "C001"})
    metadata = answer["metadata"]
    assert metadata["mcp_results"] == [] and metadata["question"] is None
    assert answer["text"].startswith("Isto está desligado no momento: ")
    assert metadata["route_decision"]["metadata"]["switched_off"] == off
    stored = await visit(lambda: Turn.unscoped.values_list("method", flat=True).last())
    assert stored == "switched_off"


ORDER = "onde está meu pedido P100?"


@pytest.mark.parametrize("mode", ["router", "supervisor", "supervised", "coordinator"])
async def test_who_is_switched_off_works_in_no_mode(talk, mode):
    one = talk("s1")
    served = await one(ORDER, CUSTOMER | BUYER, mode=mode)
    assert "orders_agent" in served["metadata"]["agents"]
    await visit(lambda: control.set_switch("tenant_a", "specialist", "orders_agent"))
    for text in (ORDER, "e o P101?"):  # by its matter, and going on with who was speaking
        answer = await one(text, CUSTOMER | BUYER, mode=mode)
        worked = "orders_agent" in answer["metadata"]["agents"]
        told = "desligado no momento" in answer["text"]
        assert told if worked or (text == ORDER and mode != "coordinator") else not told, answer["text"]
        assert not (told and answer["metadata"]["mcp_results"])
    await visit(lambda: control.set_switch("tenant_a", "specialist", "orders_agent", off=False))
    assert "orders_agent" in (await one(ORDER, CUSTOMER | BUYER, mode=mode))["metadata"]["agents"]


async def test_the_switch_of_who_answers_for_want_of_others_says_so(talk):
    strange = "Blorft zwang trelk munga dorivel"
    agent = (await talk("s1")(strange, CUSTOMER))["metadata"]["route"]
    await visit(lambda: control.set_switch("tenant_a", "specialist", agent))
    answer = await talk("s2")(strange, CUSTOMER)
    assert "switched off at the moment: " in answer["text"] and agent not in answer["text"]
    assert not answer["metadata"]["mcp_results"]
    assert "orders_agent" in (await talk("s3")(ORDER, CUSTOMER | BUYER))["metadata"]["agents"]
    alone = await talk("s4")(ORDER, CUSTOMER | BUYER, mode="single")  # another one, who serves everything
    assert any(each["ok"] for each in alone["metadata"]["mcp_results"])
    await visit(lambda: control.set_switch("tenant_a", "specialist"))
    for mode in ("router", "single"):
        answer = await talk(f"s5-{mode}")(ORDER, CUSTOMER | BUYER, mode=mode)
        assert "desligado no momento" in answer["text"] and not answer["metadata"]["mcp_results"]


async def test_a_new_keyword_acts_when_it_is_published(talk):
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


RETURN, INTENT = "solicitar_devolucao", "retail_support_exchange_return"


def list_done(answer):
    return [each for each in answer["metadata"]["mcp_results"] if each["tool_name"] == RETURN and each["ok"]]


@pytest.mark.parametrize("kind", ["tool", "server"])
@pytest.mark.parametrize("with_model", [False, True], ids=["without a model", "with a model"])
async def test_nobody_is_asked_for_a_yes_to_what_is_switched_off(talk, kind, with_model, request):
    name = RETURN if kind == "tool" else "retail"
    await visit(lambda: control.set_switch("tenant_a", kind, name))
    if with_model:
        model = request.getfixturevalue("model")
        model.calls(RETURN, {"order_id": "P100", "reason": "quebrado"}).says("Não dá agora.")
    answer = await talk("s1")("quero devolver o pedido P100, veio quebrado", {**CUSTOMER, **BUYER})
    assert answer["metadata"]["question"] is None
    assert "consulta" not in answer["text"] and list_done(answer) == []
    if not with_model:
        assert "desligado no momento" in answer["text"]


def switch_intent_off():
    control.set_switch("tenant_a", "intent", INTENT)


def take_tool_away():
    IntentTool.objects.of("tenant_a").filter(intent__name=INTENT, tool__name=RETURN).delete()
    for each in Specialist.objects.of("tenant_a").filter(tools__name=RETURN):
        each.tools.remove(*each.tools.filter(name=RETURN))
    touch("tenant_a")
    publish(Tenant.objects.get(pk="tenant_a"), None)


def switch_specialist_off():
    control.set_switch(
        "tenant_a", "specialist", Intent.objects.of("tenant_a").get(name=INTENT).specialist.name
    )


@pytest.mark.parametrize(
    "away",
    [switch_intent_off, switch_specialist_off, take_tool_away],
    ids=["switched off", "with its specialist", "by a release"],
)
async def test_a_yes_to_what_is_there_no_more_does_nothing_and_says_so(talk, away):
    one = talk("s1")
    asked = await one("quero devolver o pedido P100, veio quebrado", {**CUSTOMER, **BUYER})
    assert asked["metadata"]["question"]["kind"] == "confirmation"
    await visit(away)
    answer = await one("sim", {**CUSTOMER, **BUYER})
    assert list_done(answer) == []
    assert "desligado no momento" in answer["text"]


async def test_a_yes_to_what_a_release_does_otherwise_is_asked_for_again(talk):
    def have_default(value):
        tool = MCPTool.objects.of("tenant_a").get(name=RETURN)
        parameter = tool.parameters.get(name="reason")
        parameter.source, parameter.default = "default", value
        parameter.save()
        touch("tenant_a")
        publish(Tenant.objects.get(pk="tenant_a"), None)

    def read_asked():
        return Conversation.unscoped.get().state["question"]["data"]["arguments"]

    await visit(lambda: have_default("coleta em casa"))
    one = talk("s1")
    asked = await one("quero devolver o pedido P100, veio quebrado", {**CUSTOMER, **BUYER})
    assert asked["metadata"]["question"]["kind"] == "confirmation"
    assert (await visit(read_asked))["reason"] == "coleta em casa"
    await visit(lambda: have_default("entrega na loja"))
    again = await one("sim", {**CUSTOMER, **BUYER})
    assert list_done(again) == []
    assert again["metadata"]["question"]["kind"] == "confirmation"
    assert (await visit(read_asked))["reason"] == "entrega na loja"
    assert list_done(await one("sim", {**CUSTOMER, **BUYER}))[0]["metadata"]["arguments"]["reason"] == (
        "entrega na loja"
    )
