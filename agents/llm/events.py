"""What a model says while it answers; what it is asked stands in `request`.

    async for event in model.stream(ModelRequest(messages, tools, slice, deadline_seconds=30)):
        match event:
            case TextPiece(text): ...
            case ToolCall(id, name, arguments): ...
            case ModelUsage(): ...
            case Finish(): ...

The loop never sees a provider's classes, so that a leaner client can stand beside langchain-openai.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class TextPiece:
    """Some characters of the answer."""

    text: str


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool the model wants called, whole.

    `error` is set when its arguments could not be read; `arguments` are empty then, and the loop answers
    the call with that sentence, so that the model can send it again.
    """

    id: str
    name: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    error: str = ""


@dataclass(frozen=True, slots=True)
class ModelUsage:
    """What one call cost. `estimated`: the other side gave no token counts (characters / 4)."""

    model: str
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached_tokens: int = 0
    cost_usd: float = 0.0
    estimated: bool = False


@dataclass(frozen=True, slots=True)
class Finish:
    """The end of one call: stop, tool_calls, length, content_filter, or one of those that broke off, of which no tool
    call is told: interrupted, timeout. `why` says in words what made it break off, where somebody knows."""

    reason: str = "stop"
    why: str = ""


BROKEN = frozenset({"interrupted", "timeout"})  # ends of an answer that broke off
SHORT = BROKEN | {"length", "content_filter"}  # ends of an answer that is not whole
ModelEvent = TextPiece | ToolCall | ModelUsage | Finish
