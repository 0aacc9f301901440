"""Tool calls arrive in parts; here they become whole."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import orjson

from agents.llm.events import ToolCall
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
    except ValueError:
        return ToolCall(
            call_id, name, {}, f"The arguments of {name} are not valid JSON. Send the call again."
        )
    if not isinstance(arguments, dict):
        return ToolCall(
            call_id, name, {}, f"The arguments of {name} must be a JSON object. Send the call again."
        )
    return ToolCall(call_id, name, clean(arguments), extra=call["extra"])
