"""Values that a message names, in what its conversation keeps: those that a profile has a use for, because a
tool of it asks for them or its plans remember them.

Personal data stay only as long as a question lives that needs them, or who writes is known by them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from agents.guardrails import personal
from agents.guardrails.personal import PersonalData
from agents.specs import ParameterSpec, SlotSpec
from conversations.turn import ConversationState, Permission, Question, ToolResult, TurnContext
from routing.decision.profile_runtime import ProfileRuntime
from routing.planning.plan.composing import remembers
from routing.planning.understand.catalogue import catalogue_of

FEWEST = 7  # digits of a number that is somebody's


def clear(state: ConversationState, context: TurnContext, published: ProfileRuntime) -> ConversationState:
    """The state without it, or with it masked where it stands in what specialists found.

    What a question is about stays with it; an order's number or an invoice's is nobody's personal data. Who
    somebody says they are stays until a tool does not know it, and only where nobody is proven.
    """
    language = context.request.utterance.language
    claimed, idle = _read_claimed(context, published)
    if not idle.isdisjoint(state.values):
        left = {name: value for name, value in state.values.items() if name not in idle}
        state = replace(state, values=left)
    open_now = [state.question, state.clarification, *(part.question for part in state.pending)]
    needed = claimed.union(*(list_needed(question, published) for question in open_now if question))
    named = [
        *_find_all([context.request.utterance.raw], language),
        *_find_all(state.values.values(), language),
    ]
    if not named:
        return state
    hidden = {each.text: personal.star(each.kind, each.text) for each in named}
    kept = {
        name: value for name, value in state.values.items() if name in needed or not _find(value, language)
    }
    return replace(
        state,
        values=kept,
        contexts=_mask(state.contexts, hidden),
        parts=tuple(replace(part, text=_mask(part.text, hidden)) for part in state.parts),
        permissions={name: _settle(each, hidden) for name, each in state.permissions.items()},
        notes=tuple(
            replace(
                note,
                final_result=_mask(note.final_result, hidden),
                last_user_message=_mask(note.last_user_message, hidden),
                message_to_coordinator=_mask(note.message_to_coordinator, hidden),
            )
            for note in state.notes
        ),
    )


def unpersonal(values: Mapping[str, str], language: str) -> dict[str, str]:
    """The values that are nobody's personal data."""
    return {name: value for name, value in values.items() if not _find(value, language)}


def _find_all(texts: Iterable[str], language: str) -> list[PersonalData]:
    return [each for text in texts for each in _find(text, language)]


def _find(text: str, language: str) -> list[PersonalData]:
    """Costs next to nothing for a text without an address and with few digits: nearly every message."""
    if "@" not in text and sum(map(str.isdigit, text)) < FEWEST:
        return []
    return personal.find(text, language)


def _settle(permission: Permission, hidden: Mapping[str, str]) -> Permission:
    """A permission that is asked for now keeps what it is asked for.

    One that was answered does not need it.
    """
    if permission.state == "asked":
        return permission
    arguments = permission.data.get("arguments")
    if not isinstance(arguments, Mapping):
        return permission
    kept = {name: value for name, value in arguments.items() if _mask(value, hidden) == value}
    return replace(permission, data={**_mask(permission.data, hidden), "arguments": kept})


def _mask(value: Any, hidden: Mapping[str, str]) -> Any:
    """The JSON value with the personal data in its texts masked."""
    if isinstance(value, str):
        for text, mask in hidden.items():
            value = value.replace(text, mask)
        return value
    if isinstance(value, Mapping):
        return {name: _mask(each, hidden) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_mask(each, hidden) for each in value]
    return value


def collect_slots(published: ProfileRuntime) -> dict[str, SlotSpec]:
    """The values that are read from a message, of all that the company's tools know."""
    found: dict[str, SlotSpec] | None = published.memo.get(collect_slots)
    if found is None:
        known = published.agents.slots
        found = {name: known[name] for name in sorted(_of_profile(published)) if name in known}
        published.memo[collect_slots] = found
    return found


def _read_claimed(context: TurnContext, published: ProfileRuntime) -> tuple[frozenset[str], frozenset[str]]:
    """The names by which users say who they are: those that stay, and those that say nothing, because a tool
    of this turn does not know them or somebody is proven."""
    proven = context.request.identity.known
    claimed = {
        (each.known_as, each.name)
        for tool in published.agents.tools
        for each in _list_claimed(tool, published)
    }
    idle = {name for name, other in claimed if name in proven or other in proven}
    idle |= {
        each.known_as
        for result in context.work.tool_results
        for each in _list_claimed(result.tool_name, published)
        if _knows_nobody(result, each)
    }
    return frozenset(name for name, _other in claimed) - idle, frozenset(idle)


def _list_claimed(tool: str, published: ProfileRuntime) -> list[ParameterSpec]:
    spec = published.agents.tools.get(tool)
    return [each for each in spec.parameters if each.source == "claimed"] if spec else []


def _knows_nobody(result: ToolResult, who: ParameterSpec) -> bool:
    """Whether the tool found nothing, and was asked for nothing but this person's."""
    nothing = result.ok and isinstance(result.result, dict) and result.result.get("found") is False
    return nothing and set(result.metadata.get("arguments") or ()) == {who.name}


def list_needed(question: Question, published: ProfileRuntime) -> frozenset[str]:
    """The values that a question may still need: those its matter's tools ask for, and its own fields."""
    intent, tool = published.intents.get(question.intent or ""), str(question.data.get("tool") or "")
    specialist = published.specialists.get(question.agent)
    if intent is None and specialist is None:
        return _of_profile(published) | frozenset(question.fields)
    own = intent.tools if intent else [each for i in published.slices_of(question.agent) for each in i.tools]
    named = {*own, *(specialist.tools if specialist else ()), tool}
    return _of(named, published) | frozenset(question.fields)


def _of_profile(published: ProfileRuntime) -> frozenset[str]:
    named = {tool for intent in published.intents.values() for tool in intent.tools}
    named |= {tool for specialist in published.specialists.values() for tool in specialist.tools}
    return _of(named, published) | remembers(catalogue_of(published))


def _of(names: Iterable[str], published: ProfileRuntime) -> frozenset[str]:
    known = published.agents.tools
    return frozenset(
        parameter.known_as
        for name in names
        if name in known
        for parameter in known[name].parameters
        if parameter.is_asked
    )
