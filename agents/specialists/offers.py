"""What a specialist's model may call, and how what it called is put back to it."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import orjson

from agents import argument_schemas
from agents.errors import SignalRefused
from agents.llm.events import ToolCall
from agents.llm.request import ToolOffer
from agents.specialists import delegating, first_calls, permission_rules, questions
from agents.specialists.task import Delegation, EndRequest, HandoffRequest, PersonRequest, Task
from agents.specs import TEXT, ParameterSpec, SlotSpec, ToolSpec
from agents.tool_names import REQUEST_HANDOFF, REQUEST_PERSON
from agents.tools import delegation, signals
from conversations.turn import Option, Question, QuestionKind, ToolResult

NAMES = 128  # characters of a description a schema may repeat
Passed = HandoffRequest | PersonRequest | Delegation | EndRequest  # the word goes to somebody else
SIGNALS = signals.NAMES | delegation.NAMES


def offers(task: Task) -> tuple[ToolOffer, ...]:
    """Those tools, the signals, and the tools of the caller's own program, as a model sees them."""
    slots, known = task.resources.section.slots, first_calls.collect_values(task)
    asked_for = _askable_slots(task)
    filled = {**known.values, **known.context}
    made = [offer(task.resources.section.tools[name], slots, filled) for name in permission_rules.names(task)]
    made.append(signals.ask_offer(_states(task), asked_for))
    if task.targets:
        made.append(signals.handoff_offer(task.targets))
    if task.people:
        made.append(signals.person_offer())
    return (*made, *delegating.offers(task), *of_caller(task))


def of_caller(task: Task) -> tuple[ToolOffer, ...]:
    """The tools of the caller's own program, as they came."""
    return tuple(
        ToolOffer(tool.name, tool.description, tool.parameters) for tool in task.client_tools.offered
    )


def read_signal(task: Task, call: ToolCall) -> Passed | Question | str:
    """What a signalling call means; a sentence for the model when it cannot be used."""
    if call.name in delegation.NAMES:
        return delegating.read(task, call)
    if call.error:
        return call.error
    if call.name == REQUEST_HANDOFF and not task.targets:
        return "You cannot hand over to anyone; answer yourself."
    if call.name == REQUEST_PERSON and not task.people:
        return "No person can be asked for here; answer yourself."
    try:
        slots = {TEXT: SlotSpec(TEXT, ""), **task.resources.section.slots}
        signal = signals.parse(call.name, call.arguments, task.targets, _states(task), slots)
    except SignalRefused as refused:
        return str(refused)
    if not isinstance(signal, signals.AskSignal):
        return signal
    kind: QuestionKind = "slot" if signal.fields else "state" if signal.state else "clarification"
    return questions.make_question(
        task,
        kind,
        task.voice.check(signal.question),
        options=_check_options(task, signal.options),
        fields=signal.fields,
        state=signal.state,
    )


# What an operator is told of a server that is away is nothing that users should read.
DOWN = "The system behind this tool cannot be used right now; nothing was done. Say so without details."


# Several lines of a tool's are a program's words: a traceback names hosts, paths and who signs in where.
BROKEN = (
    "The tool failed for a technical reason. Check your arguments before you call it again; tell the user "
    "only that it did not work."
)


def for_model(result: ToolResult) -> str:
    """A tool's result as the model reads it: JSON, and of a failure what users may read of it."""
    body: dict[str, Any] = {"ok": result.ok}
    body |= {"result": result.result} if result.ok else {"error": _tell_failure(result)}
    if result.metadata.get("uncertain"):
        body["uncertain"] = "Nobody knows whether this was carried out. Say so; do not repeat it."
    return orjson.dumps(body, default=str).decode()


def _tell_failure(result: ToolResult) -> str | None:
    if result.metadata.get("reason") == "server_down":
        return DOWN
    several = result.metadata.get("told") and "\n" in (result.error or "").strip()
    return BROKEN if several else result.error


def _askable_slots(task: Task) -> Mapping[str, SlotSpec]:
    """The values that may be asked for; where an intent works on a text, that text, too."""
    slots = task.resources.section.slots
    works_on_text = any(intent.takes_text for intent in task.intents)
    return {**slots, TEXT: SlotSpec(TEXT, "")} if works_on_text and TEXT not in slots else slots


def _check_options(task: Task, options: Sequence[Option]) -> tuple[Option, ...]:
    """Those of a model's options that may be shown as they are."""
    return tuple(
        each
        for each in options
        if all(task.voice.check(text) == text.strip() for text in {each.label, each.value})
    )


def _states(task: Task) -> tuple[str, ...]:
    return tuple(dict.fromkeys(intent.next_state for intent in task.intents if intent.next_state))


def offer(tool: ToolSpec, slots: Mapping[str, SlotSpec], filled: Collection[str] = ()) -> ToolOffer:
    """The tool without its identity and fixed parameters; `filled` names values already known.

    A known resource stays visible, so that a model can choose among several that were said, but is not
    required of it. What only a model gives is, whatever a caller sent under that name.
    """
    properties: dict[str, Any] = {}
    required: list[str] = []
    for parameter in tool.parameters:
        if parameter.source != "free" and not parameter.is_asked:
            continue
        properties[parameter.name] = _schema(parameter, tool, slots)
        is_known = parameter.is_asked and (parameter.name in filled or parameter.known_as in filled)
        if parameter.required and parameter.default is None and not is_known:
            required.append(parameter.name)
    schema: dict[str, Any] = {"type": "object", "properties": properties, "additionalProperties": False}
    if required:
        schema["required"] = required
    return ToolOffer(tool.name, tool.description, schema)


def _schema(parameter: ParameterSpec, tool: ToolSpec, slots: Mapping[str, SlotSpec]) -> dict[str, Any]:
    discovered = tool.schema_of(parameter)
    schema: dict[str, Any] = argument_schemas.tell(discovered)
    if "anyOf" not in schema:
        schema.setdefault("type", parameter.type)
    if parameter.type == "array":
        schema.setdefault("items", {})
    description = parameter.description or str(discovered.get("description", ""))[:NAMES]
    slot = slots.get(parameter.known_as) if parameter.is_asked else None
    if slot is not None and slot.example:
        description = f"{description} Only as the user said it, for example {slot.example}.".strip()
    if description:
        schema["description"] = description
    return schema
