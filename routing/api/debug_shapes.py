"""What `/debug/*` tells, in the schema. Objects without named fields have those of what was published."""

from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework import serializers
from rest_framework.serializers import Serializer

from routing.api.answer_parts import (
    DebugUsage,
    DecisionSerializer,
    OpenPart,
    RailDecisionSerializer,
    SupervisorPlanSerializer,
    TierSaw,
    ToolCalled,
    a_figure,
    a_flag,
    a_number,
    a_text,
    a_texts,
    a_thing,
)


# --- /debug/route --------------------------------------------------------------------------------
class IntentOutputSerializer(Serializer[Any]):
    """What the user wants, in the user's words."""

    primary_domain, goal = serializers.CharField(), serializers.CharField()
    entities = a_thing()
    confidence = a_figure()
    original_query = a_text()


class ExecutionIntentSerializer(Serializer[Any]):
    """One capability with its parameters."""

    domain, capability = serializers.CharField(), serializers.CharField()
    confidence = a_figure()
    parameters = a_thing()
    original_query = a_text()


class ExecutionStepSerializer(Serializer[Any]):
    """One node of a plan."""

    id = serializers.IntegerField()
    domain, capability = serializers.CharField(), serializers.CharField()
    params = a_thing()
    depends_on = serializers.ListField(child=serializers.IntegerField(), required=False)
    required = a_flag()  # type: ignore[assignment]  # the field's name is the plan's
    output_key = a_text()
    timeout_seconds = a_figure()
    picked = a_texts()
    confirm = a_flag()
    agreed = a_thing()


class ExecutionPlanSerializer(Serializer[Any]):
    """Steps and how they run."""

    steps = ExecutionStepSerializer(many=True)
    execution_mode, combine_mode, proposed_by = (a_text() for _ in range(3))
    max_concurrency = a_number()


class ProposalSerializer(Serializer[Any]):
    """The model that was asked for a plan, and why its plan was not taken."""

    model = serializers.CharField()
    refused = serializers.CharField(allow_null=True)


class StepHandler(Serializer[Any]):
    """Who would do a step: by its capability, else by its domain."""

    step_id = serializers.IntegerField()
    domain, capability, kind, by = (serializers.CharField() for _ in range(4))


class PlanProblem(Serializer[Any]):
    """Why the plan would be refused."""

    error, detail = serializers.CharField(), serializers.CharField()


class Alternative(Serializer[Any]):
    """What would have won, had the tier that decided abstained."""

    tier, intent, agent, reason, keyword, asks_model = (a_text() for _ in range(6))


class UrgentMatter(Serializer[Any]):
    """What of the message a person is told of, beside the matter that is decided."""

    intent, words = serializers.CharField(), serializers.CharField()


class ExplainedRoute(DecisionSerializer):
    """A RouteDecision with what every tier saw; of a message that is refused, by which guardrail."""

    blocked_by = a_text(help_text="The guardrail that refuses the message.")
    guardrails = RailDecisionSerializer(many=True)
    tiers = TierSaw(many=True)
    otherwise = Alternative(required=False, allow_null=True)
    urgent = UrgentMatter(required=False)
    mode, mode_source, reply, language = (a_text() for _ in range(4))
    release = a_number()
    usage = DebugUsage(required=False, help_text="Of models that were asked.")
    agents = a_texts(help_text="Mode supervisor: who would work at once.")
    plan = SupervisorPlanSerializer(required=False)
    requests = OpenPart(many=True, required=False, help_text="Mode supervised: what is asked for.")
    intent_output = IntentOutputSerializer(required=False, help_text="Mode planner, as all that follows.")
    also = IntentOutputSerializer(many=True, required=False)
    execution_intents = ExecutionIntentSerializer(many=True, required=False)
    execution_intent = ExecutionIntentSerializer(required=False, allow_null=True)
    execution_plan = ExecutionPlanSerializer(required=False)
    proposal = ProposalSerializer(required=False, allow_null=True)
    handlers = StepHandler(many=True, required=False)
    asks_first = a_flag()
    problem = PlanProblem(required=False, allow_null=True)


