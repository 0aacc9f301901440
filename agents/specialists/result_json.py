"""A specialist's work as JSON, and back: a branch may have been done in another process."""

from collections.abc import Mapping
from dataclasses import fields
from datetime import datetime
from typing import Any

from agents.specialists.task import Delegation, EndRequest, HandoffRequest, PersonRequest, TaskResult
from conversations.client_tools import OpenCalls
from conversations.state import read_question
from conversations.turn import JudgeResult, Permission, StepRecord, ToolResult, Usage


def read_worked(stored: Mapping[str, Any]) -> TaskResult:
    """What `conversations.as_json.to_json` made of a `TaskResult`."""
    known = {name.name: stored[name.name] for name in fields(TaskResult) if name.name in stored}
    known["results"] = tuple(ToolResult(**each) for each in known.get("results", ()))
    known["steps"] = tuple(
        StepRecord(**{**each, "at": datetime.fromisoformat(each["at"])}) for each in known.get("steps", ())
    )
    known["usage"] = Usage(**known.get("usage", {}))
    known["signals"] = tuple((name, ok) for name, ok in known.get("signals", ()))
    known["identity_missing"] = tuple(known.get("identity_missing", ()))
    known["judged"] = tuple(JudgeResult(**each) for each in known.get("judged", ()))
    if known.get("question"):
        known["question"] = read_question(known["question"])
    known["waiting"] = tuple(map(read_question, known.get("waiting", ())))
    known["left"] = tuple(HandoffRequest(**each) for each in known.get("left", ()))
    if known.get("handoff"):
        known["handoff"] = HandoffRequest(**known["handoff"])
    if known.get("person"):
        known["person"] = PersonRequest(**known["person"])
    if known.get("delegation"):
        known["delegation"] = Delegation(**known["delegation"])
    if known.get("ended"):
        known["ended"] = EndRequest(**known["ended"])
    if known.get("calls"):
        known["calls"] = OpenCalls.from_json(known["calls"])
    if "permissions" in known:
        known["permissions"] = {name: Permission(**each) for name, each in known["permissions"].items()}
    return TaskResult(**known)
