"""What answers are made of in the schema, in both views.

Fields that may be lacking, and the parts that have a name.
"""

from typing import Any

from rest_framework import serializers
from rest_framework.serializers import Serializer


def a_text(**more: Any) -> serializers.CharField:
    """A text that may be lacking or null."""
    return serializers.CharField(required=False, allow_null=True, **more)


def a_number(**more: Any) -> serializers.IntegerField:
    return serializers.IntegerField(required=False, allow_null=True, **more)


def a_figure(**more: Any) -> serializers.FloatField:
    return serializers.FloatField(required=False, allow_null=True, **more)


def a_flag(**more: Any) -> serializers.BooleanField:
    return serializers.BooleanField(required=False, **more)


def a_texts(**more: Any) -> serializers.ListField:
    return serializers.ListField(child=serializers.CharField(), required=False, **more)


def a_thing(**more: Any) -> serializers.DictField:
    """An object whose own fields depend on what was published."""
    return serializers.DictField(required=False, allow_null=True, **more)


def a_things(**more: Any) -> serializers.ListField:
    return serializers.ListField(child=serializers.DictField(), required=False, **more)


class OptionSerializer(Serializer[Any]):
    """What can be clicked, and what is then sent."""

    label = serializers.CharField()  # type: ignore[assignment]
    value = serializers.CharField()


class ClientCallSerializer(Serializer[Any]):
    """A call of one of the caller's own tools, whose result is waited for."""

    id = serializers.CharField()
    name = serializers.CharField()
    arguments = serializers.CharField(help_text="JSON in a text.")


class QuestionSerializer(Serializer[Any]):
    """What the conversation waits for."""

    kind = serializers.CharField(help_text="slot, state, permission, clarification or confirmation.")
    text = serializers.CharField()
    options = OptionSerializer(many=True)
    fields = a_texts(  # type: ignore[assignment]
        help_text="What is asked for, by the names of the parameters."
    )
    agent = a_text(help_text="Who asked.")


class DebugQuestion(QuestionSerializer):
    """The same with what the asker needs again."""

    intent, state, request = a_text(), a_text(), a_text()
    data = a_thing()  # type: ignore[assignment]
    turn = a_number()
    asked_at = a_figure()


class Clarification(Serializer[Any]):
    """Which of two was meant."""

    question = serializers.CharField()
    options = OptionSerializer(many=True)


class PersonSerializer(Serializer[Any]):
    """The person that the conversation waits for."""

    since = serializers.DateTimeField()


class DebugPerson(PersonSerializer):
    reason, intent = a_text(), a_text()


class UsageSerializer(Serializer[Any]):
    """Tokens of all models that worked on the answer."""

    prompt_tokens, completion_tokens, cached_tokens, total_tokens = (a_number() for _ in range(4))
    credits_used, credits_remaining = a_figure(), a_figure()


class DebugUsage(UsageSerializer):
    """The same with what they cost."""

    calls, cost_usd = a_number(), a_figure()
    by_model = serializers.DictField(
        child=serializers.DictField(child=serializers.FloatField(allow_null=True)),
        required=False,
        help_text="The same counts of each model; cost_usd is null where nobody knows its price.",
    )
    reasoning_tokens, unpriced_calls, estimated_calls = a_number(), a_number(), a_number()


class HandoffNames(Serializer[Any]):
    """Who passed control to whom."""

    from_agent = serializers.CharField()
    to_agent = serializers.CharField()


class Citation(Serializer[Any]):
    """A passage of a document that an answer cites as [ref]."""

    ref = a_number()
    title, section, text = a_text(), a_text(), a_text()
    source = a_text()  # type: ignore[assignment]
    page = a_number()


class DebugHandoff(HandoffNames):
    """One passing of control, whether it happened or was stopped."""

    reason, context_summary, kind, category, outcome, at = (a_text() for _ in range(6))
    blocked = a_flag()
    context = a_thing()  # type: ignore[assignment]


class DecisionSerializer(Serializer[Any]):
    """The RouteDecision of the agent gateway protocol."""

    route, agent, intent, reason, method, next_state, domain = (a_text() for _ in range(7))
    confidence = a_figure()
    handoff = a_flag()
    metadata = a_thing()
    mcp_tools = a_texts()


class TierSaw(Serializer[Any]):
    """What one tier saw."""

    tier = serializers.CharField()
    outcome = serializers.CharField()
    saw = a_thing()
    ms = a_figure()


class ToolCalled(Serializer[Any]):
    """The result of one tool call."""

    tool_name = serializers.CharField()
    server_name = a_text()
    ok = serializers.BooleanField()
    result = serializers.JSONField(required=False, allow_null=True)
    error = a_text()
    metadata = a_thing()
    cached = a_flag()
    agent = a_text()
    ms = a_figure()


class TurnStep(Serializer[Any]):
    """One node's work."""

    name, node, kind, agent, outcome, summary, reason = (a_text() for _ in range(7))
    ms = a_figure()
    detail = a_thing()


class Timings(Serializer[Any]):
    """Where the time went, in milliseconds."""

    total_ms, model_ms, tools_ms = a_figure(), a_figure(), a_figure()


class Part(Serializer[Any]):
    """What one specialist said of the answer."""

    agent = serializers.CharField(allow_blank=True)
    text = serializers.CharField(allow_blank=True)


class RailDecisionSerializer(Serializer[Any]):
    """What a guardrail said."""

    code = serializers.CharField()
    allowed = serializers.BooleanField()
    phase, reason, sanitized_text = (a_text() for _ in range(3))
    metadata = a_thing()
    ms, at = a_figure(), a_figure()


class JudgeResultSerializer(Serializer[Any]):
    """A judge's score, 0 to 1, and whether it passes its threshold."""

    name = serializers.CharField()
    score = a_figure()
    passed = a_flag()
    reason = a_text()
    metadata = a_thing()


class OpenPart(Serializer[Any]):
    """A part of a message that is still open, and why."""

    agent, intent, text, why = (a_text() for _ in range(4))
    turn = a_number()


class OpenQuestionPart(OpenPart):
    """The same with the question that waits for its answer."""

    question = QuestionSerializer(required=False, allow_null=True)


class SpecialistCall(Serializer[Any]):
    """What a specialist called, and whether it worked."""

    agent, tool = a_text(), a_text()
    ok = a_flag()


class SubConversationSerializer(Serializer[Any]):
    """The specialist that has the word in mode coordinator, or gave it back."""

    specialist, status = a_text(), a_text()


class PermissionChange(Serializer[Any]):
    """A permission that a turn asked for, or that was granted, refused or revoked in it."""

    tool, state = a_text(), a_text()


class SpentBudget(Serializer[Any]):
    """A budget that is used up, in US dollars."""

    limit = a_text()
    used_usd, limit_usd = a_figure(), a_figure()


class PlannedBranchSerializer(Serializer[Any]):
    """One specialist's share of a message, and the keywords that named it."""

    agent = serializers.CharField()
    intent, text = a_text(), a_text()
    keywords = a_texts()


class SupervisorPlanSerializer(Serializer[Any]):
    """Who works on a message at once; `left_out` are those beyond the limit."""

    agents = a_texts()
    intent, reason = a_text(), a_text()
    confidence = a_figure()
    branches = PlannedBranchSerializer(many=True)
    left_out = PlannedBranchSerializer(many=True)
    metadata = a_thing()
