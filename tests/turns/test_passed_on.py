"""An intent may name the backend that takes over.

A gateway's message about it is passed on, and nobody works on it here.
"""

import pytest

from conversations.models import Step, Turn
from conversations.visits import visit
from releases import snapshot
from routing.decision.authored import sections
from routing.models import Intent
from tenancy.models import Tenant
from tests.turns.changing import change, deciding
from tests.turns.conftest import BUYER, CUSTOMER
from tests.turns.test_llm_router import STRANGE, chooses
from tests.turns.test_visits import Count

pytestmark = pytest.mark.django_db(transaction=True)
WHO = CUSTOMER | BUYER
ORDER = "Onde está meu pedido P100?"
INVOICE = "Minha fatura veio alta"
BOTH = "Meu pedido P100 atrasou e minha fatura veio duplicada"
TRACKING = "retail_order_tracking"
TAKERS = ("suporte", "logistica_2")


def names(backend: str, intent: str = TRACKING):
    return lambda: Intent.objects.of("tenant_a").filter(name=intent).update(handover_backend=backend)


def to(answer) -> str | None:
    return answer["metadata"].get("handover_backend")


async def test_a_gateways_message_is_passed_on_with_what_is_known_and_nobody_works(talk):
    await change(names("suporte"))
    said = talk("on-1")
    first = await said(f"Meu nome é Tainá, CPF 529.982.247-25. {INVOICE}", WHO, takers=TAKERS)
    assert to(first) is None and "329,40" in first["text"]
    answer = await said(ORDER, WHO, takers=TAKERS)
    about = answer["metadata"]
    assert to(answer) == "suporte"
    assert answer["text"] == "Quem cuida disso é Suporte: peço que assuma a sua mensagem."
    assert about["agents"] == [] and about["tool_calls"] == [] and about["mcp_results"] == []
    assert about["intent"] == TRACKING and about["status"] == "answered"
    left = about["handover_summary"]
    assert left.startswith("About: Onde está o pedido e quando chega. Named: ") and "P100" in left
    assert "user: Meu nome é Tainá" in left and "agent: " in left and "Found by Faturas: " in left
    assert "529.982" not in left and len(left) <= 1200
    turn = await visit(lambda: Turn.objects.of("tenant_a").get(pk=about["turn_id"]))
    assert turn.result["handover_backend"] == "suporte" and turn.agent == ""  # nobody's in the figures
    steps = await visit(lambda: list(Step.objects.of("tenant_a").filter(turn=turn).order_by("position")))
    assert [step.node for step in steps] == ["input_guardrails", "routing_decision", "backend"]
    assert "passed on to backend 'suporte'" in steps[-1].summary and TRACKING in steps[-1].summary


async def test_reached_directly_or_in_other_modes_the_specialist_answers(talk):
    await change(names("suporte"))
    answer = await talk("on-2")(ORDER, WHO)
    assert to(answer) is None and answer["metadata"]["agents"] == ["orders_agent"]
    assert "handover_summary" not in answer["metadata"]
    for mode in ("single", "supervised"):
        answer = await talk(f"on-{mode}")(ORDER, WHO, mode=mode, takers=TAKERS)
        assert to(answer) is None and answer["metadata"]["agents"], mode


async def test_what_the_gateway_would_pass_on_to_nobody_by_that_name_is_answered_here(talk):
    await change(names("cobranca"))
    answer = await talk("on-3")(ORDER, WHO, takers=TAKERS)
    assert to(answer) is None and answer["metadata"]["agents"] == ["orders_agent"]


async def test_it_is_said_in_the_users_language(talk):
    await change(names("suporte"))
    english = await talk("on-en")("Where is my order P100?", WHO, takers=TAKERS)
    assert english["text"] == "Suporte takes care of this: I am asking for your message to be taken over."
    spanish = await talk("on-es")("¿Dónde está mi pedido P100?", WHO, takers=TAKERS)
    assert spanish["text"] == "De esto se ocupa Suporte: le pido que se haga cargo de su mensaje."


async def test_a_backend_of_another_installation_is_called_by_its_name(talk):
    await change(names("logistica_2"))
    answer = await talk("on-5")(ORDER, WHO, takers=TAKERS)
    assert to(answer) == "logistica_2" and "logistica_2" in answer["text"]


async def test_the_reply_to_a_question_stays_with_whoever_asked(talk):
    said = talk("on-6")
    asked = await said("Onde está meu pedido?", WHO, takers=TAKERS)
    assert asked["metadata"]["question"]
    await change(names("suporte"))
    answer = await said("P100", WHO, takers=TAKERS)
    assert to(answer) is None and "P100" in answer["text"]


async def test_the_matter_that_was_spoken_of_here_goes_on(talk):
    await change(names("suporte"))
    said = talk("on-7")
    await said(INVOICE, WHO, takers=TAKERS)
    assert to(await said(ORDER, WHO, takers=TAKERS)) == "suporte"
    goes_on = await said("e quando vence?", WHO, takers=TAKERS)
    assert goes_on["metadata"]["previous_agent"] == "billing_agent"
    assert goes_on["metadata"]["agents"] == ["billing_agent"]


async def test_a_model_that_names_the_intent_passes_it_on_too(talk):
    async with deciding("telecom_contas") as model:
        await change(names("suporte"))
        model.when(lambda asked: chooses(TRACKING))
        answer = await talk("on-8")(STRANGE, WHO, takers=TAKERS)
    assert to(answer) == "suporte" and answer["metadata"]["route_decision"]["method"] == "llm"


async def test_in_mode_supervisor_only_a_message_about_one_matter(talk):
    await change(names("suporte"))
    one = await talk("on-9")(ORDER, WHO, mode="supervisor", takers=TAKERS)
    assert (to(one), one["metadata"]["agents"], one["metadata"]["plan"]) == ("suporte", [], None)
    several = await talk("on-10")(BOTH, WHO, mode="supervisor", takers=TAKERS)
    assert to(several) is None and several["metadata"]["agents"]


async def test_it_costs_two_visits_as_every_turn(talk, monkeypatch):
    await change(names("suporte"))
    said = talk("on-11")
    await said(ORDER, WHO, takers=TAKERS)
    count = Count(monkeypatch)
    assert to(await said(ORDER, WHO, takers=TAKERS)) == "suporte"
    assert count.take()[0] == 2


async def test_an_older_release_names_no_backend_and_can_be_restored(talk):
    def work() -> tuple[str, str]:
        tenant = Tenant.objects.get(pk="tenant_a")
        content = snapshot.take(tenant)["routing"]
        for each in content["intents"].values():
            del each["handover_backend"]
        names("suporte")()
        sections.restore(tenant, content)
        row = Intent.objects.of(tenant).get(name=TRACKING)
        return sections.load(content).intents[TRACKING].handover_backend, row.handover_backend

    assert await visit(work) == ("", "")
