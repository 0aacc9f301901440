"""`/agents`: the published profiles."""

from typing import Any

from routing.api import catalogue
from routing.api import installation_shapes as installation
from routing.api import serializers as shapes
from routing.api.door import VisitDoor
from routing.api.endpoint_schema import document
from routing.turns.audience import AGENTS, show
from tenancy.principal import Principal


class AgentsDoor(VisitDoor):
    scope = "chat"

    @document(
        "Agents", "listAgents", None, installation.PublishedProfiles, query=shapes.TenantQuery, refuses=(409,)
    )
    def get(self, who: Principal) -> Any:
        """The published profiles with their specialists and intents."""
        return show(who, AGENTS, catalogue.agents(*catalogue.read_published(who)))
