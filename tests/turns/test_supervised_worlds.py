"""Mode `supervised` without a model, in two worlds that know nothing of each other.

The same conversations hold.
"""

from typing import Any, NamedTuple

import pytest

from agents.models import Specialist
from routing.models import AgentProfile, Intent, Keyword
from tenancy.authenticate import RawCredentials
from tests.turns.changing import change
from tests.turns.conftest import BUYER, CUSTOMER
from tests.turns.test_supervised import decisions

pytestmark = pytest.mark.django_db(transaction=True)


class World(NamedTuple):
    """The words of one company for the same conversations."""

    tenant: str
    agent_id: str
    who: dict[str, str]
    both: str  # two requests of two specialists
    agents: tuple[str, str]
    found: tuple[str, str]  # what each answer holds
    without: str  # the same, and a number is missing for one of them
    asks: str  # whose number is missing
    number: str
    angry: str  # anger, and the second request
    anger: str  # the keyword
    hello: str
    thanks: str
    other: str


WORLDS = [
    World(
        "tenant_a", "telecom_contas", CUSTOMER | BUYER,
        "Minha fatura veio alta e onde está meu pedido P100?",
        ("billing_agent", "orders_agent"), ("INV001", "P100"),
        "Minha fatura veio alta e onde está meu pedido?", "orders_agent", "P100",
        "Estou furioso com vocês! Onde está meu pedido P100?", "furioso",
        "Bom dia!", "obrigado", "e o outro assunto?",
    ),
    World(
        "tenant_clinic", "clinic_frontdesk", {"patient_id": "PAC-7001"},
        "¿Cuándo es mi cita CITA-501? Y también quiero saber qué médicos hay de dermatología",
        ("appointments_agent", "doctors_agent"), ("CITA-501", "Médicos"),
        "¿Cuándo es mi cita? Y también quiero saber qué médicos hay "
        "de dermatología", "appointments_agent", "CITA-501",
        "¡Estoy furioso con ustedes! ¿Qué médicos hay de dermatología?", "furioso",
        "Hola", "gracias", "¿y lo otro?",
    ),
]  # fmt: skip


@pytest.fixture(params=WORLDS, ids=lambda world: world.tenant)
def world(request) -> World:
    return request.param


@pytest.fixture
def begin(talk, settings, world):
    """`begin("s1")` begins a supervised conversation in this world."""
    settings.DEMO_TENANTS = ("tenant_a", "tenant_clinic")

    def made(session: str) -> Any:
        said = talk(f"{session}-{world.tenant}")

        async def say(text: str) -> dict[str, Any]:
            return await said(
                text, world.who, mode="supervised", tenant_id=world.tenant, agent_id=world.agent_id,
                credentials=RawCredentials(peer="127.0.0.1", tenant=world.tenant),
            )  # fmt: skip

        return say

    return made


async def test_both_requests_are_served(begin, world):
    answer = await begin("both")(world.both)
    about = answer["metadata"]
    assert tuple(about["agents"]) == world.agents and about["rounds"] == 2
    assert all(found in answer["text"] for found in world.found) and about["pending"] == []


async def test_a_missing_number_is_asked_for_and_the_other_is_served(begin, world):
    say = begin("ask")
    answer = await say(world.without)
    about = answer["metadata"]
    assert set(about["agents"]) == set(world.agents)
    assert about["question"]["agent"] == world.asks
    assert [(part["agent"], part["why"]) for part in about["pending"]] == [(world.asks, "asked")]
    answer = await say(world.number)
    assert answer["metadata"]["agents"] == [world.asks]
    assert world.number in answer["text"]
    assert answer["metadata"]["question"] is None and answer["metadata"]["pending"] == []


async def test_a_courtesy_calls_nobody_and_forgets_nothing(begin, world):
    await change(
        lambda: AgentProfile.objects.of(world.tenant).filter(agent_id=world.agent_id).update(max_rounds=1),
        world.tenant,
    )
    say = begin("courtesy")
    assert (await say(world.hello))["metadata"]["rounds"] == 0
    left = (await say(world.both))["metadata"]
    assert (left["rounds"], left["stopped"]) == (1, "rounds")
    assert [part["agent"] for part in left["pending"]] == [world.agents[1]]
    thanked = (await say(world.thanks))["metadata"]
    assert thanked["rounds"] == 0 and thanked["pending"] == left["pending"]
    answer = await say(world.other)
    assert answer["metadata"]["agents"] == [world.agents[1]] and world.found[1] in answer["text"]
    assert answer["metadata"]["pending"] == []


async def test_anger_is_met_before_the_need(begin, world):
    def edit():
        specialist = Specialist(
            tenant_id=world.tenant, name="calm_agent", display_name="Calm", purpose="Meets anger."
        )
        specialist.save()
        profile = AgentProfile.objects.of(world.tenant).get(agent_id=world.agent_id)
        profile.specialists.add(specialist)
        intent = Intent(tenant_id=world.tenant, name="anger", specialist=specialist, priority=1)
        intent.save()
        Keyword(tenant_id=world.tenant, intent=intent, text=world.anger).save()

    await change(edit, world.tenant)
    answer = await begin("anger")(world.angry)
    assert answer["metadata"]["agents"] == ["calm_agent", world.agents[1]]
    assert world.found[1] in answer["text"]


async def test_nobody_is_called_twice_for_what_is_done(begin, world):
    answer = await begin("runs")(world.both)
    last = decisions(answer)[-1]
    assert last["executed"] == dict.fromkeys(world.agents, 1) and last["next_agent"] == "guardrail"
