"""The questions a specialist leaves behind.

A value, a yes before an action, a permission, a state's question.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from agents.llm.offline import composing, needs, templates
from agents.specialists import masked_values, replies
from agents.specialists.task import Task
from agents.specialists.terms import digest_terms
from agents.specs import ParameterSpec, ToolSpec, in_language, in_words
from conversations.questions import PLAIN, WANTED
from conversations.turn import Option, Question, QuestionKind, ToolResult
from language import clauses, options
from language.acts.closed_list import read_closed
from language.acts.questions import adds_something, is_question, requests_something
from language.acts.reading import read_act
from language.instead import is_conditional
from language.spoken_languages import mark, speak

ASK = mark("To go on, I need to know: {labels}.")
EXAMPLE = mark("{label} (for example, {example})")  # fmt: skip
CONFIRM = mark("Next step: {title}. Shall I go ahead?")
PERMIT = mark(
    "First I need your permission ({title}). May I? It holds for this conversation, and you can take it "
    "back whenever you like."
)
NO_CONDITION = mark("I cannot promise any condition: I do it just as it stands here, or not at all.")
PERHAPS_DONE = mark(
    "I was interrupted when I last did this, so it may be done already: please check before you say yes."
)
TAKE_TIME = mark("Take your time: nothing is done until you say yes.")
NOT_READ = mark("I could not read that as a yes or a no, so nothing is done yet.")
OTHER_TERMS = mark("This has changed since I asked you, so please read it again:")
TERMS = "terms"  # of the data of a confirmation: a digest of its words without its values
YES = mark("Yes")
NO = mark("No")


def for_slots(
    task: Task, spec: ToolSpec, names: Sequence[str], so_far: Mapping[str, Any] | None = None
) -> Question:
    """Asks for values by their labels.

    The reply goes on with the same intent and tools, and with the arguments that are known `so_far`.
    """
    labels = []
    known = {name: each for each in spec.parameters for name in (each.name, each.known_as)}
    for name in names:
        otherwise = spec.label_of(known[name], task.language) if name in known else in_words(name)
        label, slot = (
            _find_label(task, name, templates.write_within(otherwise)),
            task.resources.section.slots.get(name),
        )
        if slot is not None and slot.example:
            label = speak(EXAMPLE, task.language, label=label, example=slot.example)
        labels.append(label)
    text = speak(ASK, task.language, labels=", ".join(labels))
    data = {"tool": spec.name, **({"arguments": dict(so_far)} if so_far else {})}
    return make_question(task, "slot", text, fields=tuple(names), data=data)


def with_proposal(
    task: Task, question: Question, results: Sequence[ToolResult], so_far: Mapping[str, Any] | None = None
) -> Question:
    """A model's own question for a value, with what was prepared for the action that waits for it.

    A draft; or what the words gave `so_far`, {intent, tool, arguments, wanted}, where no model reads them.
    """
    tools, intent = task.resources.section.tools, task.intent
    if intent is None and so_far:
        intent = next((own for own in task.intents if own.name == so_far["intent"]), None)
    if intent is None or question.kind != "slot":
        return question
    if so_far and not intent.takes_text and (tool := tools.get(str(so_far.get("tool")))) is not None:
        arguments, _left = masked_values.restore(task, tool, so_far["arguments"])
        given = {"tool": tool.name, "arguments": arguments, WANTED: so_far[WANTED]}
        asked = replace(question, intent=intent.name, data={**question.data, **given})
        masked_values.note_asked(task.caller, [asked])
        return asked
    for name in intent.tools:
        spec = tools.get(name)
        if spec is None or spec.read_only or not any(p.known_as in question.fields for p in spec.parameters):
            continue
        if prepared := needs.collect_prepared(spec, intent.tools, tools, results):
            return replace(question, data={**question.data, "tool": name, "arguments": prepared})
    return question


def describe_options(task: Task) -> dict[str, Any]:
    """What a model's own question offered, and which of it the message picks: "2" alone says nothing.

    Empty where it offered nothing, or a yes answers it.
    """
    reply, open_now = task.context.decision.reply, task.context.request.state.clarification
    question = reply.question if reply is not None else open_now
    if question is None or question.is_yes_or_no or question.agent != task.agent or not question.options:
        return {}
    if reply is None and (question.data or question.turn + 1 != task.context.request.number):
        return {}  # the platform's own choice, or one of long ago
    picked = options.match(task.context.request.utterance.text, question.options)
    listed = [{"label": each.label, "value": each.value} for each in question.options]
    chosen = {"label": picked.label, "value": picked.value} if picked is not None else None
    return {"question": question.text, "options": listed, "picked": chosen}


def before_action(task: Task, spec: ToolSpec, arguments: Mapping[str, Any]) -> Question:
    """Asks for a yes; what it agrees to, tool and arguments, is kept with the question."""
    text = _own_text(task, spec, arguments, CONFIRM)
    if spec.name in task.context.request.state.begun:
        text = f"{speak(PERHAPS_DONE, task.language)}\n\n{text}"
    state = task.intent.next_state if task.intent else ""
    return make_question(
        task,
        "confirmation",
        text,
        options=yes_no(task.language),
        state=state or None,
        data={
            "tool": spec.name,
            "arguments": dict(arguments),
            TERMS: digest_terms(task, spec, arguments),
        },
    )


def with_other_terms(task: Task, spec: ToolSpec, arguments: Mapping[str, Any]) -> Question | None:
    """The confirmation asked anew, where a release since it was asked words it otherwise: a yes is to what
    was read.
    """
    reply = task.context.decision.reply
    before = reply.question.data.get(TERMS) if reply is not None else None
    if before is None or before == digest_terms(task, spec, arguments):
        return None
    asked = before_action(task, spec, arguments)
    told = f"{speak(OTHER_TERMS, task.language)}\n\n{asked.text}"
    return replace(asked, text=told, data={**asked.data, PLAIN: asked.text})


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
        if acted or not replies.works_on_text(task):
            return None
        return again(task, reply.question)  # as it was: nothing else was proposed
    intent = task.intent
    if (
        intent is None
        or not intent.next_state
        or (reply is not None and reply.kind != "value" and reply.question.kind != "permission")
    ):
        return None
    if any(result.metadata.get("reason") == "off" for result in results):
        return None  # nobody is asked whether to go on with what is switched off
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
    user for the same values in this turn, and one reply serves both. Nor is a second one that a yes answers:
    it is asked once the first is answered, or nobody knows what a yes is to.
    """
    said = [*task.said, *(each.text for each in task.asked)]
    asked = question.kind == "slot" and any(question.text in part for part in said)
    waits = question.is_yes_or_no and any(each.is_yes_or_no for each in task.asked)
    return asked or waits or task.asks_behind


