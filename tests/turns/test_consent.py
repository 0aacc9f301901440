"""What a user is asked to agree to is what they have read, in every mode and at every door.

The platform's own question reaches them whole: rails that read what a model claims do not read it. Where one
takes something of it away, nothing is asked and nothing is done.
"""

import pytest

from agents.models import Guardrail, MCPTool
from routing.models import AgentProfile
from tests.parts.phrases import try_each
from tests.turns.changing import change, joiner
from tests.turns.conftest import BUYER, CUSTOMER
from tests.turns.coordinating import HOUSE_VOICE, authored

pytestmark = pytest.mark.django_db(transaction=True)

RETURN = "solicitar_devolucao"
WISH = "quero devolver o pedido P100, veio quebrado"
INVENTED = "Combinado sob o protocolo ZX-7788 por R$ 4.321,00"
WHO = {**CUSTOMER, **BUYER}
MODES = ("router", "single", "supervisor", "supervised", "coordinator")


def made(answer):
    return [each for each in answer["metadata"]["tool_calls"] if each["tool"] == RETURN]


def consents(answer):
    question = answer["metadata"]["question"]
    return question if question and question["kind"] == "confirmation" else None


def shown(one):
    """What a client of the stream has in the end."""
    text = ""
    for event in one.events:
        text = event.data["text"] if event.name == "text.reset" else text
        text += event.data["text"] if event.name == "text" else ""
    return text


async def check_figures():
    """Every profile reads its answers as the Studio's first form has it."""

    def edit():
        for profile in AgentProfile.objects.of("tenant_a"):
            for code, action in (("MSK", "sanitize"), ("REVPREC", "block"), ("GND", "sanitize")):
                row, _ = Guardrail.objects.of("tenant_a").get_or_create(
                    tenant_id="tenant_a", code=code, phase="output", defaults={"action": action}
                )
                profile.guardrails.add(row)
            if profile.single is not None:
                profile.single.tools.add(MCPTool.objects.of("tenant_a").get(name=RETURN))

    await change(edit)


@pytest.fixture
async def checked(talk):
    await check_figures()
    return talk


@try_each("mode", MODES)
async def test_the_question_is_read_whole_before_a_yes_counts(checked, model, mode):
    if mode == "coordinator":
        await authored()
        who = {"specialist_role": "support_agent", "initial_context": "Quer devolver."}
        model.calls("request_specialist_sub_conversation", who, to=HOUSE_VOICE)
    model.calls(RETURN, {"order_id": "P100", "reason": INVENTED})
    one = checked("c1")
    answer = await one(WISH, WHO, mode=mode)
    question = consents(answer)
    assert question is not None and INVENTED in question["text"]
    assert question["text"] in answer["text"] and question["text"] in shown(one)
    assert made(answer) == []
    done = await one("sim", mode=mode)
    assert [each["ok"] for each in made(done)] == [True]


async def test_a_question_that_may_not_be_shown_whole_is_not_asked_and_nothing_is_done(talk, model):
    await check_figures()
    model.calls(RETURN, {"order_id": "P100", "reason": "Cliente com CPF 529.982.247-25"})
    one = talk("c2")
    answer = await one(WISH, WHO)
    assert answer["metadata"]["question"] is None and not any(e.name == "question" for e in one.events)
    assert "529.982" not in answer["text"] + shown(one) and answer["text"]
    assert made(answer) == made(await one("sim")) == []


async def test_a_check_of_the_whole_answer_that_refuses_it_closes_the_question(talk, model):
    def edit():
        row = Guardrail(tenant_id="tenant_a", code="CMP", phase="output", action="sanitize")
        row.phrases, row.polite = ["/protocolo PR-\\d{6}/"], {"pt": "Não posso."}
        row.save()
        for profile in AgentProfile.objects.of("tenant_a"):
            profile.guardrails.add(row)
        tool = MCPTool.objects.of("tenant_a").get(name=RETURN)
        tool.confirm_text = {"pt": "Confirme a devolução do pedido {order_id}."}
        tool.save()

    await change(edit)
    model.calls(RETURN, {"order_id": "P100", "reason": "quebrado"})
    one = talk("c3")
    answer = await one(WISH, WHO)
    assert answer["metadata"]["question"] is None and "Confirme" not in answer["text"]
    assert not any(e.name == "question" for e in one.events), "who reads the stream is asked nothing either"
    step = next(e.data for e in one.events if e.data.get("node") == "output_guardrails")
    assert "CMP" in step["summary"], "the step says as well what a rail did"
    assert made(await one("sim")) == []


async def test_a_link_in_the_question_is_text_and_the_question_stays(talk, model):
    model.calls(RETURN, {"order_id": "P100", "reason": "Foto em https://fotos.example/p100"})
    answer = await talk("c4")(WISH, WHO)
    assert consents(answer)["text"] in answer["text"]
    assert "fotos.example/p100" in answer["text"] and "https://" not in answer["text"]


async def test_two_at_once_are_joined_by_a_model_and_what_a_yes_is_to_stays_as_it_is(talk, model):
    await check_figures()
    await change(lambda: joiner(model))
    model.says("Sua fatura está aberta. Posso devolver?", to="one answer out of")
    model.says("Sua fatura INV001 está aberta.", to="especialista em faturas")
    model.calls(RETURN, {"order_id": "P100", "reason": INVENTED}, to="devolver")
    one = talk("c5")
    answer = await one(f"Minha fatura veio alta e {WISH}", WHO, mode="supervisor")
    question = consents(answer)
    assert question["text"] in answer["text"] and question["text"] in shown(one)
    assert answer["text"].count("Posso solicitar") == 1


@pytest.mark.parametrize("names", [False, True])
async def test_what_was_done_is_told_by_its_number_once(talk, model, names):
    """A model said that all was well, and nobody read the protocol."""
    model.calls(RETURN, {"order_id": "P100", "reason": "quebrado"})
    one = talk("c-number")
    await one(WISH, WHO)
    model.says(f"Prontinho, pode deixar comigo{': DEV 398477' if names else ''}.")
    done = await one("sim")
    (call,) = made(done)
    assert call["ok"] and "Prontinho" in done["text"], done["text"]
    assert done["text"].count("protocolo") == (0 if names else 1), done["text"]
