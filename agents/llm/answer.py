"""One streamed answer as it grows, read from chunks of OpenAI's shape."""

from collections.abc import Iterator, Sequence
from typing import Any

from langchain_core.messages import BaseMessage

from agents.errors import ModelFailed
from agents.llm.events import BROKEN, Finish, ModelEvent, ModelUsage, Thinking
from agents.llm.pricing import ModelPrices, TokenCounts
from agents.llm.request import ModelRequest
from agents.llm.thinking import Thoughts
from agents.llm.tool_calls import ToolCallParts
from agents.llm.trouble import EMPTY, REFUSED, is_late, reason_of
from agents.specs import LLMSpec
from outbound.cleaning import clean_text

LONGEST = 64_000  # characters of one answer with its tool calls; what comes after them is not read


class StreamedAnswer:
    """What came of it so far. `finish` is how it ended: interrupted until the other side says so."""

    def __init__(self, spec: LLMSpec, request: ModelRequest, prices: ModelPrices | None = None) -> None:
        self._spec, self._request = spec, request
        self._prices = prices or ModelPrices(spec.model, spec.provider)
        self._calls, self._thoughts, self._received = ToolCallParts(), Thoughts(), 0
        self._counts: TokenCounts | None = None
        self._refused, self._why = False, ""
        self._began = self._unused = False
        self.finish = "interrupted"

    @property
    def stands(self) -> bool:
        """Whether it is not asked for anew.

        Its end was said, or some text was given on, which cannot be unread.
        """
        return self._received > 0 or self.finish != "interrupted"

    @property
    def is_full(self) -> bool:
        return self._received + self._calls.characters >= LONGEST

    def read(self, chunk: dict[str, Any]) -> str:
        """The text of the next chunk."""
        self._began = True
        self._counts = _counts(chunk.get("usage")) or self._counts
        choice: dict[str, Any] = (chunk.get("choices") or ({},))[0]
        delta = choice.get("delta") or {}
        text = _text(delta.get("content"))[: LONGEST - self._received - self._calls.characters]
        self._received += len(text)
        self._thoughts.add(delta)
        if delta.get("tool_calls"):
            self._calls.add(delta["tool_calls"], LONGEST - self._received)
        self._refused = self._refused or bool(delta.get("refusal"))
        self.finish = choice.get("finish_reason") or self.finish
        if self.is_full:
            self.finish = "length"
        return text

    def note_failure(self, error: Exception) -> None:
        """What was refused, or reached nobody, used nothing; what was late had been sent."""
        self._unused = not (self._began or is_late(error))

    def break_off(self, error: Exception) -> None:
        """Nothing more comes of it; where its end had been said it is whole."""
        if self.finish == "interrupted":
            self._why = reason_of(error, self._spec)
            self.finish = "timeout" if is_late(error) else self.finish

    def rest(self) -> Iterator[ModelEvent]:
        """The calls, the usage and the end.

        Those of an answer that broke off are not told: nobody knows what the model had still to say of them.

        :raises ModelFailed: it said nothing at all, and no filter did that.
        """
        found = [] if self.finish in BROKEN else self._calls.whole(cut=self.finish == "length")
        if not self._received and not found and self.finish != "content_filter":
            words = REFUSED if self._refused else EMPTY
            raise ModelFailed(words % {"model": self._spec.model})
        yield from found
        if found and (thoughts := self._thoughts.whole()):
            yield Thinking(thoughts)
        if (used := self.measure()) is not None:
            yield used
        yield Finish(self.finish, self._why)

    def measure(self) -> ModelUsage | None:
        """What it has used by now, as the other side counts or by its length; None: it was refused."""
        if self._unused:
            return None
        written = self._received + self._calls.characters
        return self._prices.usage(self._counts, _characters(self._request.messages), written)


def _text(content: Any) -> str:
    """The text of a piece; some servers send a list of parts."""
    if isinstance(content, list):
        content = "".join(part.get("text") or "" for part in content if isinstance(part, dict))
    return clean_text(content) if content else ""


def _counts(counted: Any) -> TokenCounts | None:
    if not counted:
        return None
    prompt = counted.get("prompt_tokens_details") or {}
    cached = (
        prompt.get("cached_tokens") or counted.get("prompt_cache_hit_tokens") or 0
    )  # the latter is DeepSeek's
    reasoning = (counted.get("completion_tokens_details") or {}).get("reasoning_tokens") or 0
    return TokenCounts(
        counted.get("prompt_tokens") or 0, counted.get("completion_tokens") or 0, cached, reasoning
    )


def _characters(messages: Sequence[BaseMessage]) -> int:
    return sum(len(str(message.content)) for message in messages)
