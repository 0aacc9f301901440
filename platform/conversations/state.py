"""A conversation's state between its JSON column and the frozen word `ConversationState`."""

from typing import Any

from conversations.as_json import to_json
from conversations.client_tools import OpenCalls
from conversations.turn import AwaitedPerson, ConversationState, Option, Pending, Permission, Question
from conversations.turn_parts import Stretch, SubConversation, SystemNote


def read(stored: dict[str, Any]) -> ConversationState:
    """The frozen state; fields that this version does not know are dropped."""
    known = _keep_known(ConversationState, stored)
    for name in ("question", "clarification"):
        if known.get(name):
            known[name] = read_question(known[name])
    known["begun"] = tuple(known.get("begun", ()))
    known["path"] = tuple((a, b) for a, b in known.get("path", ()))
    known["permissions"] = {
        name: Permission(**_keep_known(Permission, each))
        for name, each in known.get("permissions", {}).items()
    }
    if begun := known.get("sub_conversation"):
        known["sub_conversation"] = SubConversation(**_keep_known(SubConversation, begun))
    if awaited := known.get("person"):
        known["person"] = AwaitedPerson(**_keep_known(AwaitedPerson, awaited))
    if waits := known.get("calls"):
        known["calls"] = OpenCalls.from_json(waits)
    known["earlier"] = tuple(Stretch(**_keep_known(Stretch, each)) for each in known.get("earlier", ()))
    known["notes"] = tuple(SystemNote(**_keep_known(SystemNote, each)) for each in known.get("notes", ()))
    for name in ("pending", "parts"):
        known[name] = tuple(read_pending(each) for each in known.get(name, ()))
    return ConversationState(**known)


def read_pending(stored: dict[str, Any]) -> Pending:
    """An open part as it was stored."""
    known = _keep_known(Pending, stored)
    if known.get("question"):
        known["question"] = read_question(known["question"])
    return Pending(**known)


def _keep_known(word: type[Any], stored: dict[str, Any]) -> dict[str, Any]:
    return {name: stored[name] for name in word.__dataclass_fields__ if name in stored}


def read_question(stored: dict[str, Any]) -> Question:
    """A question as it was stored."""
    known = _keep_known(Question, stored)
    known["options"] = tuple(Option(**option) for option in known.get("options", ()))
    known["fields"] = tuple(known.get("fields", ()))
    return Question(**known)


def write(state: ConversationState) -> dict[str, Any]:
    """The state as JSON."""
    written: dict[str, Any] = to_json(state)
    return written
