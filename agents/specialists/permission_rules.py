"""Permission at work: which tools may be used, which are asked for first, which are out of the question.

The rules are `handoffs.permission`'s; here they meet a specialist's tools.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from django.utils import timezone

from agents.memory import telling as remembering
from agents.specialists.task import Task
from agents.specs import ToolSpec, in_language, in_words
from conversations.turn import Permission, Question, Reply, StepRecord, ToolResult
from handoffs import permission as rules
from rollout.evaluate import EVERY

WORDS = "The user has not allowed this. Do without it and do not ask for it again."


def stand(task: Task, spec: ToolSpec) -> rules.Stand:
    """Whether the tool may be used now, must be asked for, or not even that.

    Nobody is asked to allow a tool that is switched off: calling it says so.
    """
    stands = rules.stand(spec.permission, rules.permissions_of(task.context))
    return "use" if stands == "ask" and not task.resources.tool_on(spec) else stands


def names(task: Task) -> tuple[str, ...]:
    """The tools that this work allows: those it has, but for what the user forbade or asks about first."""
    known, explains = task.resources.section.tools, explaining(task)
    return tuple(
        name
        for name in has(task)
        if (stands := stand(task, known[name])) == "use" or (stands == "ask" and not explains)
    )


def has(task: Task) -> tuple[str, ...]:
    """The tools of the intent, else of all that is served, and those the specialist always has."""
    intents = (task.intent,) if task.intent else task.intents
    named = [name for intent in intents for name in intent.tools]
    known = task.resources.section.tools
    always = (*task.specialist.tools, *remembering.names(task.context))
    return tuple(dict.fromkeys(name for name in (*named, *always) if name in known))


def is_withdrawn(task: Task, tool: str) -> bool:
    """Whether the call that the message agrees to is offered no more.

    Its intent is switched off since it was proposed, or a release took the tool from it.
    """
    found = task.context.decision.reply
    intent = found.question.intent if found is not None else None
    off = task.resources.switches.names_off("intent")
    return bool(intent and off & {intent, EVERY}) or tool not in has(task)


def reply(task: Task) -> Reply | None:
    """The answer to a question for permission, when the message is one."""
    found = task.context.decision.reply
    return found if found is not None and found.question.kind == "permission" else None


def explaining(task: Task) -> bool:
    """Whether the user asks about the question for permission before they decide."""
    found = reply(task)
    return found is not None and found.kind == "question"


def resume(task: Task) -> Task:
    """The work on a yes or a no to a question for permission: the request that had led to it, about the
    values that it was asked for."""
    found = reply(task)
    if found is None or found.kind not in ("yes", "no", "cancel"):
        return task
    data = found.question.data
    named = values(task.resources.section.tools.get(str(data.get("tool"))), data.get("arguments") or {})
    decision = replace(task.context.decision, values={**named, **task.context.decision.values})
    context = replace(task.context, decision=decision)
    return replace(task, context=context, text=str(data.get("text") or task.text))


def values(spec: ToolSpec | None, arguments: Mapping[str, Any]) -> dict[str, str]:
    """The resource values of a call, by the names under which the conversation knows them."""
    return {
        parameter.known_as: str(arguments[parameter.name])
        for parameter in (spec.parameters if spec else ())
        if parameter.is_asked and arguments.get(parameter.name) is not None
    }


def request(task: Task) -> str:
    """What the user wants done, in their words: a bare "P100" belongs to the message before it."""
    found = task.context.decision.reply
    before = next(
        (past.content for past in reversed(task.context.request.history) if past.role == "user"), ""
    )
    return f"{before}\n{task.text}" if found is not None and found.kind == "value" and before else task.text


def to_ask_again(task: Task) -> tuple[Permission, ToolSpec] | None:
    """The permission that the user has just told to ask for again, with the tool that it was asked for."""
    decision = task.context.decision.route
    if decision is None or decision.metadata.get("permission") != "asked":
        return None
    known = task.context.work.permissions.get(str(decision.metadata.get("name")))
    spec = task.resources.section.tools.get(known.tool) if known is not None else None
    if known is None or spec is None or spec.permission != known.name or not task.resources.tool_on(spec):
        return None
    return known, spec


def list_taken_back(task: Task) -> tuple[str, ...]:
    """What the user has just taken back, as titles of tools."""
    gone = {known.name: known for known in task.context.work.permissions.values() if known.state == "revoked"}
    tools = task.resources.section.tools
    also = [name for name in has(task) if tools[name].permission in gone]
    return titles(task, [*(known.tool for known in gone.values()), *also])


def only_taken_back(task: Task) -> bool:
    """Whether the message takes a permission back and asks for nothing."""
    decision = task.context.decision.route
    return decision is not None and decision.metadata.get("permission") in ("revoked", "refused")


def list_refused(task: Task) -> tuple[str, ...]:
    """What the user has refused in this turn, as titles of tools; said once, not in every later answer."""
    return titles(
        task, [known.tool for known in task.context.work.permissions.values() if known.state == "refused"]
    )


def list_asked_about(task: Task) -> tuple[str, ...]:
    """What the permission is for that the user asks about, as titles of tools."""
    found = reply(task)
    if found is None or not explaining(task):
        return ()
    tools, name = task.resources.section.tools, found.question.data.get("permission")
    also = [each for each in has(task) if tools[each].permission == name]
    return titles(task, [str(found.question.data.get("tool")), *also])


def withheld(result: ToolResult) -> bool:
    """Whether a result says that the user did not allow the call."""
    return result.metadata.get("reason") == "permission" and result.error == WORDS


def skip(task: Task, spec: ToolSpec, arguments: Mapping[str, Any]) -> ToolResult:
    """A call that is not made, in the record."""
    return task.caller.skip(spec.name, "permission", WORDS, task.agent, arguments)


def ask_permission(
    task: Task, questions: Iterable[Question | None]
) -> tuple[Mapping[str, Permission], tuple[StepRecord, ...]]:
    """What asking leaves in the conversation and in the record."""
    found = [known for question in questions if question and (known := _request_permission(task, question))]
    return {known.name: known for known in found}, tuple(_line(task, known) for known in found)


def _request_permission(task: Task, question: Question) -> Permission | None:
    if question.kind != "permission":
        return None
    name, tool = str(question.data["permission"]), str(question.data["tool"])
    kept = {"agent": question.agent, "intent": question.intent, "arguments": question.data["arguments"],
            "text": question.data["text"]}  # fmt: skip
    before = rules.permissions_of(task.context).get(name)
    return rules.request_permission(before, name, tool, question.asked_at, task.context.request.number, kept)


def _line(task: Task, known: Permission) -> StepRecord:
    return StepRecord(
        node="permission",
        kind="permission",
        outcome="ok",
        summary=f"'{known.name}' asked for {known.tool}",
        at=timezone.now(),
        agent=task.agent,
        detail={"permission": known.name, "tool": known.tool, "state": known.state},
    )


def titles(task: Task, names: Iterable[str]) -> tuple[str, ...]:
    """Tools as people read them."""
    known = task.resources.section.tools
    found = (
        in_language(known[name].title, task.language) or in_words(name) for name in names if name in known
    )
    return tuple(dict.fromkeys(found))
