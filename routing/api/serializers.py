"""What the doors take and give, for validation and for the schema at `/api/schema/`."""

from itertools import chain
from typing import Any, get_args

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from conversations.models import Feedback
from conversations.turn import EventName
from language.spoken_languages import CODES, find_spoken
from routing.api import gateway_event_names
from routing.api.fields import ChannelField, JsonObjectField, Name, SessionField, Slug, Text
from tenancy import tokens

_object = extend_schema_field(OpenApiTypes.OBJECT)


GATEWAY_EVENTS = ("backend.selected", "backend.unavailable", "backend.handover", "waiting")

PROTOCOL_EVENTS = (
    gateway_event_names.CONNECTED,
    *chain(*gateway_event_names.NAMES.values()),
)  # with ?names=seed


@_object
class Data(JsonObjectField):
    """An object in the schema."""


@extend_schema_field(
    {
        "type": "array",
        "nullable": True,
        "items": {
            "type": "object",
            "required": ["url"],
            "properties": {
                "url": {"type": "string", "description": "data:image/png;base64,... or https://..."},
                "name": {"type": "string", "example": "bill.jpg"},
            },
        },
    }
)
class FilesField(serializers.JSONField):
    """Pictures and PDF documents for the models of this turn; read one by one (`sent_files`)."""

    def __init__(self, **options: Any) -> None:
        super().__init__(required=False, allow_null=True, **options)


class Payload(serializers.Serializer[Any]):
    """The message and whatever the channel knows; fields that are not named here join the context."""

    text = Text(
        required=False,
        allow_blank=True,  # "Write a message." is said where no file came either
        help_text="The message. `message`, `content`, `transcript`, `input` and `user_text` mean the same.",
    )
    message = Text(required=False, allow_blank=True)
    content = Text(required=False, allow_blank=True)
    transcript = Text(required=False, allow_blank=True)
    input = Text(required=False, allow_blank=True)
    user_text = Text(required=False, allow_blank=True)
    session_id = SessionField(help_text="Yours, or a conversation_key; a new one is made when it is missing.")
    user_id = Name(help_text="Believed from trusted keys and session tokens only.")
    channel_id = Name()
    channelId = Name()
    message_id = Name(max_length=200, help_text="Works like an Idempotency-Key.")
    tenant_id = Slug()
    agent_id = Slug()
    context = Data(  # type: ignore[assignment]
        help_text="What is known about the customer: customer_id, order_id ..."
    )
    business_context = Data(
        help_text="customer_key, contract_key, interaction_key, account_key, resource_key."
    )
    metadata = Data()


class ReleaseField(serializers.IntegerField):
    def __init__(self, **options: Any) -> None:
        super().__init__(required=False, allow_null=True, min_value=1, max_value=2**31 - 1, **options)


class LanguageField(serializers.ChoiceField):
    """One of the languages, also with a country: "pt-PT" is "pt"."""

    def to_internal_value(self, data: Any) -> Any:
        return super().to_internal_value(find_spoken(data) if isinstance(data, str) else data)


@extend_schema_serializer(component_name="SessionOptions")
class SessionOptions(serializers.Serializer[Any]):
    """What the conversation that this message begins goes by to its end.

    Needs the scope session:create.
    """

    language = LanguageField(
        choices=CODES, required=False, allow_null=True, help_text="Of every answer, whatever is written."
    )
    release = ReleaseField(help_text="Answers all of it, live or not; needs the scope publish too.")
    context = Data(help_text="Joins the context of each message.")  # type: ignore[assignment]


@extend_schema_serializer(component_name="RoutedMessage")  # the generator adds "Request"
class RoutedMessage(Payload):
    """A message to be routed. The fields of `payload` may also stand at the top."""

    channel = ChannelField(help_text="web, whatsapp, voice; web when missing.")
    mode = Slug(help_text="Forces an orchestration mode; only keys with the scope chat:multi_agent.")
    release = ReleaseField(
        help_text="Answers from this release, live or not; only keys with the scope publish."
    )
    session_options = SessionOptions(required=False, allow_null=True)
    backend_id = Slug(help_text="At a gateway: the backend that is to answer.")
    payload = Payload(required=False, allow_null=True)


@extend_schema_serializer(component_name="Gateway")
class GatewayRequest(RoutedMessage):
    """A message at the gateway, with its files."""

    attachments = FilesField()