def again(task: Task, question: Question) -> Question:
    """The same question, asked now, in this turn; to a reply that decides nothing with a word on that, to one
    with a request that nobody serves with one on it."""
    plain = str(question.data.get(PLAIN) or question.text)
    asked = replace(question, text=plain, asked_at=time.time(), turn=task.context.request.number)
    reply, said = task.context.decision.reply, task.context.request.utterance.raw
    if reply is None or (reply.kind, question.kind) != ("unclear", "confirmation"):
        return asked
    act = read_act(said, plain)
    doubts = act.kind == "unsure" and not act.likely_yes
    why = NO_CONDITION if is_conditional(said) else TAKE_TIME if doubts else NOT_READ
    unread = "" if why == NO_CONDITION else _tell_unread(task, plain)
    closed = read_closed(said, plain)
    if why == NOT_READ and not unread and closed is not None and is_question(closed.rest):
        return asked  # the yes was read: what is asked behind it was answered first
    told = f"{unread or speak(why, task.language)}\n\n{plain}"
    return replace(asked, text=told, data={**question.data, PLAIN: plain})


def _tell_unread(task: Task, asked: str) -> str:
    """That what is asked for behind a yes was not understood; empty where nothing is."""
    closed = read_closed(task.context.request.utterance.text, asked)
    if closed is None or closed.kind not in ("yes", "unsure") or not closed.rest:
        return ""
    if not (requests_something(closed.rest) or adds_something(closed.rest)):
        return ""
    return composing.not_understood(clauses.split(closed.rest), task.language)


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
    question = own or speak(otherwise, task.language, title=_name_action(task, spec))
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


def _name_action(task: Task, spec: ToolSpec) -> str:
    """What a tool does, for people: its title, else how the intent is offered that has this action alone."""
    known, intent = task.resources.section.tools, task.intent
    named = [each for each in (intent.tools if intent else ()) if each in known and not known[each].read_only]
    offered = in_language(intent.offer_text, task.language) if intent and named == [spec.name] else ""
    return in_language(spec.title, task.language) or offered or in_words(spec.name)


def _find_label(task: Task, name: str, otherwise: str) -> str:
    """What people call a value: its slot's label, `otherwise` where it has none."""
    slot = task.resources.section.slots.get(name)
    return (in_language(slot.label, task.language) if slot else "") or otherwise


def _format_label(task: Task, spec: ToolSpec, parameter: ParameterSpec) -> str:
    """What people call an argument, as it begins a line."""
    return templates.format_label(
        _find_label(task, parameter.known_as, spec.label_of(parameter, task.language))
    )


def make_question(task: Task, kind: QuestionKind, text: str, **more: Any) -> Question:
    """A question of this specialist, asked now: no two of a turn are asked at the same time."""
    question = Question(
        kind=kind,
        text=text,
        agent=task.agent,
        intent=task.intent.name if task.intent else None,
        turn=task.context.request.number,
        asked_at=time.time(),
        **more,
    )
    masked_values.note_asked(task.caller, [question])
    return question
