"""`GET /api/analytics/handoffs`: seed 003's figures for programs."""

from django.http import HttpRequest, HttpResponse
from rest_framework import serializers

from analytics.access import reader
from analytics.handoffs import AGENT_TO_AGENT, DAYS, handoffs
from conversations.visits import visit
from handoffs.models import AgentHandoff
from routing.api.documented import documented
from routing.api.door import Door, reply


class HandoffQuery(serializers.Serializer):  # type: ignore[type-arg]
    """What is asked for: a period, and perhaps one profile or another kind of handoff."""

    days = serializers.IntegerField(default=30, min_value=DAYS[0], max_value=DAYS[1], help_text="1 to 365")
    agent_id = serializers.CharField(required=False, allow_blank=True, max_length=64, help_text="One profile")
    kind = serializers.ChoiceField(choices=AgentHandoff.Kinds.values, default=AGENT_TO_AGENT)
    tenant_id = serializers.CharField(required=False, allow_blank=True, max_length=64)


class HandoffPath(serializers.Serializer):  # type: ignore[type-arg]
    """One path and how often it was taken."""

    to = serializers.CharField()
    count = serializers.IntegerField()

    def get_fields(self) -> dict[str, serializers.Field]:  # type: ignore[type-arg]
        # `from` is a word of Python and cannot be an attribute.
        return {"from": serializers.CharField(), **super().get_fields()}


class HandoffAnswer(serializers.Serializer):  # type: ignore[type-arg]
    """The figures of the period."""

    total_handoffs = serializers.IntegerField()
    handoff_paths = HandoffPath(many=True)
    conversations_with_handoffs = serializers.IntegerField()
    total_conversations = serializers.IntegerField()
    handoff_rate_percentage = serializers.FloatField()
    days = serializers.IntegerField()


class Handoffs(Door):
    """How often specialists hand over, and to whom."""

    @documented("Analytics", None, {200: HandoffAnswer}, query=HandoffQuery, refuses=(404,))
    async def get(self, request: HttpRequest) -> HttpResponse:
        """Counted are handoffs that happened; one that the loop guard stopped is none."""
        asked = self.checked(HandoffQuery, request.GET)

        def read() -> dict[str, object]:
            company = reader(request, asked.get("tenant_id") or None)
            return handoffs(company, asked["days"], asked.get("agent_id") or None, asked["kind"]).to_json()

        return reply(await visit(read))