class SignedMessage(serializers.Serializer[Any]):
    """A message of a system of the company; `data` is a payload of the gateway."""

    type = Text(required=False, help_text="message")
    timestamp = Text(required=False)
    data = Payload(required=False)  # type: ignore[assignment]


class TelegramUpdate(serializers.Serializer[Any]):
    """An update of Telegram's Bot API."""

    update_id = serializers.IntegerField()
    message = Data(required=False)
    callback_query = Data(required=False)


class Taken(serializers.Serializer[Any]):
    """The update is stored."""

    ok = serializers.BooleanField()


class ChannelMessage(serializers.Serializer[Any]):
    """A message in its channel's own fields; all others join the context."""

    agent_id = Slug()
    session_id = SessionField()
    message_id = Name(max_length=200, help_text="Works like an Idempotency-Key.")
    text = Text(required=False, help_text="web, whatsapp; `message` means the same.")
    transcript = Text(required=False, help_text="voice")
    ani = Name(help_text="voice: who calls; `caller` means the same.")
    call_id = Name(help_text="voice: the session; `ura_call_id` means the same.")
    wa_id = Name(help_text="whatsapp: who writes; `from` means the same.")
    interactive_id = Name(help_text="whatsapp: the button that was pressed.")


class ChannelAnswer(serializers.Serializer[Any]):
    """whatsapp: to, text, buttons; voice: speak; web: the gateway's answer."""

    session_id = serializers.CharField()
    text = serializers.CharField(required=False)
    to = serializers.CharField(required=False)
    speak = serializers.CharField(required=False)


class ChatMessage(serializers.Serializer[Any]):
    """A message of a user."""

    message = Text(allow_blank=True)
    conversation_id = Name(max_length=260, help_text="Goes on with a conversation; left out: a new one.")
    agent_id = Slug(help_text="The profile; the tenant's default when missing.")
    user_id = Name()
    tenant_id = Slug()
    session_id = SessionField()
    message_id = Name(max_length=200)
    channel = ChannelField()
    context = Data()  # type: ignore[assignment]
    business_context = Data()
    session_options = SessionOptions(required=False, allow_null=True)
    attachments = FilesField()


@extend_schema_serializer(component_name="Session")  # the generator adds "Request"
class SessionRequest(serializers.Serializer[Any]):
    """Whom a session token is for. Needs a key with the scope session:create."""

    user_id = Name(required=True, allow_null=False, allow_blank=False)
    tenant_id = Slug()
    context = Data(  # type: ignore[assignment]
        help_text="Identity keys that the token vouches for: customer_id, contract_id ..."
    )
    seconds = serializers.IntegerField(required=False, min_value=60, max_value=tokens.LONGEST, default=3600)


class SessionToken(serializers.Serializer[Any]):
    token = serializers.CharField()
    token_type = serializers.CharField()
    expires_in = serializers.IntegerField()
    tenant_id = serializers.CharField()
    user_id = serializers.CharField()


class Accepted(serializers.Serializer[Any]):
    """The message is stored and its answer is still being made: follow `events`."""

    turn_id = serializers.CharField()
    conversation_id = serializers.CharField()
    conversation_key = serializers.CharField()
    session_id = serializers.CharField()
    status = serializers.CharField()
    events = serializers.CharField()
    turn = serializers.CharField()


class Event(serializers.Serializer[Any]):
    """One event of a stream; its data is an object of JSON on one line."""

    event = serializers.ChoiceField([*get_args(EventName), *GATEWAY_EVENTS, *PROTOCOL_EVENTS])
    id = serializers.RegexField(r"^[0-9]+\.[0-9]+$", required=False)  # what broke the stream has none
    data = serializers.CharField()  # type: ignore[assignment]  # the field's name is the wire's


class TurnFeedback(serializers.Serializer[Any]):
    """What a writer thinks of one answer. Sent again, it replaces what was said before."""

    value = serializers.ChoiceField(Feedback.Values.choices, help_text="helpful or unhelpful.")
    comment = Text(
        required=False,
        allow_blank=True,
        default="",
        max_length=Feedback.COMMENT,
        help_text="Why; personal numbers are masked before it is stored.",
    )
    user_id = Name(help_text="The user to act for; believed from trusted callers only.")
    tenant_id = Slug(help_text="Only to be refused when it is not the credential's.")


