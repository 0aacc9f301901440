"""What a permission of a conversation becomes. Pure rules: no words are read here, nothing is stored.

A permission is asked for once and then holds for the conversation, whoever in the team needs it:

    asked -> granted | refused     only by the answer to that question, given in the very next turn
    granted -> revoked             whenever the user takes it back
    refused, revoked -> asked      only when the user tells to; a yes to the new question grants it
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

from conversations.turn import Json, Permission, Question, TurnContext

Event = Literal["ask", "yes", "no", "take_back", "tell"]
State = Literal["asked", "granted", "refused", "revoked"]
Stand = Literal["use", "ask", "never"]

MOVES: Mapping[tuple[State | None, Event], State] = {
    (None, "ask"): "asked",
    ("asked", "ask"): "asked",
    ("asked", "yes"): "granted",
    ("asked", "no"): "refused",
    ("asked", "take_back"): "refused",
    ("granted", "take_back"): "revoked",
    ("granted", "no"): "revoked",  # the no of another window, to the question that the yes had answered
    ("refused", "tell"): "asked",
    ("revoked", "tell"): "asked",
}
STANDS: Mapping[State | None, Stand] = {
    None: "ask",
    "asked": "ask",
    "granted": "use",
    "refused": "never",
    "revoked": "never",
}


def permissions_of(context: TurnContext) -> Mapping[str, Permission]:
    """The conversation's permissions by name, with what this turn changed."""
    if not context.work.permissions:
        return context.request.state.permissions
    return {**context.request.state.permissions, **context.work.permissions}


def stand(name: str, permissions: Mapping[str, Permission]) -> Stand:
    """Whether a tool that needs the permission `name` may be used, must ask first, or is out of the question.

    >>> stand("", {}), stand("live_instance", {})
    ('use', 'ask')
    """
    if not name:
        return "use"
    known = permissions.get(name)
    return STANDS[known.state if known else None]


def request_permission(
    before: Permission | None, name: str, tool: str, at: float, turn: int, data: Mapping[str, Json]
) -> Permission | None:
    """The permission once a specialist has asked for it; None when it may not ask (again)."""
    state = MOVES.get((before.state if before else None, "ask"))
    return Permission(name, state, tool, "", at, turn, data) if state else None


def after(before: Permission, event: Event, by: str, at: float, turn: int) -> Permission | None:
    """The permission after what the user said; None when that changes nothing.

    >>> asked_for = Permission("live_instance", "asked")
    >>> after(asked_for, "yes", "u1", 0.0, 2).state, after(asked_for, "tell", "u1", 0.0, 2)
    ('granted', None)
    """
    state = MOVES.get((before.state, event))
    return replace(before, state=state, by=by, at=at, turn=turn) if state else None


def counts(question: Question, number: int, received_at: float) -> bool:
    """Whether a yes in turn `number`, received at that time, can be the answer to `question`.

    A message that was on its way before the question was asked answers something else; so does one after
    other turns. `received_at` 0: not known.
    """
    late = question.turn < number - 1
    early = bool(received_at) and received_at < question.asked_at
    return not (late or early)
