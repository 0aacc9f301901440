"""Models that are not ours, streaming: behind an OpenAI-compatible address, or by way of LangChain."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from typing import Any

from django.utils.translation import gettext as _
from langchain_core.messages import BaseMessage

from agents.errors import ModelFailed
from agents.llm import wire
from agents.llm.events import BROKEN, Finish, ModelEvent, TextPiece
from agents.llm.messages import serialize, serialize_offer
from agents.llm.pricing import usage
from agents.llm.providers import ADDRESSES, LANGCHAIN, WITHOUT_ADDRESS
from agents.llm.request import ModelRequest
from agents.llm.tool_calls import ToolCallParts
from agents.llm.trouble import BROKEN_OFF, EMPTY, REFUSED, failed, is_late, reason_of, worth_a_retry
from agents.specs import LLMSpec
from outbound import policy
from outbound.cleaning import clean_text

BACKOFF_SECONDS = 0.25
LONGEST = 64_000  # characters of one answer with its tool calls; what comes after them is not read
BREATH = 16  # pieces that may be read in a row: those that arrived together come without a pause


class OpenAICompatible:
    """A model profile's chat. One retry on 429, 5xx and a lost connection, before the first piece of text only.

    An answer that breaks off later ends with `Finish("interrupted")`, or `Finish("timeout")` where its time was over."""

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
        if not self._spec.model or (self._spec.provider in WITHOUT_ADDRESS and not self._base_url):
            raise ModelFailed(
                _("The model profile '%(name)s' needs a model name and an address.") % {"name": self.name}
            )
        async with policy.slot("llm"):
            async for event in self._answer(request):
                yield event

    async def _answer(self, request: ModelRequest) -> AsyncIterator[ModelEvent]:
        end = asyncio.get_running_loop().time() + min(request.deadline_seconds, self._spec.timeout_seconds)
        for last in (False, True):
            answer, problem = _Answer(self._spec, request), None
            try:
                async for piece in self._once(request, answer, end):
                    yield piece
            except ModelFailed:
                raise
            except Exception as error:
                if not (answer.stands or worth_a_retry(error)):
                    raise failed(error, self._spec) from error
                answer.break_off(error)
                problem = error
            if answer.stands:
                break
            if last or asyncio.get_running_loop().time() + BACKOFF_SECONDS >= end:
                if problem is not None:
                    raise failed(problem, self._spec) from problem
                raise ModelFailed(BROKEN_OFF % {"model": self.model})
            await asyncio.sleep(BACKOFF_SECONDS)
        for event in answer.rest():
            yield event

    async def _once(self, request: ModelRequest, answer: "_Answer", end: float) -> AsyncIterator[TextPiece]:
        """The pieces of one answer as they come; what else it says is noted in `answer`."""
        chunks, pieces = self._chunks(request, end), 0
        try:
            async for chunk in chunks:
                if text := answer.read(chunk):
                    yield TextPiece(text)
                if answer.is_full:
                    break
                pieces += 1
                if pieces % BREATH == 0:
                    await asyncio.sleep(0)
        finally:
            await chunks.aclose()  # type: ignore[attr-defined]

    def _chunks(self, request: ModelRequest, end: float) -> AsyncIterator[dict[str, Any]]:
        """The two ways to a model give the same chunks."""
        if self._spec.provider in LANGCHAIN:
            from agents.llm import langchain  # 0.4 s, for those who use it

            return langchain.chunks(self._spec, self._base_url, self._api_key, request, end)
        base_url = self._base_url or ADDRESSES["openai"]
        return wire.chunks(base_url, self._api_key, _body(self._spec, request), end)


class _Answer:
    """One streamed answer as it grows. `finish` is how it ended: interrupted until the other side says so."""

    def __init__(self, spec: LLMSpec, request: ModelRequest) -> None:
        self._spec, self._request = spec, request
        self._calls, self._received = ToolCallParts(), 0
        self._counts: tuple[int, int, int] | None = None
        self._refused, self._why = False, ""
        self.finish = "interrupted"

    @property
    def stands(self) -> bool:
        """Whether it is not asked for anew: its end was said, or some text was given on, which cannot be unread."""
        return self._received > 0 or self.finish != "interrupted"

    @property
    def is_full(self) -> bool:
        return self._received + self._calls.characters >= LONGEST

    def read(self, chunk: dict[str, Any]) -> str:
        """The text of the next chunk."""
        if chunk is wire.ENDED:
            self.finish = "stop" if self.finish == "interrupted" else self.finish
            return ""
        self._counts = _counts(chunk.get("usage")) or self._counts
        choice: dict[str, Any] = (chunk.get("choices") or ({},))[0]
        delta = choice.get("delta") or {}
        text = _text(delta.get("content"))[: LONGEST - self._received - self._calls.characters]
        self._received += len(text)
        if delta.get("tool_calls"):
            self._calls.add(delta["tool_calls"], LONGEST - self._received)
        self._refused = self._refused or bool(delta.get("refusal"))
        self.finish = choice.get("finish_reason") or self.finish
        if self.is_full:
            self.finish = "length"
        return text

    def break_off(self, error: Exception) -> None:
        """Nothing more comes of it; where its end had been said it is whole."""
        if self.finish == "interrupted":
            self._why = reason_of(error, self._spec)
            self.finish = "timeout" if is_late(error) else self.finish

    def rest(self) -> Iterator[ModelEvent]:
        """The calls, the usage and the end. Those of an answer that broke off are not told: nobody knows what the
        model had still to say of them.

        :raises ModelFailed: it said nothing at all, and no filter did that.
        """
        found = [] if self.finish in BROKEN else self._calls.whole(cut=self.finish == "length")
        if not self._received and not found and self.finish != "content_filter":
            words = REFUSED if self._refused else EMPTY
            raise ModelFailed(words % {"model": self._spec.model})
        yield from found
        written = self._received + self._calls.characters
        yield usage(self._spec.model, self._counts, _characters(self._request.messages), written)
        yield Finish(self.finish, self._why)


def _body(spec: LLMSpec, request: ModelRequest) -> dict[str, Any]:
    limit = "max_completion_tokens" if spec.provider == "openai" else "max_tokens"
    options = {"temperature": spec.temperature, "top_p": spec.top_p, limit: spec.max_tokens}
    body: dict[str, Any] = {
        "model": spec.model,
        "stream": True,
        "stream_options": {"include_usage": True},
        "messages": serialize(request.messages),
        **{name: value for name, value in options.items() if value is not None},
    }
    if request.tools:
        body["tools"] = [serialize_offer(offer) for offer in request.tools]
    if request.tools and not request.may_call:
        body["tool_choice"] = "none"
    if request.must_call:
        body["tool_choice"] = {"type": "function", "function": {"name": request.must_call}}
    return body


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
