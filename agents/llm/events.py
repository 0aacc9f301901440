"""What a model says while it answers; what it is asked stands in `request`.

    async for event in model.stream(ModelRequest(messages, tools, slice, deadline_seconds=30)):
        match event:
            case TextPiece(text): ...
            case ToolCall(id, name, arguments): ...
            case Thinking(fields): ...
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

    `error` is set when its arguments could not be read; `arguments` are empty then, and the loop answers the
    call with that sentence, so that the model can send it again. `extra` goes back with the call as it came.
    """

    id: str
    name: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    error: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Thinking:
    """What the model wants back with the results of its calls, by field of its message
    (`agents.llm.thinking`).
    """

    fields: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ModelUsage:
    """What one call cost; None: nobody knows the model's price. `estimated`: the other side gave no token
    counts (characters / 4). `reasoning_tokens` are among those of the completion; `price` is what a million
    tokens were counted with, and whose that is (`agents.llm.pricing`)."""

    model: str
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached_tokens: int = 0
    cost_usd: float | None = 0.0
    estimated: bool = False
    reasoning_tokens: int = 0
    price: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Finish:
    """The end of one call.

    Stop, unserved (of the offline model: it can do nothing for the message), tool_calls, length,
    content_filter, or one of those that broke off, of which no tool call is told: interrupted, timeout;
    empty where nobody knows. `why` says in words what made it break off, where somebody knows; `model` is
    what the other side calls the model that answered.
    """

    reason: str = "stop"
    why: str = ""
    model: str = ""

    @property
    def told(self) -> dict[str, str]:
        """What the record's line of the call says of its end."""
        told = {"finish": self.reason, "answered_by": self.model}
        return {name: value for name, value in told.items() if value}


UNSERVED = "unserved"
LATE = "timeout"
BROKEN = frozenset({"interrupted", LATE})  # ends of an answer that broke off
SHORT = BROKEN | {"length", "content_filter"}  # ends of an answer that is not whole
ModelEvent = TextPiece | ToolCall | Thinking | ModelUsage | Finish
