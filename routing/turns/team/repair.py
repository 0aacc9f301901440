"""What is made of a specialist's part when the gate kept an announced handoff back, or nothing was said."""

from collections.abc import Sequence
from dataclasses import replace

from agents.guardrails.announcements import CODE
from agents.specialists.naming import find_target
from agents.specialists.task import HandoffRequest, Task, TaskResult
from agents.tools.signals import SUMMARY
from conversations.turn import RailDecision
from routing.texts import text


def hand_over(task: Task, worked: TaskResult, rails: Sequence[RailDecision]) -> TaskResult:
    """The work with the handoff that its words announced, where whom they name is a permitted target.

    One that the model asked for itself, a question to the user, and a failure stay as they are.
    """
    found = _find_kept_back(rails)
    if found is None or worked.handoff or worked.person or worked.question or worked.error:
        return worked
    sentence = str(found.metadata.get("sentence", ""))
    target = find_target(sentence, task.targets)
    if target is None:
        return worked
    reason = text("announced", task.language, sentence=sentence[:200])
    summary = worked.text.replace(sentence, "").strip() or task.text
    return replace(worked, handoff=HandoffRequest(target.name, reason, summary[:SUMMARY]))


def note(rails: Sequence[RailDecision], worked: TaskResult) -> tuple[RailDecision, ...]:
    """The decisions, with what became of the announcement: to whom it was made true, or nobody."""
    target = worked.handoff.target if worked.handoff else None
    return tuple(
        replace(rail, metadata={**rail.metadata, "handed_over_to": target})
        if rail.code == CODE and not rail.allowed
        else rail
        for rail in rails
    )


def _find_kept_back(rails: Sequence[RailDecision]) -> RailDecision | None:
    return next((rail for rail in rails if rail.code == CODE and not rail.allowed), None)
