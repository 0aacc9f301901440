"""`/agents`: the published profiles."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from routing.api import catalogue
from routing.api import installation_shapes as installation
from routing.api import serializers as shapes
from routing.api.door import Door, reply
from routing.api.endpoint_schema import document
from routing.turns.audience import AGENTS, show


class AgentsDoor(Door):
    """Who can be talked to."""

    @document(
        "Agents", "listAgents", None, installation.PublishedProfiles, query=shapes.TenantQuery, refuses=(409,)
    )
    async def get(self, request: HttpRequest) -> HttpResponseBase:
        """The published profiles with their specialists and intents."""
        return reply(
            await self.see(
                request,
                lambda who: show(who, AGENTS, catalogue.agents(*catalogue.read_published(who))),
                "chat",
            )
        )
