"""What `/v1/responses` takes and gives, for validation and for the schema.

Reads what a client of OpenAI's API sends to `/v1/responses` into a ChatRequest, as `openai_request` does
for a chat.

`input` is what the user says, or a list that ends with it; `instructions` are data, as a system message is. A
response that it goes on with (`previous_response_id`) names the conversation; the door has looked for it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from routing.api import openai_conversation
from routing.api.body import read_form
from routing.api.fields import Name, Text, Truth
from routing.api.openai_conversation import build_request, refuse_unsupported
from routing.api.openai_shapes import MESSAGE, CachedTokens, ReasoningTokens, TurnNamed
from routing.api.problems import Flaw, Refused, invalid
from routing.api.serializers import Data
from routing.turns.request import ChatRequest

MOST_ITEMS = 2000


@extend_schema_field(
    {
        "oneOf": [
            {"type": "string", "minLength": 1},
            {"type": "array", "minItems": 1, "maxItems": MOST_ITEMS, "items": MESSAGE},
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
    switchboard = TurnNamed()


class ResponseLine(serializers.Serializer[Any]):
    """One event of a stream: its name, and its data as JSON."""

    event = serializers.CharField()
    data = serializers.CharField()  # type: ignore[assignment]  # the field's name is the wire's


ID = "resp_"  # what stands before a turn's id


@dataclass(frozen=True, slots=True)
class PreviousResponse:
    """The conversation of the response that a request goes on with."""

    key: str
    model: str
    user: str


def response_id(turn_id: str) -> str:
    """A response is a turn.

    >>> turn_id_of(response_id("a1"))
    'a1'
    """
    return f"{ID}{turn_id}"


def turn_id_of(response: str) -> str:
    """The turn that a response is; empty for what is no response's id."""
    return response.removeprefix(ID) if response.startswith(ID) else ""


def check_request(sent: Mapping[str, Any]) -> dict[str, Any]:
    """The body as its serializer reads it, without what is not done here.

    :raises Refused: 400 in OpenAI's shape, naming the parameter.
    """
    body = read_form(ResponseRequest, sent)
    _refuse_unsupported(sent)
    if body.get("previous_response_id") and body.get("conversation"):
        sentence = _("Send previous_response_id or conversation, not both.")
        raise invalid(Flaw("/previous_response_id", sentence))
    if body.get("conversation") and not read_conversation(body):
        raise invalid(Flaw("/conversation", _('Expected a text in quotes, or {"id": "..."}.')))
    return body


def read_request(
    request: HttpRequest, sent: Mapping[str, Any], body: Mapping[str, Any], earlier: PreviousResponse | None
) -> ChatRequest:
    """A body that was checked as the engine's request.

    :raises Refused: 400 in OpenAI's shape, naming the parameter.
    """
    if earlier is not None and earlier.model != body["model"]:
        sentence = _("That response is of the model '%(name)s'. Go on with the same one.")
        raise invalid(Flaw("/model", sentence % {"name": earlier.model}))
    history, system, _results, files = openai_conversation.read_messages(
        _list_items(body["input"]), "/input", with_tools=False
    )
    if not history or history[-1][0] != "user":
        raise invalid(Flaw("/input", _("The last message must be the user's.")))
    new = 1
    while earlier is not None and new < len(history) and history[-new - 1][0] == "user":
        new += 1  # of a list that goes on with a response all is new
    return build_request(
        request,
        sent,
        body,
        door="openai_responses",
        text="\n\n".join(text for _role, text in history[-new:]),
        text_at="/input",
        system="\n\n".join(each for each in (body.get("instructions"), system) if each),
        history=history,
        goes_on=earlier.key if earlier else None,
        named=read_conversation(body),
        user=earlier.user if earlier else None,
        before=tuple(history[:-new]),
        files=files,
    )


def read_conversation(body: Mapping[str, Any]) -> Any:
    """The name of the conversation, which may stand in an object."""
    named = body.get("conversation")
    return named.get("id") if isinstance(named, dict) else named


def _list_items(sent: Any) -> list[Any]:
    """The input as a list of messages; other things than messages are refused."""
    if isinstance(sent, str):
        return [{"role": "user", "content": sent}]
    if not isinstance(sent, list) or not 0 < len(sent) <= MOST_ITEMS:
        raise invalid(Flaw("/input", _("Expected a text or a list of messages.")))
    for n, item in enumerate(sent):
        kind = item.get("type") or "message" if isinstance(item, dict) else "message"
        refuse_unsupported([(f"/input/{n}", kind != "message", _tools_elsewhere())])
    return sent


def _refuse_unsupported(sent: Mapping[str, Any]) -> None:
    """Refuses what asks for something else than one answer in text."""
    text = sent.get("text")
    format_ = text.get("format") if isinstance(text, dict) else None
    kind = format_.get("type") if isinstance(format_, dict) else format_
    choice = sent.get("tool_choice")
    refuse_unsupported(
        (
            ("/tools", bool(sent.get("tools")), _tools_elsewhere()),
            ("/tool_choice", choice not in (None, "none", "auto"), _tools_elsewhere()),
            ("/text/format", kind not in (None, "text"), _("Answers are text: leave text.format out.")),
            ("/background", bool(sent.get("background")), _("Answers are waited for: leave background out.")),
            (
                "/include",
                bool(sent.get("include")),
                _("Nothing is added to an answer: leave include out."),
            ),
            ("/prompt", bool(sent.get("prompt")), _("Prompts are published here: leave prompt out.")),
            ("/top_logprobs", bool(sent.get("top_logprobs")), _("There are no probabilities of words here.")),
        )
    )


def _tools_elsewhere() -> str:
    return _("Only messages are read here. For tools of your own use /v1/chat/completions.")


def not_found(response: str, param: str, code: str) -> Refused:
    """404 for a response that is unknown, or another's."""
    sentence = _("There is no response '%(id)s' that you may see.") % {"id": response[:64]}
    return Refused(404, code, _("No such response"), sentence, [Flaw(f"/{param}", sentence)])
