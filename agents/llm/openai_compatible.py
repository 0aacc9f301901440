"""Models behind an OpenAI-compatible address, streaming."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any

from django.utils.translation import gettext as _
from langchain_core.messages import BaseMessage

from agents.errors import ModelFailed
from agents.llm import wire
from agents.llm.events import Finish, ModelEvent, TextPiece
from agents.llm.messages import written
from agents.llm.pricing import usage
from agents.llm.providers import ADDRESSES
from agents.llm.request import ModelRequest, ToolOffer
from agents.llm.tool_calls import ToolCallParts
from agents.llm.trouble import REFUSED, reason_of, status_of, worth_a_retry
from agents.specs import LLMSpec
from outbound.cleaning import clean_text

BACKOFF_SECONDS = 0.25
LONGEST = 64_000  # characters of one answer with its tool calls; what comes after them is not read
BREATH = 16  # pieces that may be read in a row: those that arrived together come without a pause


class OpenAICompatible:
    """A model profile's chat. One retry on 429, 5xx and a lost connection, before the first piece only."""

    def __init__(self, spec: LLMSpec, base_url: str, api_key: str, problem: str = "") -> None:
        self._spec = spec
        self._problem = problem
        self._base_url = base_url
        self._api_key = api_key

    @property
    def name(self) -> str:
        return self._spec.name

    @property
    def provider(self) -> str:
        return self._spec.provider

    @property
    def model(self) -> str:
        return self._spec.model

    async def stream(self, request: ModelRequest) -> AsyncIterator[ModelEvent]:
        """The answer as it comes; `ModelFailed` says in words what the other side did."""
        if self._problem:
            raise ModelFailed(self._problem)
        if not self._spec.model or (self._spec.provider == "oci" and not self._base_url):
            raise ModelFailed(
                _("The model profile '%(name)s' needs a model name and an address.") % {"name": self.name}
            )
        end = asyncio.get_running_loop().time() + min(request.deadline_seconds, self._spec.timeout_seconds)
        tried = 0
        while True:
            tried += 1
            begun = False
            try:
                async for event in self._once(request, end):
                    begun = True
                    yield event
                return
            except ModelFailed:
                raise
            except Exception as error:
                now = asyncio.get_running_loop().time()
                if tried == 1 and not begun and worth_a_retry(error) and now + BACKOFF_SECONDS < end:
                    await asyncio.sleep(BACKOFF_SECONDS)
                    continue
                raise ModelFailed(reason_of(error, self._spec), status_of(error)) from error

    async def _once(self, request: ModelRequest, end: float) -> AsyncIterator[ModelEvent]:
        calls = ToolCallParts()
        counts: tuple[int, int, int] | None = None
        received = pieces = 0
        finish, refused = "", False
        base_url = self._base_url or ADDRESSES["openai"]
        chunks = wire.chunks(base_url, self._api_key, _body(self._spec, request), end)
        try:
            async for chunk in chunks:
                counts = _counts(chunk.get("usage")) or counts
                choice: dict[str, Any] = (chunk.get("choices") or ({},))[0]
                delta = choice.get("delta") or {}
                text = _text(delta.get("content"))[: LONGEST - received - calls.characters]
                if text:
                    received += len(text)
                    yield TextPiece(text)
                if delta.get("tool_calls"):
                    calls.add(delta["tool_calls"], LONGEST - received)
                refused = refused or bool(delta.get("refusal"))
                finish = choice.get("finish_reason") or finish
                if received + calls.characters >= LONGEST:
                    finish = "length"
                    break
                pieces += 1
                if pieces % BREATH == 0:
                    await asyncio.sleep(0)
        finally:
            await chunks.aclose()  # type: ignore[attr-defined]
        found = calls.whole()
        if not received and not found:
            if refused:
                raise ModelFailed(REFUSED % {"model": self.model})
            raise ModelFailed(_("The model '%(model)s' gave an empty answer.") % {"model": self.model})
        for call in found:
            yield call
        yield usage(self.model, counts, _characters(request.messages), received + calls.characters)
        yield Finish(finish or "interrupted")


def _body(spec: LLMSpec, request: ModelRequest) -> dict[str, Any]:
    limit = "max_completion_tokens" if spec.provider == "openai" else "max_tokens"
    options = {"temperature": spec.temperature, "top_p": spec.top_p, limit: spec.max_tokens}
    body: dict[str, Any] = {
        "model": spec.model,
        "stream": True,
        "stream_options": {"include_usage": True},
        "messages": written(request.messages),
        **{name: value for name, value in options.items() if value is not None},
    }
    if request.tools:
        body["tools"] = [_tool(offer) for offer in request.tools]
    if request.must_call:
        body["tool_choice"] = {"type": "function", "function": {"name": request.must_call}}
    return body


def _tool(offer: ToolOffer) -> dict[str, Any]:
    schema = dict(offer.schema) or {"type": "object", "properties": {}}
    function = {"name": offer.name, "description": offer.description, "parameters": schema}
    return {"type": "function", "function": function}


def _text(content: Any) -> str:
    """The text of a piece; some servers send a list of parts."""
    if isinstance(content, list):
        content = "".join(part.get("text") or "" for part in content if isinstance(part, dict))
    return clean_text(content) if content else ""


def _counts(counted: Any) -> tuple[int, int, int] | None:
    if not counted:
        return None
    cached = (counted.get("prompt_tokens_details") or {}).get("cached_tokens") or 0
    return counted.get("prompt_tokens") or 0, counted.get("completion_tokens") or 0, cached


def _characters(messages: Sequence[BaseMessage]) -> int:
    return sum(len(str(message.content)) for message in messages)
