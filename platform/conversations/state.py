"""A conversation's state between its JSON column and the frozen word `ConversationState`."""

from typing import Any

from conversations.turn import ConversationState, Option, Question, to_json


def read(stored: dict[str, Any]) -> ConversationState:
    """The frozen state; fields that this version does not know are dropped."""
    known = {name: stored[name] for name in ConversationState.__dataclass_fields__ if name in stored}
    if known.get("question"):
        known["question"] = read_question(known["question"])
    known["path"] = tuple((a, b) for a, b in known.get("path", ()))
    return ConversationState(**known)


def read_question(stored: dict[str, Any]) -> Question:
    """A question as it was stored."""
    known = {name: stored[name] for name in Question.__dataclass_fields__ if name in stored}
    known["options"] = tuple(Option(**option) for option in known.get("options", ()))
    known["fields"] = tuple(known.get("fields", ()))
    return Question(**known)


def write(state: ConversationState) -> dict[str, Any]:
    """The state as JSON."""
    written: dict[str, Any] = to_json(state)
    return written
