"""What is published and how things are, in the schema. A customer sees a part of each field's object."""

from typing import Any

from rest_framework import serializers
from rest_framework.serializers import Serializer

from routing.api.answer_parts import (
    DecisionSerializer,
    JudgeResultSerializer,
    Part,
    RailDecisionSerializer,
    SupervisorPlanSerializer,
    ToolCalled,
    TurnStep,
    a_figure,
    a_flag,
    a_number,
    a_text,
    a_texts,
    a_thing,
    a_things,
)
from routing.api.answer_shapes import DebugPastMessage


# --- /agents -------------------------------------------------------------------------------------
class SpecialistShown(Serializer[Any]):
    """One of a profile's team; customers see the name that people know."""

    name = a_text()
    display_name = serializers.CharField()
    purpose = a_text()


class ProfileMetadata(Serializer[Any]):
    domain, system_prefix = a_text(), a_text()


class Attachable(Serializer[Any]):
    """What may be attached in the chat."""

    endings = serializers.ListField(child=serializers.CharField(), help_text="Of a file's name, as `.pdf`.")
    most_bytes = serializers.IntegerField(help_text="Of one file.")


class MessageFiles(Serializer[Any]):
    """Files that may come with a message."""

    media_types = serializers.ListField(child=serializers.CharField(), help_text="As `image/png`.")
    most_files = serializers.IntegerField(help_text="Of one message.")
    most_bytes = serializers.IntegerField(help_text="Of all files of one message.")


class PublishedProfile(Serializer[Any]):
    """A profile that can be talked to."""

    agent_id = serializers.CharField()
    name = serializers.CharField()
    description = serializers.CharField()
    mode = a_text()
    metadata = ProfileMetadata(required=False)
    specialists = SpecialistShown(many=True)
    intents = a_texts()
    suggestions = serializers.ListField(
        child=serializers.DictField(child=serializers.CharField()),
        help_text="What can be asked for, each by language.",
    )
    attachments = Attachable(
        required=False, allow_null=True, help_text="What users may attach; null where that is nothing."
    )
    message_files = MessageFiles(
        required=False,
        allow_null=True,
        help_text="What models read of a message; null where that is nothing.",
    )
    prompt_policy_path, routing_config_path, guardrails_config_path = a_text(), a_text(), a_text()
    judges_config_path, tools_config_path = a_text(), a_text()


class PublishedProfiles(Serializer[Any]):
    """Who can be talked to."""

    default_agent_id = serializers.CharField(allow_null=True)
    agents = PublishedProfile(many=True)


# --- /backends, /debug/sessions ------------------------------------------------------------------
class PublishedBackend(Serializer[Any]):
    """Where a gateway passes messages to."""

    backend_id = serializers.CharField()
    name = serializers.CharField()
    description = a_text()
    domains, keywords, examples = a_texts(), a_texts(), a_texts()
    priority = a_number()
    default_agent_id = a_text()
    metadata = a_thing()
    enabled = a_flag()
    circuit = a_text(help_text="closed, open or half_open.")


class PublishedBackends(Serializer[Any]):
    """Whether this installation is a gateway, and its backends."""

    default_backend = serializers.CharField(allow_null=True)
    gateway = serializers.BooleanField()
    mode = a_text()
    backends = PublishedBackend(many=True)


class BackendHealth(Serializer[Any]):
    backend_id = serializers.CharField()
    ok = serializers.BooleanField()
    error = serializers.CharField(allow_null=True)
    elapsed_ms = serializers.FloatField()
    circuit = serializers.CharField()


class BackendsHealth(Serializer[Any]):
    """How each backend is."""

    results = BackendHealth(many=True)


class LastBackendDecision(Serializer[Any]):
    backend_id = serializers.CharField()
    answered_by = serializers.CharField(allow_null=True)
    mode, method = serializers.CharField(), serializers.CharField()
    confidence = serializers.FloatField()
    reason, status = serializers.CharField(), serializers.CharField()


