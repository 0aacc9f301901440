"""One streamed answer as it grows, read from chunks of OpenAI's shape.

Tool calls arrive in parts; here they become whole.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import orjson
from langchain_core.messages import BaseMessage

from agents.errors import Declined, EmptyAnswer
from agents.llm.events import BROKEN, Finish, ModelEvent, ModelUsage, Thinking, ToolCall
from agents.llm.inline_thinking import InlineThinking
from agents.llm.pricing import ModelPrices, TokenCounts
from agents.llm.request import ModelRequest
from agents.llm.thinking import Thoughts
from agents.llm.trouble import EMPTY, REFUSED, is_late, reason_of
from agents.specs import LLMSpec
from outbound.cleaning import clean, clean_text

MAX_CALLS = 16
LONGEST_NAME = 64  # of a tool
EXTRA = "extra_content"
PART = 16  # characters that a part counts for at least: empty ones, too, have to be read


class ToolCallParts:
    """Collects the parts of an answer's tool calls.

    Some servers send no index and one whole call a part; a part with a new id then begins a new call.
    """

    def __init__(self) -> None:
        self._calls: dict[Any, dict[str, Any]] = {}
        self.characters = 0

    def add(self, parts: Sequence[Mapping[str, Any]], most: int) -> None:
        """The next parts, until all calls together are `most` characters long.

        What comes after is not read.
        """
        for part in parts:
            left = most - self.characters
            if left <= 0:
                return
            function = part.get("function") or {}
            name, written = str(function.get("name") or ""), _write(function.get("arguments"))
            index = part.get("index")
            key = index if index is not None else part.get("id") or self._last()
            call = self._calls.setdefault(key, {"id": "", "name": "", "args": "", "extra": {}})
            call["id"] = call["id"] or part.get("id") or ""
            call["name"] += name[:left]
            call["args"] += written[:left]
            self.characters += max(PART, len(name) + len(written))
            if extra := part.get(EXTRA):  # Gemini's signature of the thought behind a call
                call["extra"] = {EXTRA: extra}

    def _last(self) -> Any:
        return next(reversed(self._calls), 0)

    def whole(self, cut: bool = False) -> list[ToolCall]:
        """Every call; one whose arguments are not a JSON object carries an `error` for the model.

        `cut`: the answer ended at a limit, and the last call is whole only if its arguments are there.
        """
        named = [call for call in self._calls.values() if call["name"]]
        last = named[-1] if named and cut else None
        return [_whole(call, number, call is last) for number, call in enumerate(named)][:MAX_CALLS]


def _write(arguments: Any) -> str:
    """Arguments as text; some servers send them as an object."""
    if arguments is None or isinstance(arguments, str):
        return arguments or ""
    return orjson.dumps(arguments).decode()


def _whole(call: dict[str, Any], number: int, cut: bool) -> ToolCall:
    name, written = clean_text(call["name"])[:LONGEST_NAME], call["args"]
    call_id = clean_text(call["id"]) or f"call_{number}"
    try:
        arguments = json.loads(written) if written.strip() or cut else {}
    except (ValueError, RecursionError):  # the latter: nested too deep
        return ToolCall(
            call_id, name, {}, f"The arguments of {name} are not valid JSON. Send the call again."
        )
    if not isinstance(arguments, dict):
        return ToolCall(
            call_id, name, {}, f"The arguments of {name} must be a JSON object. Send the call again."
        )
    return ToolCall(call_id, name, clean(arguments), extra=call["extra"])


LONGEST = 64_000  # characters of one answer with its tool calls; what comes after them is not read


class StreamedAnswer:
    """What came of it so far. `finish` is how it ended: interrupted until the other side says so.

    Thoughts at the beginning of its text are read and not given on.
    """

    def __init__(self, spec: LLMSpec, request: ModelRequest, prices: ModelPrices | None = None) -> None:
        self._spec, self._request = spec, request
        self._prices = prices or ModelPrices(spec.model, spec.provider)
        self._calls, self._thoughts, self._inline = ToolCallParts(), Thoughts(), InlineThinking()
        self._received = self._given = 0  # characters of text, and those of them that are no thoughts
        self._counts: TokenCounts | None = None
        self._refused, self._why = False, ""
        self._began = self._unused = False
        self._model = ""
        self.finish = "interrupted"

    @property
    def stands(self) -> bool:
        """Whether it is not asked for anew.

        Its end was said, or some text was given on, which cannot be unread.
        """
        return self._given > 0 or self.finish != "interrupted"

    @property
    def is_full(self) -> bool:
        return self._received + self._calls.characters >= LONGEST

    def read(self, chunk: dict[str, Any]) -> str:
        """The text of the next chunk."""
        self._began = True
        self._counts = _counts(chunk.get("usage")) or self._counts
        if not self._model and (named := chunk.get("model")):
            self._model = clean_text(str(named))[:LONGEST_NAME]
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
        text = self._inline.feed(text)
        if self.finish != "interrupted":
            text += self._inline.rest()
        self._given += len(text)
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
        if not self._given and not found and self.finish != "content_filter":
            about = {"model": self._spec.model}
            raise Declined(REFUSED % about) if self._refused else EmptyAnswer(EMPTY % about)
        yield from found
        if found and (thoughts := self._thoughts.whole()):
            yield Thinking(thoughts)
        if (used := self.measure()) is not None:
            yield used
        yield Finish(self.finish, self._why, self._model)

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
