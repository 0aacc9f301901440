"""The general way to models: any chat model of LangChain, read as the chunks of `agents.llm.wire`.

    async for chunk in chunks(spec, base_url, api_key, request, end=loop.time() + 30):
        chunk["choices"][0]["delta"]

Azure is langchain-openai's `AzureChatOpenAI`; further classes are named in settings
(`agents.langchain_models`). What can be given an HTTP client gets the outgoing policy's. The measured fast
way for plain OpenAI-compatible addresses stays `wire` (docs/adr/0052).

A model's thoughts are parts of its content that are no text, and what its class keeps aside.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import httpx2
from django.conf import settings
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage
from langchain_core.messages.ai import UsageMetadata, add_usage

from agents import langchain_models, langchain_settings
from agents.errors import Refusal
from agents.langchain_settings import takes
from agents.llm.body import messages
from agents.llm.messages import serialize_offer
from agents.llm.request import ANY_TOOL, ModelRequest
from agents.llm.thinking import thoughts_of
from agents.llm.trouble import causes
from agents.specs import LLMSpec
from outbound import refusals
from outbound.errors import OutboundError
from outbound.policy import client

# What the platform says again itself: the text, and the calls in each provider's words.
TOLD_THOUGHTS = frozenset(
    {"text", "text_delta", "tool_use", "input_json_delta", "tool_call", "tool_call_chunk", "function_call"}
)
ASIDE = frozenset({"tool_calls", "function_call", "refusal", "parsed", "audio"})


def thoughts_of_piece(piece: AIMessageChunk) -> dict[str, Any]:
    """What a piece says of them, in the shape of `agents.llm.thinking`; nothing of most."""
    aside = {name: value for name, value in piece.additional_kwargs.items() if name not in ASIDE and value}
    found = {"reasoning_content": aside.pop("reasoning_content", None)}
    if isinstance(piece.content, list):
        found["reasoning_details"] = [
            part for part in piece.content if isinstance(part, dict) and part.get("type") not in TOLD_THOUGHTS
        ]
    found["langchain"] = aside
    return {name: value for name, value in found.items() if value}


def give_back(messages: Sequence[BaseMessage], model: str) -> list[BaseMessage]:
    """The messages, those of the profile `model` with the thoughts that it wants back."""
    return [_give_back(each, model) if isinstance(each, AIMessage) else each for each in messages]


def _give_back(message: AIMessage, model: str) -> AIMessage:
    fields, _calls = thoughts_of(message, model)
    aside = dict(fields.get("langchain", {}))
    if "reasoning_content" in fields:
        aside["reasoning_content"] = fields["reasoning_content"]
    parts: list[Any] = list(fields.get("reasoning_details", ()))
    if not (aside or parts):
        return message
    text = [{"type": "text", "text": message.text}] if message.text else []
    content = [*parts, *text] if parts else message.content
    return AIMessage(content, tool_calls=message.tool_calls, additional_kwargs=aside)


OWN_CLIENT = "http_async_client"  # the field by which a class takes a client of ours
SAID = 300  # characters of what the other side says about a refusal
# How other providers call an end, in lower case, as OpenAI does.
ENDS = {
    "end_turn": "stop",
    "stop_sequence": "stop",
    "tool_use": "tool_calls",
    "max_tokens": "length",
    "safety": "content_filter",
    "refusal": "content_filter",
}


async def chunks(
    spec: LLMSpec,
    base_url: str,
    api_key: str,
    request: ModelRequest,
    end: float,
    headers: tuple[tuple[str, str], ...] = (),
) -> AsyncIterator[dict[str, Any]]:
    """The answer as chunks of OpenAI's shape, until loop time `end` (then `TimeoutError`).

    A class whose wire is its own may say no end: `stop` is said in its name, because nobody can see there
    whether an answer broke off.

    Raises `Refusal`, httpx2's own errors and an `OutboundError`, whatever class the other side's package made
    of them.
    """
    model = _build(spec, base_url, api_key, headers, client("llm"))
    written = give_back(messages(spec, request), spec.name)
    stream = _with_tools(model, spec, request).astream(written)
    usage: UsageMetadata | None = None
    ended = False
    try:
        while True:
            # Around each wait and not around the yields, as in `wire.chunks`.
            async with asyncio.timeout_at(end):
                piece = await anext(stream, None)
            if piece is None:
                break
            usage = add_usage(usage, piece.usage_metadata) if piece.usage_metadata else usage
            ended = ended or _end(piece.response_metadata) is not None
            yield _chunk(piece, usage)
    except Exception as error:
        raise _unwrap(error) from error
    finally:
        with contextlib.suppress(Exception):
            await stream.aclose()
    if not (ended or takes(type(model), OWN_CLIENT)):
        yield {"choices": [{"delta": {}, "finish_reason": "stop"}]}


@lru_cache(maxsize=64)
def _build(
    spec: LLMSpec,
    base_url: str,
    api_key: str,
    headers: tuple[tuple[str, str], ...],
    http: httpx2.AsyncClient,
) -> BaseChatModel:
    """The model of a profile, made once: making it costs more than a turn. Retries are the caller's.

    :raises Refusal: its row says what this class cannot be told.
    """
    kind, given = _class(spec, base_url)
    usual = {OWN_CLIENT: http, "max_retries": 0, "stream_usage": True, "api_key": api_key or None}
    arguments = langchain_settings.arguments(spec, headers)
    if refused := langchain_settings.explain_refused(kind, arguments):
        raise Refusal(0, refused)
    taken = {name: value for name, value in usual.items() if value is not None and takes(kind, name)}
    return kind(**{**given, **taken, **arguments})


def warm(spec: LLMSpec) -> None:
    """Imports a profile's class. One that is not there is said by the call that needs it."""
    with contextlib.suppress(Refusal):
        _class(spec, "")


