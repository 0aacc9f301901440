"""What answers and the record look like in the schema, in both views.

A customer's, and that of the scope `debug`.

The first is what `routing.turns.audience` lets pass, field by field; the second has all of it and the rest.
"""

from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework import serializers
from rest_framework.serializers import Serializer

from conversations.models import Feedback
from routing.api.answer_parts import (
    Citation,
    Clarification,
    ClientCallSerializer,
    DebugHandoff,
    DebugPerson,
    DebugQuestion,
    DebugUsage,
    DecisionSerializer,
    HandoffNames,
    JudgeResultSerializer,
    OpenQuestionPart,
    Part,
    PermissionChange,
    PersonSerializer,
    QuestionSerializer,
    RailDecisionSerializer,
    SpecialistCall,
    SpentBudget,
    SubConversationSerializer,
    SupervisorPlanSerializer,
    TierSaw,
    Timings,
    ToolCalled,
    TurnStep,
    UsageSerializer,
    a_figure,
    a_flag,
    a_number,
    a_text,
    a_texts,
    a_thing,
    a_things,
)
from routing.api.endpoint_schema import EITHER_VIEW


def either(customer: type[Serializer[Any]], debug: type[Serializer[Any]]) -> PolymorphicProxySerializer:
    """What a door gives: which of the two is decided by the caller's scopes."""
    return PolymorphicProxySerializer(
        component_name=f"{customer.__name__}{EITHER_VIEW}",
        serializers=[debug, customer],
        resource_type_field_name=None,
    )


# --- answers -------------------------------------------------------------------------------------
class AnswerMetadata(Serializer[Any]):
    """What is known of the turn: what everybody may see of it.

    Specialists have the names that people know.
    """

    turn_id, status, conversation_id, conversation_key = a_text(), a_text(), a_text(), a_text()
    turn = a_number(help_text="Its number in the conversation.")
    message_id, original_session_id, channel_id, tenant_id, agent_id = (a_text() for _ in range(5))
    message_ids = a_texts()
    language = a_text()
    active_agent = a_text(help_text="Who answered.")
    previous_agent = a_text()
    agents = a_texts(help_text="Who worked, in order.")
    handoffs = HandoffNames(many=True, required=False)
    handoff_count = a_number()
    client_calls = ClientCallSerializer(many=True, required=False)
    question = QuestionSerializer(required=False, allow_null=True)
    clarification = Clarification(required=False, allow_null=True)
    stopped = a_text(
        help_text="Why it ended before it was done: a limit, or how a model's answer ended short."
    )
    failure = a_text(help_text="Of which kind a failure is.")
    acted = a_flag(help_text="Whether something was changed, or may have been.")
    requires_user_input = a_flag()
    missing_fields = a_texts()
    usage = UsageSerializer()
    citations = Citation(many=True, required=False)
    cached = a_flag(help_text="Whether an answer that was made before was given again.")
    person = PersonSerializer(required=False, allow_null=True)
    global_session_id, backend_session_id, selected_backend_name = a_text(), a_text(), a_text()


class FlagSaid(Serializer[Any]):
    """What the flag of the rollout said of this user."""

    value = a_text(help_text="The mode to use; empty: it chooses none.")
    variant, reason = a_text(), a_text()
    metadata = a_thing()


class DebugAnswerMetadata(AnswerMetadata):
    """All that is known of the turn. Needs the scope debug. Specialists have their published names."""

    display_names = a_thing(help_text="How people see the specialists that are named.")
    handoffs = DebugHandoff(many=True, required=False)
    question = DebugQuestion(required=False, allow_null=True)
    usage = DebugUsage(required=False)
    person = DebugPerson(required=False, allow_null=True)
    route, intent, routing_decision, domain, mode, mode_source = (a_text() for _ in range(6))
    route_decision = DecisionSerializer(required=False, allow_null=True)
    tiers = TierSaw(many=True, required=False)
    flag = FlagSaid(required=False, allow_null=True)
    mcp_tools, identity_missing = a_texts(), a_texts()
    mcp_results = ToolCalled(many=True, required=False)
    tool_calls = SpecialistCall(many=True, required=False)
    guardrails = RailDecisionSerializer(many=True, required=False)
    judges = JudgeResultSerializer(many=True, required=False)
    pending = OpenQuestionPart(many=True, required=False)
    plan = SupervisorPlanSerializer(required=False, allow_null=True)
    sub_conversation = SubConversationSerializer(required=False, allow_null=True)
    permission = PermissionChange(required=False, allow_null=True)
    agent_step_counts = serializers.DictField(child=serializers.IntegerField(), required=False)
    execution, business_context = a_thing(), a_thing()
    workflow_state, error = a_text(), a_text()
    budget = SpentBudget(
        required=False, allow_null=True, help_text="The budget whose end changed the turn's way."
    )
    rounds, release = a_number(), a_number()
    steps = TurnStep(many=True, required=False)
    timings = Timings(required=False)
    parts = Part(many=True, required=False)
    missing_required_params = serializers.JSONField(required=False)
    resolution = a_text()
    handover_backend, handover_summary, handover_refused, selected_backend = (a_text() for _ in range(4))
    global_route_decision = a_thing()
    backend_elapsed_ms = a_figure()
    handovers = serializers.ListField(
        child=serializers.DictField(child=serializers.CharField()),
        required=False,
        help_text="Each: from, to.",
    )
    failed_backends = a_texts()


class GatewayAnswer(Serializer[Any]):
    channel = a_text()
    session_id = serializers.CharField(help_text="The conversation_key: send it back as session_id.")
    text = serializers.CharField(allow_blank=True)
    metadata = AnswerMetadata()


class DebugGatewayAnswer(GatewayAnswer):
    metadata = DebugAnswerMetadata()


