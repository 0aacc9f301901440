"""Personal data that a message names, in what its conversation keeps.

Only as long as a question lives that needs it, or who writes is known by it.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from agents.guardrails import personal
from agents.guardrails.personal import PersonalData
from conversations.turn import ConversationState, Permission, Question, TurnContext

FEWEST = 7  # digits of a number that is somebody's
Needs = Callable[[Question], frozenset[str]]
"""The names of the values that an open question may need."""


@dataclass(frozen=True, slots=True)
class KeptNames:
    """Names of values: what an open question `needs`.

    By which users say who they are (`claimed`), which stay; and those of them that say nothing (`idle`: a
    tool of this turn does not know them, or somebody is proven), which go.
    """

    needs: Needs
    claimed: frozenset[str]
    idle: frozenset[str]


def clear(state: ConversationState, context: TurnContext, names: KeptNames) -> ConversationState:
    """The state without it, or with it masked where it stands in what specialists found.

    What a question is about stays with it; an order's number or an invoice's is nobody's personal data.
    """
    language = context.request.utterance.language
    if not names.idle.isdisjoint(state.values):
        left = {name: value for name, value in state.values.items() if name not in names.idle}
        state = replace(state, values=left)
    open_now = [state.question, state.clarification, *(part.question for part in state.pending)]
    needed = names.claimed.union(*(names.needs(question) for question in open_now if question))
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
