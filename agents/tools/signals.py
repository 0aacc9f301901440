"""The built-in tools by which a model speaks to the loop instead of to a server.

`request_handoff` passes control on, `request_person` to a person, `ask_user` ends the turn with a question.
What a model sends is checked here; the text of a `SignalRefused` goes back to it as the tool's result, so
that it can send it again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from agents.errors import SignalRefused
from agents.intent_slices import Target
from agents.llm.request import ToolOffer
from agents.specs import SlotSpec
from agents.tool_names import ASK_USER, REQUEST_HANDOFF, REQUEST_PERSON
from conversations.turn import Option
from outbound.cleaning import clean_words

NAMES = frozenset({REQUEST_HANDOFF, ASK_USER, REQUEST_PERSON})
REASON = 300  # letters of a handoff's reason and of its summary, also in the record
SUMMARY = 2000
QUESTION = 1000
LABEL = 80
OPTIONS = 8
NOTE = 300
NOTES = 8
NOTED = ("findings", "recommendations", "constraints", "open_questions")


@dataclass(frozen=True, slots=True)
class HandoffRequest:
    """A specialist's wish to pass control: to whom, why, and what it found; `notes` are its lists of
    findings, recommendations, constraints and open_questions."""

    target: str
    reason: str = ""
    summary: str = ""
    notes: Mapping[str, Sequence[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AskSignal:
    """A model wants to know something of the user; `state` is the workflow state to wait in."""

    question: str
    state: str | None = None
    options: tuple[Option, ...] = ()
    fields: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PersonRequest:
    """A specialist's wish that a person takes over, and why."""

    reason: str


def handoff_offer(targets: Sequence[Target]) -> ToolOffer:
    """`request_handoff` with the permitted targets in its schema."""
    return signal(
        REQUEST_HANDOFF,
        "Pass the conversation to another specialist when part of the request is theirs. "
        "Say first what you found out yourself.",
        {
            "target_agent": one_of(targets),
            "reason": {"type": "string", "description": "Why they should go on."},
            "context_summary": {
                "type": "string",
                "description": "What they need to know, with what you found.",
            },
            "findings": _list("Facts you found, one sentence each."),
            "recommendations": _list("What you would do next."),
            "constraints": _list("What must not be done, or is not possible."),
            "open_questions": _list("What is still unknown."),
        },
        ("target_agent", "reason", "context_summary"),
    )


def ask_offer(states: Sequence[str] = (), slots: Mapping[str, SlotSpec] | None = None) -> ToolOffer:
    """`ask_user`, with the workflow states and values that may be named."""
    properties: dict[str, Any] = {
        "question": {"type": "string", "description": "The question, in the user's language."},
        "options": {
            "type": "array",
            "maxItems": OPTIONS,
            "description": "Answers to choose from, if there are few.",
            "items": {
                "type": "object",
                "properties": {"label": {"type": "string"}, "value": {"type": "string"}},
                "required": ["label"],
            },
        },
    }
    if states:
        properties["state"] = {"type": "string", "enum": list(states), "description": "The state to wait in."}
    if slots:
        items = {"type": "string", "enum": sorted(slots)}
        properties["fields"] = {"type": "array", "items": items, "description": "The values asked for."}
    words = "Ask the user for something you need and cannot find out. The turn ends with your question."
    return signal(ASK_USER, words, properties, ("question",))


def person_offer() -> ToolOffer:
    """`request_person`."""
    return signal(
        REQUEST_PERSON,
        "Pass this matter to a person of the company: when the user wants one, or when nobody here can "
        "help. The platform tells the user what happens and when; you have nothing to add.",
        {"reason": {"type": "string", "description": "Why a person is needed, in the user's language."}},
        ("reason",),
    )


