"""The questions a specialist leaves behind.

A value, a yes before an action, a permission, a state's question.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from agents.llm.offline import needs, templates
from agents.specialists.task import Task
from agents.specs import ParameterSpec, ToolSpec, in_language
from conversations.turn import Option, Question, QuestionKind, ToolResult
from handoffs import permission as rules
from language.spoken_languages import mark, speak

ASK = mark("To go on, I need to know: {labels}.")
EXAMPLE = mark("{label} (for example, {example})")  # fmt: skip
CONFIRM = mark("May I do this for you: {title}?")
PERMIT = mark(
    "First I need your permission ({title}). May I? It holds for this conversation, and you can take it "
    "back whenever you like."
)
YES = mark("Yes")
NO = mark("No")


def for_slots(
    task: Task, spec: ToolSpec, names: Sequence[str], so_far: Mapping[str, Any] | None = None
) -> Question:
    """Asks for values by their labels.

    The reply goes on with the same intent and tools, and with the arguments that are known `so_far`.
    """
    labels = []
    known = {each.known_as: each for each in spec.parameters}
    for name in names:
        otherwise = spec.label_of(known[name]) if name in known else name.replace("_", " ")
        label, slot = _find_label(task, name, otherwise), task.resources.section.slots.get(name)
        if slot is not None and slot.example:
            label = speak(EXAMPLE, task.language, label=label, example=slot.example)
        labels.append(label)
    text = speak(ASK, task.language, labels=", ".join(labels))
    data = {"tool": spec.name, **({"arguments": dict(so_far)} if so_far else {})}
    return make_question(task, "slot", text, fields=tuple(names), data=data)


def with_proposal(task: Task, question: Question, results: Sequence[ToolResult]) -> Question:
    """A model's own question for a value, with what was prepared for the action that waits for it.

    A draft.
    """
    tools, intent = task.resources.section.tools, task.intent
    if intent is None or question.kind != "slot":
        return question
    for name in intent.tools:
        spec = tools.get(name)
        if spec is None or spec.read_only or not any(p.known_as in question.fields for p in spec.parameters):
            continue
        if prepared := needs.collect_prepared(spec, intent.tools, results):
            return replace(question, data={**question.data, "tool": name, "arguments": prepared})
    return question


def read_proposed(task: Task) -> Mapping[str, Mapping[str, Any]]:
    """What was proposed and is not agreed to yet, where the message changes it or gives a value that it
    waited for: {tool: arguments}.
    """
    reply = task.context.decision.reply
    if reply is None or reply.kind not in ("change", "value", "question"):
        return {}
    if reply.question.kind not in ("confirmation", "slot"):
        return {}
    if not works_on_text(task) and (reply.kind, reply.question.kind) != ("change", "confirmation"):
        return {}
    if not reply.question.data.get("tool") or not reply.question.data.get("arguments"):
        return {}
    return {str(reply.question.data["tool"]): dict(reply.question.data["arguments"])}


def works_on_text(task: Task) -> bool:
    """Whether words of the user's are what is done: a letter, which stays proposed until it is as wanted."""
    return task.intent is not None and task.intent.takes_text


def is_refused(task: Task, tool: str, arguments: Mapping[str, Any]) -> bool:
    """Whether the user has just wanted exactly this otherwise: it is not proposed again."""
    reply = task.context.decision.reply
    changed = reply is not None and reply.kind == "change" and not works_on_text(task)
    return changed and read_proposed(task).get(tool) == dict(arguments)


def read_asked_about(task: Task) -> Mapping[str, Mapping[str, Any]]:
    """What the question is about that the message asks something of, or says no plain yes or no to.

    With what is proposed: {tool: arguments}.
    """
    reply = task.context.decision.reply
    if reply is None or reply.kind not in ("question", "unclear") or not reply.question.data.get("tool"):
        return read_proposed(task)
    return {str(reply.question.data["tool"]): dict(reply.question.data.get("arguments") or {})}


def before_action(task: Task, spec: ToolSpec, arguments: Mapping[str, Any]) -> Question:
    """Asks for a yes; what it agrees to, tool and arguments, is kept with the question."""
    text = _own_text(task, spec, arguments, CONFIRM)
    state = task.intent.next_state if task.intent else ""
    return make_question(
        task,
        "confirmation",
        text,
        options=yes_no(task.language),
        state=state or None,
        data={"tool": spec.name, "arguments": dict(arguments)},
    )


def for_permission(
    task: Task, spec: ToolSpec, arguments: Mapping[str, Any], request: str, intent: str | None = None
) -> Question:
    """Asks for what the user must allow once; the call that waits for it, and the request that led to it, are
    kept with the question."""
    question = make_question(
        task,
        "permission",
        _own_text(task, spec, arguments, PERMIT),
        options=yes_no(task.language),
        data={
            "permission": spec.permission,
            "tool": spec.name,
            "arguments": dict(arguments),
            "text": request,
        },
    )
    return replace(question, intent=intent) if intent else question


