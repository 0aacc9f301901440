"""What a model wants back with the results of its calls: its thoughts, their signatures, marks of its calls.

    kept = Thoughts(); kept.add(delta)            # while an answer is read
    message = with_thoughts(AIMessage(...), thoughts, calls)
    fields, calls = thoughts_of(message, "fast")  # only for the profile that said them

Providers refuse the next request of a tool loop, or think anew, where these are missing or changed. They go
back as they came, to whom they came from, within the turn; nothing of them is shown or recorded.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage

from agents.llm.events import ToolCall

# DeepSeek and vLLM, vLLM, OpenRouter, Gemini; `langchain` is what our own reading of such a message keeps.
FIELDS = ("reasoning_content", "reasoning", "reasoning_details", "extra_content", "langchain")
MOST = 1_000_000  # characters of an answer's thoughts; of one that thinks longer nothing is sent back
MARK = "thoughts"
FIXED = frozenset({"type", "id", "format", "index"})  # of a part that comes in pieces: the same in each


class Thoughts:
    """The thoughts of one streamed answer as they grow."""

    def __init__(self) -> None:
        self._fields: dict[str, Any] = {}
        self._characters = 0

    def add(self, delta: Mapping[str, Any]) -> None:
        """What a chunk says of them."""
        for name in FIELDS:
            piece = delta.get(name)
            if piece and self._characters <= MOST:
                self._characters += len(str(piece))
                self._fields[name] = _join(self._fields.get(name), piece)

    def whole(self) -> Mapping[str, Any]:
        return self._fields if self._characters <= MOST else {}


def with_thoughts(
    message: AIMessage, model: str, thoughts: Mapping[str, Any], calls: Sequence[ToolCall]
) -> AIMessage:
    """A message of the model profile `model` with what it wants back."""
    marks = {call.id: dict(call.extra) for call in calls if call.extra}
    if thoughts or marks:
        message.additional_kwargs[MARK] = {"of": model, "fields": dict(thoughts), "calls": marks}
    return message


def thoughts_of(message: BaseMessage, model: str) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """Fields of the message, and of its calls by their ids, that go back to the profile `model`.

    Only its own.
    """
    kept = message.additional_kwargs.get(MARK) or {}
    return (kept["fields"], kept["calls"]) if kept.get("of") == model else ({}, {})


def _join(before: Any, piece: Any) -> Any:
    """What came before with one more piece.

    Texts grow, parts of the same index grow, all else is replaced.
    """
    if isinstance(piece, str):
        return (before or "") + piece
    if isinstance(piece, list):
        parts: list[Any] = list(before or ())
        for part in piece:
            at = _place(parts, part)
            if at is None:
                parts.append(part)
            else:
                parts[at] = _grow(parts[at], part)
        return parts
    return {**before, **piece} if isinstance(before, Mapping) and isinstance(piece, Mapping) else piece


def _place(parts: Sequence[Any], part: Any) -> int | None:
    """Where the part is that this one goes on with."""
    if not isinstance(part, Mapping) or part.get("index") is None:
        return None
    same = (part["index"], part.get("type"))
    for at, each in enumerate(parts):
        if isinstance(each, Mapping) and (each.get("index"), each.get("type")) == same:
            return at
    return None


def _grow(before: Mapping[str, Any], part: Mapping[str, Any]) -> dict[str, Any]:
    grown = dict(before)
    for name, value in part.items():
        whole = grown.get(name)
        grows = isinstance(value, str) and isinstance(whole, str) and name not in FIXED
        grown[name] = f"{whole}{value}" if grows else whole if value is None else value
    return grown
