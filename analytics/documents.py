"""What the doors of the figures are asked, and what they answer, for the schema."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from analytics.delegations import QUALITIES
from analytics.errors import BadPeriod
from analytics.filters import LONGEST_NAME, WHAT
from analytics.handoffs import DAYS
from analytics.period import COMPARED, Period
from conversations.rail_results import PHASES
from handoffs import record
from handoffs.models import AgentHandoff


class PeriodQuery(serializers.Serializer):  # type: ignore[type-arg]
    """A period, as its length up to now or as days of the company; and perhaps one profile."""

    days = serializers.IntegerField(default=30, min_value=DAYS[0], max_value=DAYS[1], help_text="1 to 365")
    to = serializers.DateField(required=False, help_text="The last day, with `from`; without it up to today")
    agent_id = serializers.CharField(required=False, allow_blank=True, max_length=64, help_text="One profile")
    tenant_id = serializers.CharField(required=False, allow_blank=True, max_length=64)

    def get_fields(self) -> dict[str, serializers.Field]:  # type: ignore[type-arg]
        # `from` is a word of Python and cannot be an attribute.
        first = serializers.DateField(required=False, help_text="The first day: 2026-11-01; wins over `days`")
        return {"from": first, **super().get_fields()}

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if unknown := set(self.initial_data) - set(self.fields):
            known = ", ".join(self.fields)
            words = _("Nothing is filtered by this. Known: %(known)s.") % {"known": known}
            raise serializers.ValidationError(dict.fromkeys(sorted(unknown), words))
        return attrs


def read_period(query: Mapping[str, Any]) -> Period:
    """The period that a checked query asks for, in days of the current time zone.

    :raises rest_framework.exceptions.ValidationError: its days cannot be looked at.
    """
    if "from" not in query and "to" not in query:
        return Period.last(query["days"])
    try:
        return Period.between(query.get("from"), query.get("to"))
    except BadPeriod as error:
        raise serializers.ValidationError({error.field: str(error)}) from None


class ComparedQuery(PeriodQuery):
    """The same, compared with another period."""

    compare = serializers.ChoiceField(choices=COMPARED, default=COMPARED[0])


class HandoffQuery(PeriodQuery):
    """The same, perhaps of another kind of handoff."""

    kind = serializers.ChoiceField(choices=AgentHandoff.Kinds.values, default=record.KIND)


class ListQuery(PeriodQuery):
    """Which conversations are meant, and which page of them."""

    what = serializers.ChoiceField(choices=list(WHAT), required=False, help_text="What one of its turns had")
    over = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=99_999_999,
        help_text="For `slow`: milliseconds; else the slowest 5 %",
    )
    agent = serializers.CharField(
        required=False, max_length=LONGEST_NAME, help_text="A turn of this specialist"
    )
    method = serializers.CharField(
        required=False, max_length=LONGEST_NAME, help_text="A turn decided this way"
    )
    source = serializers.CharField(  # type: ignore[assignment]
        required=False, max_length=LONGEST_NAME, help_text="A handoff from here"
    )
    target = serializers.CharField(required=False, max_length=LONGEST_NAME, help_text="A handoff to there")
    tool = serializers.CharField(required=False, max_length=LONGEST_NAME, help_text="A call of this tool")
    rail = serializers.CharField(
        required=False,
        max_length=LONGEST_NAME,
        help_text="What a guardrail came to: `input:PINJ`, `input:PINJ:refused`, or with the specialist",
    )
    q = serializers.CharField(
        required=False, max_length=LONGEST_NAME, help_text="Words of the title, a user, a session"
    )
    page = serializers.IntegerField(default=1, min_value=1, max_value=1_000_000)


class Share(serializers.FloatField):
    """A share of 0 to 100, with two decimals."""

    def to_representation(self, value: Any) -> Any:
        return round(float(value), 2)


class HandoffPath(serializers.Serializer):  # type: ignore[type-arg]
    """One path and how often it was taken."""

    to = serializers.CharField(source="target")
    count = serializers.IntegerField()

    def get_fields(self) -> dict[str, serializers.Field]:  # type: ignore[type-arg]
        # `from` is a word of Python and cannot be an attribute.
        return {"from": serializers.CharField(source="source"), **super().get_fields()}


class HandoffAnswer(serializers.Serializer):  # type: ignore[type-arg]
    """The figures of the period."""

    total_handoffs = serializers.IntegerField()
    handoff_paths = HandoffPath(many=True)
    conversations_with_handoffs = serializers.IntegerField()
    total_conversations = serializers.IntegerField()
    handoff_rate_percentage = serializers.FloatField()
    days = serializers.IntegerField()


class MethodShare(serializers.Serializer):  # type: ignore[type-arg]
    """Turns that were decided one way."""

    method = serializers.CharField(source="name")
    turns = serializers.IntegerField(source="count")
    share_percentage = serializers.FloatField(source="share", help_text="Of all turns (`total_turns`)")
    conversations = serializers.IntegerField()


class SpecialistShare(serializers.Serializer):  # type: ignore[type-arg]
    """Turns that one specialist answered; times of those that ended well."""

    agent = serializers.CharField(source="name")
    turns = serializers.IntegerField(source="count")
    share_percentage = serializers.FloatField(
        source="share", help_text="Of the turns that any specialist answered, not of `total_turns`"
    )
    failed = serializers.IntegerField()
    median_ms = serializers.IntegerField(allow_null=True, source="latency.median")
    p95_ms = serializers.IntegerField(allow_null=True, source="latency.p95")
    conversations = serializers.IntegerField()


class TurnFigures(serializers.Serializer):  # type: ignore[type-arg]
    """The main figures of a period."""

    total_turns = serializers.IntegerField(source="turns.total")
    without_model_percentage = Share(source="turns.without_model")
    median_ms = serializers.IntegerField(allow_null=True, source="turns.latency.median")
    p95_ms = serializers.IntegerField(allow_null=True, source="turns.latency.p95")
    helpful = serializers.IntegerField(source="thumbs.helpful")
    unhelpful = serializers.IntegerField(source="thumbs.unhelpful")


class TurnAnswer(TurnFigures):
    """With what it is compared with, and by method and specialist."""

    before = TurnFigures(allow_null=True)
    methods = MethodShare(many=True, source="turns.methods")
    specialists = SpecialistShare(many=True, source="turns.agents")
    days = serializers.IntegerField()


class ToolErrors(serializers.Serializer):  # type: ignore[type-arg]
    """Calls of one tool that were made, and those that failed."""

    tool = serializers.CharField(source="name", help_text="Empty where what was said has been erased")
    calls = serializers.IntegerField()
    errors = serializers.IntegerField()  # type: ignore[assignment]
    error_percentage = Share(source="share")
    conversations_with_error = serializers.IntegerField(source="conversations")


class ToolAnswer(serializers.Serializer):  # type: ignore[type-arg]
    """All tools of the period, the most failures first."""

    total_calls = serializers.IntegerField(source="now.calls")
    total_errors = serializers.IntegerField(source="now.errors")
    error_percentage = Share(source="now.share")
    error_percentage_before = Share(allow_null=True, source="before.share")
    conversations_with_error = serializers.IntegerField(source="now.conversations")
    tools = ToolErrors(many=True, source="now.tools")
    days = serializers.IntegerField()


class AgentCount(serializers.Serializer):  # type: ignore[type-arg]
    """How often it was this specialist."""

    agent = serializers.CharField()
    count = serializers.IntegerField()

    def to_representation(self, instance: tuple[str, int]) -> dict[str, Any]:
        return dict(zip(("agent", "count"), instance, strict=True))


class DelegationQuality(serializers.Serializer):  # type: ignore[type-arg]
    """One count of mode `coordinator`."""

    quality = serializers.ChoiceField(choices=list(QUALITIES), source="name")
    count = serializers.IntegerField()
    conversations = serializers.IntegerField()
    turns_since = serializers.IntegerField(
        allow_null=True, source="since", help_text="Of the oldest that has not ended: turns since it began"
    )
    agents = AgentCount(many=True)


class DelegationAnswer(serializers.Serializer):  # type: ignore[type-arg]
    """All counts of the period; an empty list where nobody was called in and nobody slipped."""

    delegations = DelegationQuality(many=True)
    days = serializers.IntegerField()


class GuardrailCount(serializers.Serializer):  # type: ignore[type-arg]
    """Turns of one day and release by what a guardrail came to in them, of one specialist."""

    day = serializers.DateField()
    release = serializers.IntegerField(allow_null=True)
    guardrail = serializers.CharField()
    phase = serializers.ChoiceField(choices=PHASES)
    agent = serializers.CharField()
    handed_over = serializers.IntegerField(help_text="Held back, and a person took over")
    refused = serializers.IntegerField()
    retried = serializers.IntegerField(help_text="The model was asked again")
    masked = serializers.IntegerField()
    late = serializers.IntegerField(help_text="It had no word in its time, or was broken")
    observed = serializers.IntegerField(help_text="Found and let go")
    allowed = serializers.IntegerField(help_text="Asked, and nothing found")


class GuardrailAnswer(serializers.Serializer):  # type: ignore[type-arg]
    """All counts of the period."""

    guardrails = GuardrailCount(many=True)
    days = serializers.IntegerField()


class BackendHandover(HandoffPath):
    """Messages that one backend gave to another."""

    answered_percentage = serializers.FloatField(
        source="answered", help_text="Those that the second answered itself"
    )


class BackendAnswer(serializers.Serializer):  # type: ignore[type-arg]
    """The handovers of the period, the most frequent first."""

    handovers = BackendHandover(many=True)
    days = serializers.IntegerField()


class CostLineSerializer(serializers.Serializer):  # type: ignore[type-arg]
    """What one of them cost."""

    name = serializers.CharField()
    turns = serializers.IntegerField(help_text="That asked a model")
    cost_usd = serializers.FloatField(
        allow_null=True, source="cost", help_text="Of the turns whose price is known; null: of none it is"
    )
    turns_of_unknown_price = serializers.IntegerField(source="unknown")


class CostAnswer(serializers.Serializer):  # type: ignore[type-arg]
    """The costs of the period, by day, specialist, model and release, the most expensive first."""

    turns = serializers.IntegerField(source="costs.turns")
    cost_usd = serializers.FloatField(allow_null=True, source="costs.cost")
    turns_of_unknown_price = serializers.IntegerField(source="costs.unknown")
    by_day = CostLineSerializer(many=True, source="costs.days")
    by_specialist = CostLineSerializer(many=True, source="costs.specialists")
    by_model = CostLineSerializer(many=True, source="costs.models")
    by_release = CostLineSerializer(many=True, source="costs.releases")
    days = serializers.IntegerField()


class ListedConversationSerializer(serializers.Serializer):  # type: ignore[type-arg]
    """One conversation with what is counted of it as a whole."""

    conversation_id = serializers.CharField()
    conversation_key = serializers.CharField()
    agent_id = serializers.CharField()
    title = serializers.CharField()
    user_id = serializers.CharField(allow_null=True)
    channel = serializers.CharField()
    started_at = serializers.DateTimeField()
    last_activity = serializers.DateTimeField()
    agents = serializers.ListField(child=serializers.CharField())
    turns = serializers.IntegerField()
    handoffs = serializers.IntegerField()
    to_person = serializers.IntegerField(help_text="How often it was passed to a person")
    tool_errors = serializers.IntegerField()
    failed = serializers.IntegerField()
    blocked = serializers.IntegerField()
    with_model = serializers.IntegerField()
    slowest_ms = serializers.IntegerField(allow_null=True)
    helpful = serializers.IntegerField()
    unhelpful = serializers.IntegerField()


class ListAnswer(serializers.Serializer):  # type: ignore[type-arg]
    """One page of the list; a page beyond the last is empty."""

    conversations = ListedConversationSerializer(many=True)
    total_conversations = serializers.IntegerField()
    page = serializers.IntegerField()
    pages = serializers.IntegerField()
    days = serializers.IntegerField()