def after_intent(task: Task, results: Sequence[ToolResult]) -> Question | None:
    """The question that an intent asks once it was served (its `state_question`), unless it is answered."""
    reply = task.context.decision.reply
    if reply is not None and reply.kind == "question":
        return again(task, reply.question)  # a question about the matter leaves it open: asked once more
    if reply is not None and reply.kind == "change":
        acted = any(result.ok and result.metadata.get("side_effect") for result in results)
        if acted or not works_on_text(task):
            return None
        return again(task, reply.question)  # as it was: nothing else was proposed
    intent = task.intent
    if (
        intent is None
        or not intent.next_state
        or (reply is not None and reply.kind != "value" and reply.question.kind != "permission")
    ):
        return None
    text = in_language(intent.state_question, task.language)
    if not text or (not any(result.ok for result in results) and intent.prefetch):
        return None
    return make_question(task, "state", text, options=yes_no(task.language), state=intent.next_state)


def alike(one: Question, other: Question) -> bool:
    """Whether two questions of a specialist are about one thing, in whatever words and whenever asked."""
    if (one.agent, one.intent, one.kind) != (other.agent, other.intent, other.kind):
        return False
    named = {
        "permission": ("permission",),
        "confirmation": ("tool", "arguments"),
    }.get(one.kind, ())
    if named:
        return all(one.data.get(name) == other.data.get(name) for name in named)
    return one.fields == other.fields and (bool(one.fields) or one.text == other.text)


def stands_elsewhere(task: Task, question: Question) -> bool:
    """Whether a question is not said here: it stands behind what others say, or a colleague has asked the
    user for the same values in this turn, and one reply serves both.
    """
    asked = question.kind == "slot" and any(question.text in part for part in (*task.said, *task.asked))
    return asked or task.asks_behind


def again(task: Task, question: Question) -> Question:
    """The same question, asked now, in this turn."""
    return replace(question, asked_at=time.time(), turn=task.context.request.number)


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


def read_confirmed(task: Task) -> Mapping[str, Mapping[str, Any]]:
    """The tool calls that this message agrees to: {tool: arguments}, as they were when we asked."""
    reply = task.context.decision.reply
    if reply is None or reply.kind != "yes" or reply.question.kind not in ("confirmation", "permission"):
        return {}
    if "tool" not in reply.question.data or stale(task):
        return {}
    return {reply.question.data["tool"]: reply.question.data.get("arguments", {})}


def is_agreed(task: Task, tool: str, arguments: Mapping[str, Any]) -> bool:
    """Whether the user said yes to exactly this call."""
    return read_confirmed(task).get(tool) == dict(arguments)


def yes_no(language: str) -> tuple[Option, Option]:
    """The two buttons."""
    yes, no = speak(YES, language), speak(NO, language)
    return Option(yes, yes), Option(no, no)


def _own_text(task: Task, spec: ToolSpec, arguments: Mapping[str, Any], otherwise: str) -> str:
    """The tool's own question, or one that names what the tool does, behind what it does not show.

    Nobody says yes to words that they have not read.
    """
    template = in_language(spec.confirm_text, task.language)
    own = templates.whole(template, arguments, task.language)
    shown = set(templates.FIELD.findall(template)) if own else set()
    title = templates.title(spec, spec.name, task.language)
    question = own or speak(otherwise, task.language, title=title)
    hidden = [
        f"{_format_label(task, spec, each)}: {templates.format_value(arguments[each.name], task.language)}"
        for each in spec.parameters
        if each.name in arguments
        and each.name not in shown
        and (each.source == "free" or not own)
        and not each.is_of_writer
        and each.source != "default"
    ]
    return "\n\n".join(filter(None, ["\n".join(hidden), question]))


def _find_label(task: Task, name: str, otherwise: str) -> str:
    """What people call a value: its slot's label, `otherwise` where it has none."""
    slot = task.resources.section.slots.get(name)
    return (in_language(slot.label, task.language) if slot else "") or otherwise


def _format_label(task: Task, spec: ToolSpec, parameter: ParameterSpec) -> str:
    """What people call an argument, as it begins a line."""
    return templates.format_label(_find_label(task, parameter.known_as, spec.label_of(parameter)))


def make_question(task: Task, kind: QuestionKind, text: str, **more: Any) -> Question:
    """A question of this specialist, asked now: no two of a turn are asked at the same time."""
    return Question(
        kind=kind,
        text=text,
        agent=task.agent,
        intent=task.intent.name if task.intent else None,
        turn=task.context.request.number,
        asked_at=time.time(),
        **more,
    )
