"""What `/v1/responses` takes and gives, for validation and for the schema."""

from typing import Any

from drf_spectacular.utils import extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from routing.api.fields import Name, Text, Truth
from routing.api.serializers import Data

MOST_ITEMS = 2000


@extend_schema_field(
    {
        "oneOf": [
            {"type": "string", "minLength": 1},
            {"type": "array", "minItems": 1, "maxItems": MOST_ITEMS, "items": {"type": "object"}},
        ]
    }
)
class Input(serializers.JSONField):
    """A text, or messages as OpenAI writes them.

    Read one by one later, for what is wrong is said with its place.
    """


@extend_schema_field(
    {
        "oneOf": [
            {"type": "string"},
            {"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}}},
        ]
    }
)
class ConversationName(serializers.JSONField):
    """The conversation's id, or an object with it."""


@extend_schema_serializer(component_name="CreateResponse")  # the generator adds "Request"
class ResponseRequest(serializers.Serializer[Any]):
    """A message of an OpenAI client. Other parameters of that API are taken and change nothing."""

    model = Text(max_length=64, help_text="The profile that answers; /v1/models lists them.")
    input = Input(help_text="What the user says, or a list of messages that ends with it.")
    instructions = Text(required=False, allow_null=True, allow_blank=True, help_text="Data, in no prompt.")
    previous_response_id = Name(max_length=64, help_text="Goes on with the conversation of that response.")
    conversation = ConversationName(required=False, allow_null=True)
    stream = Truth(required=False, allow_null=True)
    user = Name(help_text="The end user; believed from keys with the scope context:trusted.")
    metadata = Data(help_text="What is known about the customer, and the conversation's id.")


class OutputText(serializers.Serializer[Any]):
    """The text of an answer."""

    type = serializers.CharField()
    text = serializers.CharField(allow_blank=True)
    annotations = serializers.ListField(child=serializers.DictField())
    logprobs = serializers.ListField(child=serializers.DictField())


class OutputMessage(serializers.Serializer[Any]):
    """An answer."""

    id = serializers.CharField()
    type = serializers.CharField()
    status = serializers.CharField(help_text="completed or incomplete.")
    role = serializers.CharField()
    content = OutputText(many=True)


class ResponseFailure(serializers.Serializer[Any]):
    """Why a turn failed, with the words that its user would have read."""

    code = serializers.CharField(help_text="server_error or rate_limit_exceeded.")
    message = serializers.CharField(allow_blank=True)


class IncompleteDetails(serializers.Serializer[Any]):
    """Why an answer is not whole."""

    reason = serializers.CharField(help_text="max_output_tokens or content_filter.")


class CachedTokens(serializers.Serializer[Any]):
    cached_tokens = serializers.IntegerField()
    cache_write_tokens = serializers.IntegerField()


class ReasoningTokens(serializers.Serializer[Any]):
    reasoning_tokens = serializers.IntegerField()


class ResponseUsage(serializers.Serializer[Any]):
    """Tokens of all models that worked on the answer."""

    input_tokens = serializers.IntegerField()
    input_tokens_details = CachedTokens()
    output_tokens = serializers.IntegerField()
    output_tokens_details = ReasoningTokens()
    total_tokens = serializers.IntegerField()


class ConversationId(serializers.Serializer[Any]):
    """The conversation as the client named it."""

    id = serializers.CharField()


class ResponseSerializer(serializers.Serializer[Any]):
    """The answer. `switchboard` names the turn and its conversation."""

    id = serializers.CharField()
    object = serializers.CharField()
    created_at = serializers.IntegerField()
    status = serializers.CharField(
        help_text="completed, incomplete, failed, cancelled; of a turn that is read: in_progress, queued."
    )
    error = ResponseFailure(allow_null=True)
    incomplete_details = IncompleteDetails(allow_null=True)
    model = serializers.CharField()
    output = OutputMessage(many=True)
    usage = ResponseUsage(allow_null=True)
    instructions = serializers.CharField(allow_null=True, allow_blank=True)
    previous_response_id = serializers.CharField(allow_null=True)
    conversation = ConversationId(allow_null=True)
    metadata = Data()
    user = serializers.CharField(allow_null=True)
    parallel_tool_calls = serializers.BooleanField()
    tool_choice = serializers.CharField()
    tools = serializers.ListField(child=serializers.DictField())
    temperature = serializers.FloatField(allow_null=True)
    top_p = serializers.FloatField(allow_null=True)
    switchboard = Data()


class ResponseLine(serializers.Serializer[Any]):
    """One event of a stream: its name, and its data as JSON."""

    event = serializers.CharField()
    data = serializers.CharField()  # type: ignore[assignment]  # the field's name is the wire's
