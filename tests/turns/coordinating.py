"""A company in mode `coordinator`, made out of a world that was not written for it."""

from typing import Any

from agents.models import Specialist
from conversations.models import Conversation
from conversations.visits import visit
from handoffs.models import AgentHandoff
from releases.publish import publish
from routing.models import AgentProfile
from tenancy.models import Tenant

TELECOM = ("tenant_a", "telecom_contas")
CLINIC = ("tenant_clinic", "clinic_frontdesk")
VOICE = "a voz da casa"  # stands in the coordinator's prompt and in nobody else's


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

            SpecialistPrompt(tenant_id=tenant, specialist=voice, role=f"Você é {VOICE}.").save()
            if found.specialists.exists():
                found.specialists.add(voice)
        found.coordinator, found.mode = voice, "coordinator"
        for name, value in profile.items():
            setattr(found, name, value)
        found.save()
        publish(Tenant.objects.get(pk=tenant), None)

    await visit(write)


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
