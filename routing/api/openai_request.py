"""Reads what a client of OpenAI's API sends to `/v1/chat/completions` into a ChatRequest.

The model is a profile; the last message is what the user says; what stands before it is the history of a
conversation that is unknown here. Or it brings results of the calls of the client's own tools
(`openai_tools`). A client's system message is data: it joins the context and no prompt. Fields that steer a
model (temperature, max_tokens, seed ...) are taken and change nothing, for which models answer is authored;
those that ask for something else than an answer in text are refused.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from routing.api import forms, openai_messages, openai_tools
from routing.api.openai_conversation import build_request, refuse_unsupported
from routing.api.openai_shapes import CompletionRequest
from routing.api.problems import invalid
from routing.api.refusal import Flaw
from routing.turns.request import ChatRequest


def read(request: HttpRequest, sent: Mapping[str, Any]) -> ChatRequest:
    """A body of `/v1/chat/completions` as the engine's request.

    :raises Refused: 400 in OpenAI's shape, naming the parameter.
    """
    body = forms.read(CompletionRequest, sent)
    _answerable(sent)
    tools = openai_tools.read(sent)
    history, system, results, files = openai_messages.read(body["messages"])
    if results:
        tools = replace(tools, results=results)
    elif not history or history[-1][0] != "user":
        raise invalid(Flaw("/messages", _("The last message must be the user's, or a tool's result.")))
    return build_request(
        request,
        sent,
        body,
        door="openai",
        text="" if results else history[-1][1],
        text_at="/messages",
        system=system,
        history=history,
        before=tuple(history if results else history[:-1]),
        client_tools=tools,
        files=files,
    )


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
    refuse_unsupported((f"/{name}", wanted, sentence) for name, wanted, sentence in wants)