def parse(
    name: str,
    arguments: Mapping[str, Any],
    targets: Sequence[Target] = (),
    states: Sequence[str] = (),
    slots: Mapping[str, SlotSpec] | None = None,
) -> HandoffRequest | AskSignal | PersonRequest:
    """What a model sent as a signal.

    :raises SignalRefused: it lacks something, or names what it may not.
    """
    if name == REQUEST_HANDOFF:
        return _handoff(arguments, [target.name for target in targets])
    if name == ASK_USER:
        return _ask(arguments, states, slots or {})
    if name == REQUEST_PERSON:
        reason = clean_words(arguments.get("reason"), REASON)
        if not reason:
            raise SignalRefused("request_person needs reason.")
        return PersonRequest(reason)
    raise SignalRefused(f"There is no signal '{name}'.")


def _handoff(arguments: Mapping[str, Any], targets: Sequence[str]) -> HandoffRequest:
    target = clean_words(arguments.get("target_agent"), LABEL)
    if not target:
        raise SignalRefused(
            "request_handoff needs target_agent: one of " + (", ".join(targets) or "nobody") + "."
        )
    if target not in targets:
        allowed = ", ".join(targets)
        raise SignalRefused(
            f"You cannot hand over to '{target}'. Permitted: {allowed}."
            if allowed
            else "You cannot hand over to anyone; answer yourself."
        )
    reason = clean_words(arguments.get("reason"), REASON)
    summary = clean_words(arguments.get("context_summary"), SUMMARY)
    missing = [key for key, value in (("reason", reason), ("context_summary", summary)) if not value]
    if missing:
        raise SignalRefused("request_handoff needs " + " and ".join(missing) + ".")
    return HandoffRequest(target, reason, summary, _notes(arguments))


def _notes(arguments: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """The lists beside the summary. They are optional: what is no text in them is left out, not refused."""
    found = {}
    for name in NOTED:
        given = arguments.get(name) or ()
        listed = given if isinstance(given, list | tuple) else (given,)
        kept = tuple(filter(None, (clean_words(each, NOTE) for each in listed[:NOTES])))
        if kept:
            found[name] = kept
    return found


def _ask(arguments: Mapping[str, Any], states: Sequence[str], slots: Mapping[str, SlotSpec]) -> AskSignal:
    question = clean_words(arguments.get("question"), QUESTION)
    if not question:
        raise SignalRefused("ask_user needs question: what the user is to be asked.")
    state = clean_words(arguments.get("state"), LABEL) or None
    if state and state not in states:
        raise SignalRefused(f"There is no state '{state}'. Known: {', '.join(states) or 'none'}.")
    given = arguments.get("fields") or ()
    if isinstance(given, str):
        given = (given,)
    if not isinstance(given, list | tuple):
        raise SignalRefused("fields must be a list of names.")
    fields = tuple(clean_words(name, LABEL) for name in given)
    if unknown := [name for name in fields if name not in slots]:
        raise SignalRefused(
            f"Unknown fields {', '.join(unknown)}. Known: {', '.join(sorted(slots)) or 'none'}."
        )
    return AskSignal(question, state, _options(arguments.get("options") or ()), fields)


def _options(given: Any) -> tuple[Option, ...]:
    options = []
    for item in given[:OPTIONS] if isinstance(given, list | tuple) else ({},):
        if isinstance(item, Mapping):
            label = clean_words(item.get("label") or item.get("value"), LABEL)
            value = clean_words(item.get("value") or item.get("label"), LABEL)
        else:
            label = value = clean_words(item, LABEL)
        if not label:
            raise SignalRefused("options must be a list of {label, value}.")
        options.append(Option(label, value))
    return tuple(options)


def _list(description: str) -> dict[str, Any]:
    items = {"type": "string", "maxLength": NOTE}
    return {"type": "array", "maxItems": NOTES, "items": items, "description": description}


def signal(name: str, description: str, properties: dict[str, Any], required: tuple[str, ...]) -> ToolOffer:
    """A tool of the platform's own, of which a model decides all arguments."""
    schema = {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }
    return ToolOffer(name, description, schema)


def one_of(targets: Sequence[Target]) -> dict[str, Any]:
    """The schema of an argument that names one of these specialists, with what each is for."""
    lines = [f"{target.name}: {target.purpose or target.display_name or target.name}" for target in targets]
    return {"type": "string", "enum": [target.name for target in targets], "description": "; ".join(lines)}