class Removed(serializers.Serializer[Any]):
    removed = serializers.BooleanField()


class Ended(serializers.Serializer[Any]):
    ended = serializers.BooleanField()


class Released(serializers.Serializer[Any]):
    released = serializers.BooleanField()


class Cleared(serializers.Serializer[Any]):
    cleared = serializers.BooleanField()


class FactShape(serializers.Serializer[Any]):
    key = serializers.CharField()
    value = serializers.CharField()
    confidence = serializers.FloatField()
    source = serializers.CharField()  # type: ignore[assignment]
    turn_id = serializers.CharField(allow_null=True)
    learned_at = serializers.DateTimeField()


class FactsSerializer(serializers.Serializer[Any]):
    facts = FactShape(many=True)


class Forgotten(serializers.Serializer[Any]):
    forgotten = serializers.IntegerField()


class FlawSerializer(serializers.Serializer[Any]):
    pointer = serializers.CharField()
    detail = serializers.CharField()


@extend_schema_serializer(
    examples=[
        OpenApiExample(
            "Something missing",
            {
                "type": "urn:switchboard:problem:invalid_request",
                "title": "The request cannot be read",
                "status": 422,
                "detail": "message: This field is required.",
                "instance": "/api/chat/message",
                "code": "invalid_request",
                "errors": [{"pointer": "/message", "detail": "This field is required."}],
                "request_id": "5f0c2a7e1f7d4b0f9a6a1d3f0f2b8c11",
            },
            response_only=True,
        )
    ]
)
class ProblemSerializer(serializers.Serializer[Any]):
    """RFC 9457."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField()
    instance = serializers.CharField()
    code = serializers.CharField()
    errors = FlawSerializer(many=True)  # type: ignore[assignment]
    request_id = serializers.CharField()


# --- queries --------------------------------------------------------------------------------------
class TenantQuery(serializers.Serializer[Any]):
    tenant_id = Slug(help_text="Only to be refused when it is not the credential's.")


class UserQuery(TenantQuery):
    user_id = Name(help_text="The user to act for; believed from trusted callers only.")


class FactValue(UserQuery):
    value = Text(max_length=200, help_text="What is to be remembered, for example Ana.")


class AttachQuery(UserQuery):
    agent_id = Slug(help_text="The profile that takes it; left out: the company's own.")


class AttachedFile(serializers.Serializer[Any]):
    """A form with one file."""

    file = serializers.FileField(help_text="PDF, DOCX, PPTX, XLSX, HTML, Markdown, TXT or CSV.")


class Attachment(serializers.Serializer[Any]):
    """A document that a user attached."""

    attachment_id = serializers.CharField()
    name = serializers.CharField(help_text="Of the file.")
    title = serializers.CharField(help_text="As it is cited.")
    size = serializers.IntegerField(help_text="In bytes.")
    status = serializers.ChoiceField(["waiting", "reading", "ready", "failed"])
    progress = serializers.IntegerField(help_text="Percent, while it is being read.")
    error = serializers.CharField(
        allow_blank=True, help_text="What went wrong, and what to do; empty: nothing."
    )
    pages = serializers.IntegerField()
    created_at = serializers.DateTimeField()


class Attachments(serializers.Serializer[Any]):
    attachments = Attachment(many=True)


class PageQuery(UserQuery):
    limit = serializers.IntegerField(required=False, min_value=1, max_value=200, default=20)
    offset = serializers.IntegerField(required=False, min_value=0, max_value=1_000_000, default=0)
    agent_id = Slug()


class MessagesQuery(UserQuery):
    limit = serializers.IntegerField(required=False, min_value=1, max_value=200, default=50)
    before = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=2**31 - 1,
        help_text="A message's seq: only what was said earlier.",
    )


class ProfileQuery(TenantQuery):
    agent_id = Slug()


class UsageQuery(ProfileQuery):
    session_id = SessionField()


class NamesQuery(serializers.Serializer[Any]):
    names = serializers.ChoiceField(
        ["own", "seed"],
        required=False,
        default="own",
        help_text="seed: the event names of the agent gateway protocol.",
    )


class EventsQuery(NamesQuery, UserQuery):
    last_event_id = Name(max_length=32)


class ToolArguments(serializers.Serializer[Any]):
    """The tool's own arguments, for example {"order_id": "A-100"}, or business keys to be mapped."""

    business_context = Data()
