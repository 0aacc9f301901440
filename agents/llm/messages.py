"""Messages as OpenAI-compatible servers take them."""

import json
from collections.abc import Sequence
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, ToolMessage, convert_to_openai_messages

from agents.llm.request import ToolOffer
from agents.llm.thinking import thoughts_of

ROLES = {"human": "user", "system": "system", "ai": "assistant", "tool": "tool"}


def serialize(messages: Sequence[BaseMessage], model: str = "") -> list[dict[str, Any]]:
    """The messages as plain JSON, in their order, with the thoughts that the profile `model` wants back.

    >>> from langchain_core.messages import HumanMessage
    >>> serialize([HumanMessage("Oi")])
    [{'role': 'user', 'content': 'Oi'}]
    """
    return [_write(message, model) for message in messages]


def serialize_offer(offer: ToolOffer) -> dict[str, Any]:
    """A tool that may be called, as `tools` of a request holds it."""
    schema = dict(offer.schema) or {"type": "object", "properties": {}}
    function = {"name": offer.name, "description": offer.description, "parameters": schema}
    return {"type": "function", "function": function}


def _write(message: BaseMessage, model: str) -> dict[str, Any]:
    role = ROLES.get(message.type)
    if role is None or not isinstance(message.content, str):
        whole = convert_to_openai_messages(message)  # pictures, and kinds that this platform never makes
        return whole if isinstance(whole, dict) else whole[0]
    plain: dict[str, Any] = {"role": role, "content": message.content}
    if isinstance(message, ToolMessage):
        plain["tool_call_id"] = message.tool_call_id
    elif isinstance(message, AIMessage) and message.tool_calls:
        fields, marks = thoughts_of(message, model)
        plain |= {**fields, "content": message.content or None}
        plain["tool_calls"] = [
            {
                **marks.get(call["id"] or "", {}),
                "type": "function",
                "id": call["id"],
                "function": {
                    "name": call["name"],
                    "arguments": json.dumps(call["args"], ensure_ascii=False),
                },
            }
            for call in message.tool_calls
        ]
    return plain
