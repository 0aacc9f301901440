"""The words of mode `coordinator`: who was called in, and what came of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class SubConversation:
    """A specialist whom the coordinator has called in: messages go to it until it ends.

    `context` is the coordinator's `initial_context`, for this sub-conversation only; `turn` the number of the
    turn that began it.
    """

    specialist: str
    context: str = ""
    turn: int = 0


@dataclass(frozen=True, slots=True)
class SystemNote:
    """What a sub-conversation came to, for the coordinator's next words (a SYSTEM_NOTE).

    `last_user_message` is the stored one, whatever the specialist's model wrote; `turn` the number of the
    turn that ended it, `ended_at` epoch seconds.
    """

    specialist: str
    status: str
    final_result: Mapping[str, Any] = field(default_factory=dict)
    last_user_message: str = ""
    message_to_coordinator: str | None = None
    turn: int = 0
    ended_at: float = 0.0


@dataclass(frozen=True, slots=True)
class SubConversations:
    """What a turn of mode `coordinator` leaves.

    The sub-conversation that goes on, the notes that wait for the coordinator, and the one that ended in this
    turn: (specialist, status).
    """

    active: SubConversation | None = None
    notes: tuple[SystemNote, ...] = ()
    ended: tuple[str, str] | None = None
