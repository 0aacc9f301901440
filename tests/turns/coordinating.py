"""Mode `coordinator` in tests.

A company made out of a world that was not written for it, and what the models of the demo's own coordinator
are made to say.
"""

import json
from typing import Any

import pytest

from agents.models import Specialist
from conversations.models import Conversation
from conversations.visits import visit
from handoffs.models import AgentHandoff
from releases.publish import publish
from routing.models import AgentProfile
from tenancy.models import Tenant
from tests.turns.gullible import call

TELECOM = ("tenant_a", "telecom_contas")
CLINIC = ("tenant_clinic", "clinic_frontdesk")
HOUSE_VOICE = "a voz da casa"  # stands in the coordinator's prompt and in nobody else's


async def authored(company: tuple[str, str] = TELECOM, **profile: Any) -> None:
    """Gives the profile a coordinator, the mode, and whatever else is to be otherwise."""
    tenant, agent_id = company

    def write() -> None:
        found = AgentProfile.objects.of(tenant).get(agent_id=agent_id)
        voice = Specialist.objects.of(tenant).filter(name="front_voice").first()
        if voice is None:
            voice = Specialist(
                tenant_id=tenant, name="front_voice", display_name="Assistente", purpose="Fala com todos."
            )
            voice.save()
            from agents.models import SpecialistPrompt

            SpecialistPrompt(tenant_id=tenant, specialist=voice, role=f"Você é {HOUSE_VOICE}.").save()
            if found.specialists.exists():
                found.specialists.add(voice)
        found.coordinator, found.mode = voice, "coordinator"
        for name, value in profile.items():
            setattr(found, name, value)
        found.save()
        publish(Tenant.objects.get(pk=tenant), None)

    await visit(write)


def publish_now(tenant: str) -> None:
    """Makes what is authored live."""
    publish(Tenant.objects.get(pk=tenant), None)


async def kept(session: str) -> dict[str, Any]:
    """The conversation's state as it is stored."""
    return dict((await visit(lambda: Conversation.unscoped.get(session_id=session))).state)


async def rows(session: str) -> list[tuple[str, str, str, str]]:
    """From, to, kind and outcome of every row of `agent_handoffs`, in their order."""
    fields = ("from_agent", "to_agent", "kind", "outcome")
    found = AgentHandoff.unscoped.filter(conversation__session_id=session).order_by("timestamp")
    return await visit(lambda: list(found.values_list(*fields)))


def shown(events: Any) -> list[str]:
    """Every text that a client got while the turn ran, also what was taken back afterwards."""
    return [str(event.data["text"]) for event in events if event.name == "text"]


# The demo's own: seed 001.
VOICE, TECH, MONEY = (
    "Você é o Assistente Virtual",
    "Você é o Especialista Técnico",
    "Você é o Especialista Financeiro",
)
ASK = "Olá, preciso de ajuda com um problema técnico."
TECHNICIAN, CASHIER = "especialista_tecnico", "especialista_financeiro"


@pytest.fixture
def say(talk):
    def begin(session):
        one = talk(session)

        async def say(text, **more):
            answer = await one(text, agent_id="assistente_virtual", **more)
            say.events = one.events
            return answer

        return say

    return begin


def who(asked):
    return asked["messages"][0]["content"]


def as_(model, role, *lines):
    """The specialist with this role says these lines in its next requests."""
    left = list(lines)
    model.when(lambda asked: left.pop(0) if left and role in who(asked) else None)


def request(role, context="O cliente tem um problema.", text=""):
    given = {"specialist_role": role, "initial_context": context}
    return call(("request_specialist_sub_conversation", given), text=text)


def end(status="completed", result=None, text="", last="o que o modelo quis", **more):
    given = {"status": status, "final_result": {"causa": "cabo"} if result is None else result}
    return call(("end_specialist_sub_conversation", {**given, "last_user_message": last, **more}), text=text)


def notes(asked):
    """What the platform's notes say in a request: system messages only."""
    said = [str(m["content"]) for m in asked["messages"] if m["role"] == "system"]
    return [
        json.loads(text[len("[SYSTEM_NOTE: ") : -1]) for text in said if text.startswith("[SYSTEM_NOTE: ")
    ]
