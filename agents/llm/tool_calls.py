"""Tool calls arrive in parts; here they become whole."""

import json
from collections.abc import Sequence
from typing import Any

from agents.llm.events import ToolCall
from agents.tools.cleaning import clean, clean_text

MAX_CALLS = 16
LONGEST_NAME = 64  # of a tool


class ToolCallParts:
    """Collects the parts of an answer's tool calls.

    Some servers send no index and one whole call a part; a part with a new id then begins a new call.
    """

    def __init__(self) -> None:
        self._calls: dict[Any, dict[str, str]] = {}
        self.characters = 0

    def add(self, parts: Sequence[Any]) -> None:
        for part in parts:
            index = part.get("index")
            key = index if index is not None else part.get("id") or self._last()
            call = self._calls.setdefault(key, {"id": "", "name": "", "args": ""})
            call["id"] = call["id"] or part.get("id") or ""
            call["name"] += part.get("name") or ""
            call["args"] += part.get("args") or ""
            self.characters += len(part.get("args") or "") + len(part.get("name") or "")

    def _last(self) -> Any:
        return next(reversed(self._calls), 0)

    def whole(self) -> list[ToolCall]:
        """Every call; one whose arguments are not a JSON object carries an `error` for the model."""
        return [_whole(call, number) for number, call in enumerate(self._calls.values()) if call["name"]][
            :MAX_CALLS
        ]


def _whole(call: dict[str, str], number: int) -> ToolCall:
    name, written = clean_text(call["name"])[:LONGEST_NAME], call["args"]
    call_id = clean_text(call["id"]) or f"call_{number}"
    try:
        arguments = json.loads(written) if written.strip() else {}
    except ValueError:
        return ToolCall(
            call_id, name, {}, f"The arguments of {name} are not valid JSON. Send the call again."
        )
    if not isinstance(arguments, dict):
        return ToolCall(
            call_id, name, {}, f"The arguments of {name} must be a JSON object. Send the call again."
        )
    return ToolCall(call_id, name, clean(arguments))