class BackendSession(Serializer[Any]):
    """A session of the gateway and where it is."""

    global_session_id = serializers.CharField()
    active_backend = serializers.CharField(allow_null=True)
    backend_sessions = serializers.DictField(child=serializers.CharField())
    user_id = serializers.CharField(allow_null=True)
    channel = serializers.CharField()
    messages = serializers.IntegerField()
    started_at, last_at = serializers.DateTimeField(), serializers.DateTimeField()
    last_decision = LastBackendDecision(allow_null=True)


class BackendSessions(Serializer[Any]):
    """The last sessions."""

    count = serializers.IntegerField()
    sessions = BackendSession(many=True)


# --- /health, /healthz, /readyz ------------------------------------------------------------------
class Health(Serializer[Any]):
    """What runs here."""

    status = serializers.CharField(help_text="ok or nothing_published.")
    routing_mode = a_text()
    agents = serializers.ListField(child=serializers.CharField())
    default_agent_id = serializers.CharField(allow_null=True)
    session_repository, memory_repository = a_text(), a_text()
    checkpoint_repository, usage_repository = a_text(), a_text()
    llm_provider, llm_class = a_text(), a_text()
    langfuse_enabled = a_flag()
    sse_enabled = serializers.BooleanField()
    version = serializers.CharField()
    release = a_number()


class Liveness(Serializer[Any]):
    status = serializers.CharField()


class ReadinessSerializer(Serializer[Any]):
    """Each check by its name: ok, or what is in the way."""

    status = serializers.CharField()
    checks = serializers.DictField(child=serializers.CharField())


# --- checkpoint, usage, stop ---------------------------------------------------------------------
class AgentState(Serializer[Any]):
    """The state after a turn (agent gateway protocol)."""

    tenant_id, agent_id, session_id = serializers.CharField(), serializers.CharField(), a_text()
    conversation_key = serializers.CharField()
    user_text, sanitized_input, route, intent = a_text(), a_text(), a_text(), a_text()
    route_decision = DecisionSerializer(required=False, allow_null=True)
    domain = a_text()
    mcp_tools = a_texts()
    mcp_results = ToolCalled(many=True, required=False)
    answer, final_answer = a_text(), a_text()
    history = DebugPastMessage(many=True)
    context = a_thing()  # type: ignore[assignment]
    guardrail_decisions = RailDecisionSerializer(many=True, required=False)
    judge_results = JudgeResultSerializer(many=True, required=False)
    next_state = a_text()
    supervisor_plan = SupervisorPlanSerializer(required=False, allow_null=True)
    supervisor_results = Part(many=True, required=False)
    active_agent = a_text()
    blocked = a_flag()
    supervisor_action, supervisor_guidance = a_text(), a_text()
    supervisor_attempt = a_number()
    # Beside it where a supervisor decided one after the other (mode supervised):
    input, next_agent, tool_response, final_output, current_agent = (a_text() for _ in range(5))
    supervisor_decision = a_text()
    messages = a_things()
    executed_agents = a_texts()


class CheckpointState(Serializer[Any]):
    state = AgentState()
    message_id = a_text()
    steps = TurnStep(many=True, required=False)


class Checkpoint(Serializer[Any]):
    """The state after the last turn; null before the first one."""

    session_id = serializers.CharField()
    checkpoint = CheckpointState(allow_null=True)


class Stopped(Serializer[Any]):
    """What became of the turn that was to be stopped."""

    turn_id, status = serializers.CharField(), serializers.CharField()
    stopped = serializers.BooleanField()


class UsedModel(Serializer[Any]):
    calls, prompt_tokens, completion_tokens = a_number(), a_number(), a_number()
    cached_tokens, reasoning_tokens, unpriced_calls = a_number(), a_number(), a_number()
    estimated_calls = a_number(help_text="Whose tokens the other side did not count.")
    cost_usd = a_figure()


class UsageTotal(UsedModel):
    """What models cost, together and by model."""

    total_tokens = a_number()
    cost_brl = a_figure()
    by_model = serializers.DictField(child=UsedModel(), required=False)
    days = a_number(help_text="What it is of; null for one session.")