def _class(spec: LLMSpec, base_url: str) -> tuple[type[BaseChatModel], dict[str, Any]]:
    if spec.provider == "azure":
        from langchain_openai import AzureChatOpenAI  # half a second, for those who use it

        return AzureChatOpenAI, {
            "azure_endpoint": base_url,
            "azure_deployment": spec.model,
            "api_version": settings.AZURE_API_VERSION,
        }
    found = langchain_models.find(spec.model)
    if found is None:
        raise Refusal(0, langchain_models.missing(spec.model))
    try:
        return found.load(), found.arguments()
    except ImportError as error:
        raise Refusal(0, str(error)) from error


def _with_tools(model: BaseChatModel, spec: LLMSpec, request: ModelRequest) -> Any:
    """The model as a runnable that offers the request's tools."""
    if not request.tools:
        return model
    choice: dict[str, Any] = {}
    if spec.parallel_tool_calls is not None:
        choice["parallel_tool_calls"] = spec.parallel_tool_calls
    if request.must_call and spec.can_force_tools:
        choice["tool_choice"] = "any" if request.must_call == ANY_TOOL else request.must_call
    elif not request.may_call and spec.provider == "azure":
        choice["tool_choice"] = "none"  # not every class knows the word
    return model.bind_tools([serialize_offer(offer) for offer in request.tools], **choice)


def _chunk(piece: AIMessageChunk, usage: UsageMetadata | None) -> dict[str, Any]:
    delta: dict[str, Any] = {"content": piece.content, "refusal": piece.additional_kwargs.get("refusal")}
    delta |= thoughts_of_piece(piece)
    if piece.tool_call_chunks:
        delta["tool_calls"] = [
            {
                "index": call["index"],
                "id": call["id"],
                "function": {"name": call["name"], "arguments": call["args"]},
            }
            for call in piece.tool_call_chunks
        ]
    chunk: dict[str, Any] = {"choices": [{"delta": delta, "finish_reason": _end(piece.response_metadata)}]}
    if usage is not None:
        cached = usage.get("input_token_details", {}).get("cache_read") or 0
        reasoning = usage.get("output_token_details", {}).get("reasoning") or 0
        chunk["usage"] = {
            "completion_tokens_details": {"reasoning_tokens": reasoning},
            "prompt_tokens": usage["input_tokens"],
            "completion_tokens": usage["output_tokens"],
            "prompt_tokens_details": {"cached_tokens": cached},
        }
    return chunk


def _end(metadata: Mapping[str, Any]) -> str | None:
    end = metadata.get("finish_reason") or metadata.get("stop_reason")
    return ENDS.get(end.lower(), end.lower()) if isinstance(end, str) else None


def _unwrap(error: Exception) -> Exception:
    """What lies beneath an error of a provider's package: ours, httpx2's, or a refusal with its status."""
    chain = list(causes(error))
    for each in chain:
        if isinstance(each, Refusal | OutboundError | httpx2.TransportError | TimeoutError):
            return each
    for each in _with_status(chain):
        return each
    return Refusal(0, str(error)[:SAID])


def _with_status(chain: list[BaseException]) -> Iterator[Refusal]:
    for each in chain:
        status = getattr(each, "status_code", None)
        if isinstance(status, int):
            message = str(getattr(each, "message", None) or each)[:SAID]
            headers = getattr(getattr(each, "response", None), "headers", {})
            yield Refusal(status, message, refusals.retry_after(headers))
