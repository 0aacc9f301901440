"""What the examples of each profile decide and a wished precision costs, for the page that publishes."""

from typing import NamedTuple

from django.urls import reverse

from releases import draft
from routing.models import AgentProfile
from studio.learning import GROUPS, Whole, whole
from tenancy.models import Tenant


class ProfileCost(NamedTuple):
    """What the examples of a profile decide, for the page that publishes."""

    profile: str
    page: str
    whole: Whole


def list_profile_costs(company: Tenant, made: draft.Draft) -> list[ProfileCost]:
    """What the examples of each profile decide, where it is known; of the first profiles."""
    rows = AgentProfile.objects.of(company).filter(enabled=True).order_by("agent_id")[:GROUPS]
    found = (
        (agent_id, pk, whole(company, made, agent_id)) for agent_id, pk in rows.values_list("agent_id", "pk")
    )
    return [
        ProfileCost(agent_id, reverse("admin:routing_agentprofile_change", args=[pk]), each)
        for agent_id, pk, each in found
        if each is not None and each.learnt is not None
    ]
