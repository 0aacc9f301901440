"""Reads what a client of OpenAI's API sends to `/v1/chat/completions` into a ChatRequest.

The model is a profile; the last message is what the user says; what stands before it is the history of a
conversation that is unknown here. Or it brings results of the calls of the client's own tools (`openai_tools`). A
client's system message is data: it joins the context and no prompt.
Fields that steer a model (temperature, max_tokens, seed ...) are taken and change nothing, for which models answer is authored;
those that ask for something else than an answer in text are refused.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import blake2b
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from routing.api import forms, openai_messages, openai_tools
from routing.api.gateway_request import chat_request
from routing.api.openai_shapes import CompletionRequest
from routing.api.problems import invalid
from routing.api.refused import Flaw, Refused
from routing.turns.request import ChatRequest

SYSTEM_CHARACTERS = 4000  # of a client's system messages that are kept
CONVERSATION = ("session_id", "chat_id", "conversation_id", "thread_id")
HEADERS = (
    *(f"X-{name.replace('_', '-').title()}" for name in CONVERSATION),
    "X-OpenWebUI-Chat-Id",  # what this widespread page sends by itself
)
LONGEST_SESSION = 128


def read(request: HttpRequest, sent: Mapping[str, Any]) -> ChatRequest:
    """A body of `/v1/chat/completions` as the engine's request.

    :raises Refused: 400 in OpenAI's shape, naming the parameter.
    """
    asked = forms.read(CompletionRequest, sent)
    _answerable(sent)
    tools = openai_tools.read(sent)
    said, system, results = openai_messages.read(asked["messages"])
    if results:
        tools = replace(tools, results=results)
    elif not said or said[-1][0] != "user":
        raise invalid(Flaw("/messages", _("The last message must be the user's, or a tool's result.")))
    metadata = {name: value for name, value in (asked.get("metadata") or {}).items() if value is not None}
    user = asked.get("user") or request.headers.get("X-OpenWebUI-User-Id") or ""
    session = _session(request, sent, metadata, user)
    context = {name: value for name, value in metadata.items() if name not in CONVERSATION}
    if system:
        context["system"] = system[:SYSTEM_CHARACTERS]
    return chat_request(
        request,
        sent=sent,
        door="openai_sse" if asked.get("stream") else "openai",
        text="" if results else said[-1][1],
        text_at="/messages",
        tenant_id=None,
        agent_id=asked["model"],
        session_id=session or _guess(user, said),
        user_id=user or None,
        channel="openai",
        context=context,
        message_id=None,
        before=tuple(said if results else said[:-1]),
        guessed=session is None,
        client_tools=tools,
    )


def _session(
    request: HttpRequest, sent: Mapping[str, Any], metadata: Mapping[str, Any], user: str
) -> str | None:
    """The conversation as the client names it, the user's own; None where it names none."""
    places = [(f"/{name}", sent.get(name)) for name in CONVERSATION]
    places += [(f"/metadata/{name}", metadata.get(name)) for name in CONVERSATION]
    places += [(name, request.headers.get(name)) for name in HEADERS]
    for pointer, value in places:
        if value in (None, ""):
            continue
        if not isinstance(value, str | int) or isinstance(value, bool):
            raise invalid(Flaw(pointer, _("Expected a text in quotes.")))
        own = f"{user}:{value}" if user else str(value)
        fits = len(own) <= LONGEST_SESSION and "/" not in own and own.isprintable()
        return own if fits else _digest(own)
    return None


def _guess(user: str, said: Sequence[tuple[str, str]]) -> str:
    return _digest(f"{user}\0{next((text for role, text in said if role == 'user'), '')}")


def _digest(text: str) -> str:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def _answerable(sent: Mapping[str, Any]) -> None:
    """Refuses what asks for something else than one answer in text."""
    format_ = sent.get("response_format")
    kind = format_.get("type") if isinstance(format_, dict) else format_
    wants = (
        ("n", sent.get("n") not in (None, 1), _("One answer is given: leave n out.")),
        ("functions", bool(sent.get("functions")), _("This form is no longer read: send tools instead.")),
        (
            "function_call",
            sent.get("function_call") not in (None, "none", "auto"),
            _("This form is no longer read: send tool_choice instead."),
        ),
        ("response_format", kind not in (None, "text"), _("Answers are text: leave response_format out.")),
        ("modalities", sent.get("modalities") not in (None, ["text"]), _("Answers are text, without sound.")),
        ("audio", bool(sent.get("audio")), _("Answers are text, without sound.")),
        ("logprobs", bool(sent.get("logprobs")), _("There are no probabilities of words here.")),
        (
            "stream_options",
            bool(sent.get("stream_options")) and not sent.get("stream"),
            _("Send stream_options only with stream: true."),
        ),
    )
    for name, wanted, sentence in wants:
        if wanted:
            raise Refused(
                400,
                "unsupported_parameter",
                _("This is not done here"),
                sentence,
                [Flaw(f"/{name}", sentence)],
            )
