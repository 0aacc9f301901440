"""The thoughts of a model by way of LangChain.

Parts of its content that are no text, and what its class keeps aside.

delta |= of_piece(piece)                    # as a chunk of the wire says them
model.astream(given_back(messages, "fast"))
"""

from collections.abc import Sequence
from typing import Any

from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage

from agents.llm.thinking import thoughts_of

# What the platform says again itself: the text, and the calls in each provider's words.
SAID = frozenset(
    {"text", "text_delta", "tool_use", "input_json_delta", "tool_call", "tool_call_chunk", "function_call"}
)
ASIDE = frozenset({"tool_calls", "function_call", "refusal", "parsed", "audio"})


def of_piece(piece: AIMessageChunk) -> dict[str, Any]:
    """What a piece says of them, in the shape of `agents.llm.thinking`; nothing of most."""
    aside = {name: value for name, value in piece.additional_kwargs.items() if name not in ASIDE and value}
    found = {"reasoning_content": aside.pop("reasoning_content", None)}
    if isinstance(piece.content, list):
        found["reasoning_details"] = [
            part for part in piece.content if isinstance(part, dict) and part.get("type") not in SAID
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
