"""What `/v1/*` takes and gives, for validation and for the schema."""

from typing import Any

from drf_spectacular.utils import extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from routing.api.answer_parts import QuestionSerializer
from routing.api.fields import Name, Text, Truth
from routing.api.serializers import Data

# A message as OpenAI writes it. Read one by one later, so that this only tells a client's generator.
MESSAGE = {
    "type": "object",
    "required": ["role"],
    "properties": {
        "role": {"type": "string", "description": "user, assistant, system, developer or tool."},
        "content": {
            "nullable": True,
            "oneOf": [
                {"type": "string"},
                {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "required": ["type"],
                        "properties": {
                            "type": {"type": "string", "description": "For example text or image_url."},
                            "text": {"type": "string"},
                        },
                        "additionalProperties": {},
                    },
                },
            ],
        },
        "tool_call_id": {"type": "string", "description": "Of a result: the call that it answers."},
    },
    "additionalProperties": {},
}


@extend_schema_field({"type": "array", "items": MESSAGE, "minItems": 1, "maxItems": 2000})
class MessagesField(serializers.ListField):
    """Messages as OpenAI writes them; read one by one later, for what is wrong is said with its place."""

    def __init__(self, **options: Any) -> None:
        super().__init__(allow_empty=False, max_length=2000, **options)


@extend_schema_field(
    {
        "type": "array",
        "maxItems": 64,
        "items": {
            "type": "object",
            "required": ["type", "function"],
            "properties": {
                "type": {"type": "string", "enum": ["function"]},
                "function": {
                    "type": "object",
                    "required": ["name"],
                    "properties": {
                        "name": {"type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$"},
                        "description": {"type": "string", "maxLength": 8000},
                        "parameters": {"type": "object", "description": "The JSON Schema of an object."},
                        "strict": {"type": "boolean", "nullable": True},
                    },
                },
            },
        },
    }
)
class ToolsField(serializers.JSONField):
    """Tools as OpenAI writes them; read one by one later, like messages."""


@extend_schema_field(
    {
        "oneOf": [
            {"type": "string", "enum": ["auto", "none", "required"]},
            {
                "type": "object",
                "required": ["type", "function"],
                "properties": {
                    "type": {"type": "string", "enum": ["function"]},
                    "function": {
                        "type": "object",
                        "required": ["name"],
                        "properties": {"name": {"type": "string"}},
                    },
                },
            },
        ]
    }
)
class ToolChoice(serializers.JSONField):
    """auto, none, required, or the one that is to be called."""


class StreamOptions(serializers.Serializer[Any]):
    """What a stream has beside the answer."""

    include_usage = Truth(required=False, allow_null=True)


@extend_schema_serializer(component_name="Completion")  # the generator adds "Request"
class CompletionRequest(serializers.Serializer[Any]):
    """A chat of an OpenAI client.

    The conversation is named by session_id, chat_id, conversation_id or thread_id, here, in `metadata` or as
    a header X-Chat-Id. Other parameters of that API are taken and change nothing.
    """

    model = Text(max_length=64, help_text="The profile that answers; /v1/models lists them.")
    messages = MessagesField(
        help_text=(
            "The last one is the user's, or the results of calls; content is a text or a list of parts: "
            "text, and of what the user says last pictures (image_url) and PDF documents (file)."
        )
    )
    stream = Truth(required=False, allow_null=True)
    stream_options = StreamOptions(required=False, allow_null=True)
    tools = ToolsField(
        required=False, allow_null=True, help_text="The client's own, which it carries out itself."
    )
    tool_choice = ToolChoice(required=False, allow_null=True)
    parallel_tool_calls = Truth(required=False, allow_null=True)
    user = Name(help_text="The end user; believed from keys with the scope context:trusted.")
    metadata = Data(help_text="What is known about the customer, and the conversation's id.")


class CalledFunction(serializers.Serializer[Any]):
    """What is to be called, with its arguments as JSON in a text."""

    name = serializers.CharField()
    arguments = serializers.CharField()


class CompletionToolCall(serializers.Serializer[Any]):
    """A call for the client's program; its result names the id."""

    id = serializers.CharField()
    type = serializers.CharField()
    function = CalledFunction()


class CompletionMessage(serializers.Serializer[Any]):
    """What was answered; the content is null where only calls were made."""

    role = serializers.CharField()
    content = serializers.CharField(allow_null=True)
    refusal = serializers.CharField(allow_null=True)
    tool_calls = CompletionToolCall(many=True, required=False)


class Choice(serializers.Serializer[Any]):
    """The one answer."""

    index = serializers.IntegerField()
    message = CompletionMessage()
    finish_reason = serializers.CharField()


class CompletionLine(serializers.Serializer[Any]):
    """One line of a stream: a chunk as JSON, or [DONE]."""

    data = serializers.CharField()  # type: ignore[assignment]  # the field's name is the wire's


class CachedTokens(serializers.Serializer[Any]):
    cached_tokens = serializers.IntegerField()
    cache_write_tokens = serializers.IntegerField()


class ReasoningTokens(serializers.Serializer[Any]):
    reasoning_tokens = serializers.IntegerField()


class CompletionUsage(serializers.Serializer[Any]):
    """Tokens of all models that worked on the answer."""

    prompt_tokens = serializers.IntegerField()
    prompt_tokens_details = CachedTokens()
    completion_tokens = serializers.IntegerField()
    completion_tokens_details = ReasoningTokens()
    total_tokens = serializers.IntegerField()


class TurnNamed(serializers.Serializer[Any]):
    """Where the turn is found at the other doors, and what it asks."""

    conversation_id, conversation_key = serializers.CharField(), serializers.CharField()
    turn_id, status = serializers.CharField(), serializers.CharField()
    stopped = serializers.CharField(
        allow_null=True, required=False, help_text="Why the answer is not whole: length, interrupted."
    )
    active_agent = serializers.CharField(allow_null=True, required=False)
    intent = serializers.CharField(allow_null=True, required=False)
    question = QuestionSerializer(allow_null=True, required=False)


class CompletionSerializer(serializers.Serializer[Any]):
    """The answer. `switchboard` names the turn and its conversation."""

    id = serializers.CharField()
    object = serializers.CharField()
    created = serializers.IntegerField()
    model = serializers.CharField()
    choices = Choice(many=True)
    usage = CompletionUsage()
    switchboard = TurnNamed()


class Model(serializers.Serializer[Any]):
    """A published profile."""

    id = serializers.CharField()
    object = serializers.CharField()
    created = serializers.IntegerField()
    owned_by = serializers.CharField()


class Models(serializers.Serializer[Any]):
    """The profiles that the key may speak to."""

    object = serializers.CharField()
    data = Model(many=True)  # type: ignore[assignment]


class ErrorMembers(serializers.Serializer[Any]):
    """The members of an error."""

    message, type = serializers.CharField(allow_blank=True), serializers.CharField()
    param, code = serializers.CharField(allow_null=True), serializers.CharField(allow_null=True)
    request_id = serializers.CharField(allow_blank=True)


class OpenAiError(serializers.Serializer[Any]):
    """A refusal as OpenAI's clients read it: message, type, param, code."""

    error = ErrorMembers()