class BackendCandidate(Serializer[Any]):
    """A backend that something in the message points to."""

    backend_id = serializers.CharField()
    score = serializers.FloatField()
    matches = a_texts()


class ExplainedBackend(Serializer[Any]):
    """At a gateway: the backend that would get the message, and why."""

    backend_id = serializers.CharField(allow_blank=True)
    confidence = serializers.FloatField()
    reason, mode = serializers.CharField(), serializers.CharField()
    used_llm, keep_active_backend = serializers.BooleanField(), serializers.BooleanField()
    candidates = BackendCandidate(many=True)
    metadata = a_thing()
    unsure, available = serializers.BooleanField(), serializers.BooleanField()
    active_backend = serializers.CharField(allow_null=True)
    global_session_id = serializers.CharField(allow_null=True)


ROUTE = PolymorphicProxySerializer(
    component_name="ExplainedDecision",
    serializers=[ExplainedRoute, ExplainedBackend],
    resource_type_field_name=None,
)


# --- /debug/identity -----------------------------------------------------------------------------
class TechnicalIdentity(Serializer[Any]):
    """Who asks, and in which conversation."""

    tenant_id, agent_id, conversation_key = (serializers.CharField() for _ in range(3))
    original_session_id, user_id = a_text(), a_text()


class BusinessKeySources(Serializer[Any]):
    """What a business key is read from."""

    sources = serializers.ListField(child=serializers.CharField())
    required = serializers.BooleanField()  # type: ignore[assignment]  # the field's name is the key's


class ResolvedIdentity(Serializer[Any]):
    """Which customer a request would be about."""

    technical_identity = TechnicalIdentity()
    business_context = serializers.DictField(help_text="The company's business keys; null: not known.")
    business_keys = serializers.DictField(child=BusinessKeySources())
    identity_missing = serializers.ListField(child=serializers.CharField())
    values = serializers.DictField(help_text="What the conversation and the message name.")
    context_keys = serializers.ListField(child=serializers.CharField())


# --- /debug/env ----------------------------------------------------------------------------------
class Environment(Serializer[Any]):
    """What this installation runs with; `source` says of each where it came from."""

    SESSION_REPOSITORY_PROVIDER, MEMORY_REPOSITORY_PROVIDER, CHECKPOINT_REPOSITORY_PROVIDER = (
        serializers.CharField() for _ in range(3)
    )
    ROUTING_MODE, APP_ENV, LLM_PROVIDER = (serializers.CharField() for _ in range(3))
    ENABLE_LLM_ROUTER, ENABLE_MCP_TOOLS, ENABLE_LANGFUSE = (serializers.BooleanField() for _ in range(3))
    TELEMETRY_ENABLED, JUDGES_FAIL_CLOSED, GUARDRAILS_RETRY = (serializers.BooleanField() for _ in range(3))
    LANGFUSE_HOST, JUDGE_LLM_PROFILE = a_text(), a_text()
    source = serializers.DictField(child=serializers.CharField())  # type: ignore[assignment]


# --- /debug/mcp ----------------------------------------------------------------------------------
class ToolCacheSerializer(Serializer[Any]):
    """How long a result is used again."""

    enabled = serializers.BooleanField()
    ttl_seconds = serializers.IntegerField(allow_null=True)


class PublishedTool(Serializer[Any]):
    """A published tool, what it needs, and whether it may be called now."""

    name, server = serializers.CharField(), serializers.CharField()
    description = serializers.CharField(allow_blank=True)
    args_schema = serializers.DictField(help_text="A JSON Schema.")
    tool_type = serializers.ChoiceField(["query", "action"])
    requires = serializers.ListField(child=serializers.CharField())
    confirmation_required, enabled = serializers.BooleanField(), serializers.BooleanField()
    execution_policy = serializers.ChoiceField(["auto", "confirm"])
    cache = ToolCacheSerializer()
    sources = serializers.DictField(
        child=serializers.CharField(), help_text="Where each argument comes from."
    )


class PublishedTools(Serializer[Any]):
    """Every published tool."""

    enabled = serializers.BooleanField()
    tools = PublishedTool(many=True)


class TriedTool(ToolCalled):
    """The result of a tool that was tried; of one that was not called, why."""

    skipped = a_flag()
    reason = a_text()
