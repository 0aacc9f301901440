"""The body of a request to an OpenAI-compatible server, and the headers of a profile."""

from collections.abc import Mapping, Sequence
from typing import Any

from langchain_core.messages import BaseMessage, SystemMessage

from agents.llm.files import readable, with_files
from agents.llm.messages import serialize, serialize_offer
from agents.llm.request import ANY_TOOL, ModelRequest
from agents.model_settings import limit_name
from agents.specs import LLMSpec

CALL = "Answer by calling the tool {name}, once, and write nothing else."
CALL_ANY = "Answer by calling one or several of the tools, and write nothing else."


def request_body(spec: LLMSpec, request: ModelRequest) -> dict[str, Any]:
    """One request as JSON.

    What the row says, then the platform's own words, which nothing of a row replaces.
    """
    body: dict[str, Any] = {
        **spec.extra_body,
        **{name: value for name, value in _options(spec).items() if value not in (None, "", (), {})},
        "model": spec.model,
        "stream": True,
        "stream_options": {"include_usage": True},
        "messages": serialize(messages(spec, request), spec.name),
    }
    if request.tools:
        body["tools"] = [serialize_offer(offer) for offer in request.tools]
        if spec.parallel_tool_calls is not None:
            body["parallel_tool_calls"] = spec.parallel_tool_calls
    if request.tools and not request.may_call:
        body["tool_choice"] = "none"
    if request.must_call and spec.can_force_tools:
        named = {"type": "function", "function": {"name": request.must_call}}
        body["tool_choice"] = "required" if request.must_call == ANY_TOOL else named
    return body


def request_headers(spec: LLMSpec, headers: Sequence[tuple[str, str]]) -> dict[str, str]:
    """A profile's own headers by their names in small letters: those of its row win."""
    own = {"openai-organization": spec.organization} if spec.organization else {}
    return {**own, **{name.lower(): value for name, value in headers}}


def messages(spec: LLMSpec, request: ModelRequest) -> Sequence[BaseMessage]:
    """The request's messages.

    The user's with its files; a model that cannot be made to call is asked for it at the end of its
    instructions.
    """
    whole = with_files(request.messages, request.files, readable(spec))
    if not request.must_call or spec.can_force_tools:
        return whole
    wish = CALL_ANY if request.must_call == ANY_TOOL else CALL.format(name=request.must_call)
    first = whole[:1]
    if first and isinstance(first[0], SystemMessage):
        return [SystemMessage(f"{first[0].text}\n\n{wish}"), *whole[1:]]
    return [SystemMessage(wish), *whole]


def _options(spec: LLMSpec) -> Mapping[str, Any]:
    return {
        "temperature": spec.temperature,
        "top_p": spec.top_p,
        limit_name(spec): spec.max_tokens,
        "reasoning_effort": spec.reasoning_effort,
        "seed": spec.seed,
        "stop": spec.stop,
        "response_format": spec.response_format,
    }
