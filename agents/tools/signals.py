"""The built-in tools by which a model speaks to the loop instead of to a server.

`request_handoff` passes control on, `request_person` to a person, `ask_user` ends the turn with a question.
What a model sends is checked here; a `SignalError` goes back to it as the tool's result, so that it can send
it again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from agents.llm.request import ToolOffer
from agents.specs import SlotSpec, Target
from agents.tool_names import ASK_USER, REQUEST_HANDOFF, REQUEST_PERSON
from agents.tools.offers import one_of, signal
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
class HandoffSignal:
    """A model wants `target_agent` to go on; `context_summary` is what that one is told, and `notes` are
    lists beside it: findings, recommendations, constraints, open_questions."""

    target_agent: str
    reason: str
    context_summary: str
    notes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AskSignal:
    """A model wants to know something of the user; `state` is the workflow state to wait in."""

    question: str
    state: str | None = None
    options: tuple[Option, ...] = ()
    fields: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PersonSignal:
    """A model wants a person to take over."""

    reason: str


@dataclass(frozen=True, slots=True)
class SignalError:
    """What was sent cannot be used; `words` are for the model."""

    words: str


Signal = HandoffSignal | AskSignal | PersonSignal | SignalError


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
) -> Signal:
    """What a model sent as a signal; a state or field it may not name makes a `SignalError`."""
    if name == REQUEST_HANDOFF:
        return _handoff(arguments, [target.name for target in targets])
    if name == ASK_USER:
        return _ask(arguments, states, slots or {})
    if name == REQUEST_PERSON:
        reason = clean_words(arguments.get("reason"), REASON)
        return PersonSignal(reason) if reason else SignalError("request_person needs reason.")
    return SignalError(f"There is no signal '{name}'.")


def _handoff(arguments: Mapping[str, Any], targets: Sequence[str]) -> Signal:
    target = clean_words(arguments.get("target_agent"), LABEL)
    if not target:
        return SignalError(
            "request_handoff needs target_agent: one of " + (", ".join(targets) or "nobody") + "."
        )
    if target not in targets:
        allowed = ", ".join(targets)
        return SignalError(
            f"You cannot hand over to '{target}'. Permitted: {allowed}."
            if allowed
            else "You cannot hand over to anyone; answer yourself."
        )
    reason = clean_words(arguments.get("reason"), REASON)
    summary = clean_words(arguments.get("context_summary"), SUMMARY)
    missing = [key for key, value in (("reason", reason), ("context_summary", summary)) if not value]
    if missing:
        return SignalError("request_handoff needs " + " and ".join(missing) + ".")
    return HandoffSignal(target, reason, summary, _notes(arguments))


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


def _ask(arguments: Mapping[str, Any], states: Sequence[str], slots: Mapping[str, SlotSpec]) -> Signal:
    question = clean_words(arguments.get("question"), QUESTION)
    if not question:
        return SignalError("ask_user needs question: what the user is to be asked.")
    state = clean_words(arguments.get("state"), LABEL) or None
    if state and state not in states:
        return SignalError(f"There is no state '{state}'. Known: {', '.join(states) or 'none'}.")
    given = arguments.get("fields") or ()
    if isinstance(given, str):
        given = (given,)
    if not isinstance(given, list | tuple):
        return SignalError("fields must be a list of names.")
    fields = tuple(clean_words(name, LABEL) for name in given)
    if unknown := [name for name in fields if name not in slots]:
        return SignalError(
            f"Unknown fields {', '.join(unknown)}. Known: {', '.join(sorted(slots)) or 'none'}."
        )
    options = _options(arguments.get("options") or ())
    if options is None:
        return SignalError("options must be a list of {label, value}.")
    return AskSignal(question, state, options, fields)


def _options(given: Any) -> tuple[Option, ...] | None:
    if not isinstance(given, list | tuple):
        return None
    options = []
    for item in given[:OPTIONS]:
        if isinstance(item, Mapping):
            label = clean_words(item.get("label") or item.get("value"), LABEL)
            value = clean_words(item.get("value") or item.get("label"), LABEL)
        else:
            label = value = clean_words(item, LABEL)
        if not label:
            return None
        options.append(Option(label, value))
    return tuple(options)


def _list(description: str) -> dict[str, Any]:
    items = {"type": "string", "maxLength": NOTE}
    return {"type": "array", "maxItems": NOTES, "items": items, "description": description}
