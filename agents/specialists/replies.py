"""What a reply says of the question that it answers: what was proposed, wanted, refused or agreed to."""

from collections.abc import Mapping
from typing import Any

from agents.llm.offline.wording import wording
from agents.specialists.task import Task
from agents.specs import ToolSpec
from conversations.questions import WANTED
from conversations.turn import Question
from handoffs import permission as rules
from language import clauses
from language.acts.closed_list import read_closed


def read_proposed(task: Task) -> Mapping[str, Mapping[str, Any]]:
    """What was proposed and is not agreed to yet, where the message changes it or gives a value that it
    waited for: {tool: arguments}.
    """
    reply = task.context.decision.reply
    if reply is None or reply.kind not in ("change", "value", "question"):
        return {}
    if reply.question.kind not in ("confirmation", "slot"):
        return {}
    collects = WANTED in reply.question.data
    if not (collects or works_on_text(task)) and (reply.kind, reply.question.kind) != (
        "change",
        "confirmation",
    ):
        return {}
    if not reply.question.data.get("tool") or not (collects or reply.question.data.get("arguments")):
        return {}
    return {str(reply.question.data["tool"]): dict(reply.question.data.get("arguments") or {})}


def read_wanted(task: Task) -> str | None:
    """Which value of what is proposed was asked for; None where none is collected by what the words give."""
    reply = task.context.decision.reply
    found = reply.question.data.get(WANTED) if reply is not None and read_proposed(task) else None
    return None if found is None else str(found)


def works_on_text(task: Task) -> bool:
    """Whether words of the user's are what is done: a letter, which stays proposed until it is as wanted."""
    return task.intent is not None and task.intent.takes_text


def is_refused(task: Task, tool: str, arguments: Mapping[str, Any]) -> bool:
    """Whether the user has just wanted exactly this otherwise: it is not proposed again."""
    reply = task.context.decision.reply
    changed = reply is not None and reply.kind == "change" and not works_on_text(task)
    return changed and read_proposed(task).get(tool) == dict(arguments)


def is_declined(task: Task, spec: ToolSpec, arguments: Mapping[str, Any]) -> bool:
    """Whether the user has just said no to this and nothing else: what a model words otherwise is no other
    action, for the user has not.
    """
    reply = task.context.decision.reply
    if reply is None or reply.kind not in ("no", "cancel") or reply.question.data.get("tool") != spec.name:
        return False
    asked = reply.question.data.get("arguments") or {}
    named = [each.name for each in spec.parameters if each.source != "free"]
    return all(asked.get(name) == arguments.get(name) for name in named)


def is_forbidden(task: Task, question: Question) -> bool:
    """Whether the message says that what the question proposes is not to be done: "do not cancel R10"."""
    if task.context.decision.reply is not None:
        return False
    readings = (read_closed(clause, question.text) for clause in clauses.split(task.text))
    return any(found is not None and found.forbids for found in readings)


def accept_refusal(task: Task, forbidden: bool = False) -> str:
    """What is said of a no, or of what is `forbidden`, where nobody else does; empty where there is none."""
    reply = task.context.decision.reply
    if forbidden:
        return str(wording(task.language)["declined"])
    if reply is None or reply.kind not in ("no", "cancel") or not reply.question.data.get("tool"):
        return ""
    return str(wording(task.language)["declined" if reply.kind == "no" else "cancelled"])


def read_asked_about(task: Task) -> Mapping[str, Mapping[str, Any]]:
    """What the question is about that the message asks something of, or says no plain yes or no to.

    With what is proposed: {tool: arguments}.
    """
    reply = task.context.decision.reply
    if reply is None or reply.kind not in ("question", "unclear") or not reply.question.data.get("tool"):
        return read_proposed(task)
    return {str(reply.question.data["tool"]): dict(reply.question.data.get("arguments") or {})}


def read_confirmed(task: Task) -> Mapping[str, Mapping[str, Any]]:
    """The tool calls that this message agrees to: {tool: arguments}, as they were when we asked."""
    reply = task.context.decision.reply
    if reply is None or reply.kind != "yes" or reply.question.kind not in ("confirmation", "permission"):
        return {}
    if "tool" not in reply.question.data or stale(task):
        return {}
    return {reply.question.data["tool"]: reply.question.data.get("arguments", {})}


def stale(task: Task) -> bool:
    """Whether the message agrees to something that was asked before other turns, or that was asked after the
    message had been written: it is asked once more."""
    reply = task.context.decision.reply
    if reply is None or reply.kind != "yes":
        return False
    match reply.question.kind:
        case "confirmation":
            return not rules.counts(
                reply.question, task.context.request.number, task.context.request.arrival.received_at
            )
        case "permission":
            name = str(reply.question.data.get("permission", ""))
            return rules.stand(name, rules.permissions_of(task.context)) == "ask"
    return False


def is_agreed(task: Task, tool: str, arguments: Mapping[str, Any]) -> bool:
    """Whether the user said yes to exactly this call."""
    return read_confirmed(task).get(tool) == dict(arguments)