class ChatAnswer(Serializer[Any]):
    response = serializers.CharField(allow_blank=True)
    conversation_id = serializers.CharField()
    conversation_key = serializers.CharField()
    current_agent = a_text()
    previous_agent = a_text()
    handoff_count = serializers.IntegerField()
    usage = UsageSerializer()
    metadata = AnswerMetadata()


class DebugChatAnswer(ChatAnswer):
    is_cached = a_flag()
    similarity = a_figure()
    judge_result = a_thing()
    usage = DebugUsage()
    metadata = DebugAnswerMetadata()


# --- what is read --------------------------------------------------------------------------------
class Given(Serializer[Any]):
    value = serializers.ChoiceField(Feedback.Values.choices)
    comment = serializers.CharField(allow_blank=True)
    created_at = serializers.DateTimeField()
    updated_at = serializers.DateTimeField()


class TurnState(Serializer[Any]):
    turn_id = serializers.CharField()
    conversation_key = serializers.CharField()
    number = serializers.IntegerField()
    status = serializers.CharField()
    text = serializers.CharField(allow_blank=True)
    metadata = AnswerMetadata()
    feedback = Given(allow_null=True)
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)


class DebugTurnState(TurnState):
    metadata = DebugAnswerMetadata()
    error = a_text()


class KeptFile(Serializer[Any]):
    """What is known of a file that came with a message; the file itself is not kept."""

    name, media_type = a_text(), a_text(help_text="Empty where it could not be read.")
    size = a_number(help_text="Bytes.")
    read = a_flag(help_text="Whether a model was given it.")


class DebugKeptFile(KeptFile):
    digest = a_text(help_text="SHA-256.")
    masked = a_flag(help_text="Whether its name was masked.")


class MessageMetadata(Serializer[Any]):
    message_id, turn_id, status, language = a_text(), a_text(), a_text(), a_text()
    attachments = KeptFile(many=True, required=False)
    agents = a_texts()
    handoffs = HandoffNames(many=True, required=False)
    question = QuestionSerializer(required=False, allow_null=True)
    citations = Citation(many=True, required=False)


class DebugMessageMetadata(MessageMetadata):
    attachments = DebugKeptFile(many=True, required=False)
    handoffs = DebugHandoff(many=True, required=False)
    question = DebugQuestion(required=False, allow_null=True)
    route, intent, mode = a_text(), a_text(), a_text()
    route_decision = DecisionSerializer(required=False, allow_null=True)
    judges = JudgeResultSerializer(many=True, required=False)
    tool_calls = SpecialistCall(many=True, required=False)
    sub_conversation = SubConversationSerializer(required=False, allow_null=True)
    business_context = a_thing()
    timings = Timings(required=False)


class PastMessageSerializer(Serializer[Any]):
    seq = serializers.IntegerField(help_text="Its place in the conversation, for `before`.")
    role = serializers.CharField()
    content = serializers.CharField(allow_blank=True)
    created_at = serializers.DateTimeField()
    agent = serializers.CharField(allow_null=True)
    turn_id = serializers.CharField()
    metadata = MessageMetadata()
    feedback = Given(allow_null=True, help_text="The caller's own; only answers have one.")


class DebugPastMessage(PastMessageSerializer):
    metadata = DebugMessageMetadata()


class ConversationRow(Serializer[Any]):
    conversation_id = serializers.CharField()
    conversation_key = serializers.CharField()
    agent_id = serializers.CharField()
    title = serializers.CharField(allow_blank=True)
    started_at = serializers.DateTimeField()
    last_activity = serializers.DateTimeField()
    message_count = serializers.IntegerField()
    current_agent = serializers.CharField(allow_null=True)


class ConversationPage(Serializer[Any]):
    count = serializers.IntegerField()
    next = serializers.CharField(allow_null=True)
    previous = serializers.CharField(allow_null=True)
    results = ConversationRow(many=True)


class ConversationWhole(ConversationRow):
    earlier = serializers.BooleanField(help_text="Whether more was said before these messages.")
    messages = PastMessageSerializer(many=True)


class DebugConversationWhole(ConversationWhole):
    messages = DebugPastMessage(many=True)


class MessagesSerializer(Serializer[Any]):
    session_id = serializers.CharField()
    earlier = serializers.BooleanField()
    messages = PastMessageSerializer(many=True)


class DebugMessages(MessagesSerializer):
    messages = DebugPastMessage(many=True)


class Session(Serializer[Any]):
    session_id = serializers.CharField()
    conversation_key = serializers.CharField()
    conversation_id = serializers.CharField()
    tenant_id = serializers.CharField()
    agent_id = serializers.CharField()
    original_session_id = serializers.CharField()
    user_id, channel, language, status = a_text(), a_text(), a_text(), a_text()
    active_agent, previous_agent = a_text(), a_text()
    question = QuestionSerializer(required=False, allow_null=True)
    message_count = serializers.IntegerField()
    handoff_count = serializers.IntegerField()
    started_at = serializers.DateTimeField()
    last_activity = serializers.DateTimeField()
    ended = serializers.BooleanField()
    person = PersonSerializer(required=False, allow_null=True)


class DebugSession(Session):
    person = DebugPerson(required=False, allow_null=True)
    question = DebugQuestion(required=False, allow_null=True)
    workflow_state = a_text()
    sub_conversation, options = a_thing(), a_thing()
    permissions = a_things()


GATEWAY, CHAT = either(GatewayAnswer, DebugGatewayAnswer), either(ChatAnswer, DebugChatAnswer)
TURN, MESSAGES = either(TurnState, DebugTurnState), either(MessagesSerializer, DebugMessages)
CONVERSATION, SESSION = (
    either(ConversationWhole, DebugConversationWhole),
    either(Session, DebugSession),
)
