"""Reads what a client of OpenAI's API sends to `/v1/chat/completions` into a ChatRequest.

The model is a profile; the last message is what the user says; what stands before it is the history of a
conversation that is unknown here. Or it brings results of the calls of the client's own tools
(`read_tools`). A client's system message is data: it joins the context and no prompt. Fields that steer a
model (temperature, max_tokens, seed ...) are taken and change nothing, for which models answer is authored;
those that ask for something else than an answer in text are refused.

The tools of a client of OpenAI's API.

`tools`, `tool_choice`, `parallel_tool_calls` (docs/protocols/openai.md).

What they are called among the platform's own tools is looked at when the turn opens
(`routing.turns.client_tools`).
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import orjson
from django.http import HttpRequest
from django.utils.translation import gettext as _

from agents.tool_names import why_not
from conversations.client_tools import AUTO, NONE, REQUIRED, ClientTool, ClientTools
from routing.api import openai_conversation
from routing.api.body import read_form
from routing.api.openai_conversation import build_request, refuse_unsupported
from routing.api.openai_shapes import CompletionRequest
from routing.api.problems import Flaw, Refused, invalid
from routing.turns.request import ChatRequest

TOOLS = 64
DESCRIPTION = 8000  # characters
SCHEMA = 16 * 1024  # bytes, as JSON


def read_tools(sent: Mapping[str, Any]) -> ClientTools:
    """What a body says of its client's tools.

    >>> read({"tools": [{"type": "function", "function": {"name": "get_weather"}}]}).tools[0].name
    'get_weather'
    :raises Refused: with the place of what is wrong.
    """
    written = sent.get("tools") or []
    if not isinstance(written, list):
        raise _refuse("/tools", _("Expected a list of tools."))
    if len(written) > TOOLS:
        raise _refuse("/tools", _("At most %(number)s tools are taken.") % {"number": TOOLS})
    tools: dict[str, ClientTool] = {}
    for n, each in enumerate(written):
        tool = _read_tool(each, f"/tools/{n}")
        if tool.name in tools:
            sentence = _("There is a tool '%(name)s' in this list already.") % {"name": tool.name}
            raise _refuse(f"/tools/{n}/function/name", sentence)
        tools[tool.name] = tool
    choice, parallel = _read_choice(sent.get("tool_choice"), tools), sent.get("parallel_tool_calls")
    if not isinstance(parallel, bool | None):
        raise _refuse("/parallel_tool_calls", _("Expected true or false."))
    return ClientTools(tuple(tools.values()), choice, parallel is not False)


def _read_tool(sent: Any, pointer: str) -> ClientTool:
    kind = sent.get("type") if isinstance(sent, dict) else None
    function = sent.get("function") if isinstance(sent, dict) else None
    if kind != "function" or not isinstance(function, dict):
        raise _refuse(pointer, _('Expected {"type": "function", "function": {"name": "..."}}.'))
    at, name = f"{pointer}/function", function.get("name")
    if not isinstance(name, str) or (why := why_not(name)):
        raise _refuse(f"{at}/name", why if isinstance(name, str) else _("Expected a text in quotes."))
    if name in (AUTO, NONE, REQUIRED):
        raise _refuse(f"{at}/name", _("This word means something else in tool_choice."))
    description = function.get("description") or ""
    if not isinstance(description, str):
        raise _refuse(f"{at}/description", _("Expected a text in quotes."))
    if len(description) > DESCRIPTION:
        sentence = _("A description may have %(characters)s characters at most.") % {
            "characters": DESCRIPTION
        }
        raise _refuse(f"{at}/description", sentence)
    return ClientTool(name, description, _read_schema(function.get("parameters"), f"{at}/parameters"))


def _read_schema(sent: Any, pointer: str) -> dict[str, Any]:
    """The schema of the arguments: an object's. None or an empty one: the tool takes none."""
    if sent is None or sent == {}:
        return {"type": "object", "properties": {}}
    if not isinstance(sent, dict) or sent.get("type") != "object":
        raise _refuse(
            pointer, _('Expected the JSON Schema of an object: {"type": "object", "properties": {}}.')
        )
    if len(orjson.dumps(sent)) > SCHEMA:
        raise _refuse(pointer, _("A schema may have %(bytes)s bytes at most.") % {"bytes": SCHEMA})
    return sent


def _read_choice(sent: Any, tools: Mapping[str, ClientTool]) -> str:
    """auto, none, required, or the name of one of the tools."""
    if sent is None or (sent in (AUTO, NONE) if isinstance(sent, str) else False):
        return sent or AUTO
    if sent == REQUIRED:
        if not tools:
            raise _refuse("/tool_choice", _("Nothing can be called: send tools, too."))
        return REQUIRED
    function = sent.get("function") if isinstance(sent, dict) and sent.get("type") == "function" else None
    name = function.get("name") if isinstance(function, dict) else None
    if not isinstance(name, str):
        sentence = _('Expected auto, none, required, or {"type": "function", "function": {"name": "..."}}.')
        raise _refuse("/tool_choice", sentence)
    if name not in tools:
        sentence = _("There is no tool '%(name)s' in the list.") % {"name": name[:64]}
        raise _refuse("/tool_choice/function/name", sentence)
    return name


def _refuse(pointer: str, sentence: str) -> Refused:
    return invalid(Flaw(pointer, sentence))


def read(request: HttpRequest, sent: Mapping[str, Any]) -> ChatRequest:
    """A body of `/v1/chat/completions` as the engine's request.

    :raises Refused: 400 in OpenAI's shape, naming the parameter.
    """
    body = read_form(CompletionRequest, sent)
    _check_answerable(sent)
    tools = read_tools(sent)
    history, system, results, files = openai_conversation.read_messages(body["messages"])
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


def _check_answerable(sent: Mapping[str, Any]) -> None:
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
