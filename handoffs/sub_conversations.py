"""Sub-conversations: what a specialist ends with, and what that means for the coordinator.

Pure rules: no words are read here, nothing is stored.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

import orjson

from conversations.turn import Json
from conversations.turn_parts import SystemNote

STATUSES = (
    "completed", "needs_followup", "needs_approval", "pending_information", "cannot_resolve", "failed",
    "user_cancelled", "needs_handoff", "out_of_scope",
)  # fmt: skip
GOES_ON = frozenset({"failed", "needs_handoff", "out_of_scope"})  # the message is still unanswered
KIND = "delegation"  # of the row that begins one
END = "delegation_end"  # of the row that ends it
NOTES = 8  # that wait for a coordinator at once; an older one is forgotten
TYPE = "sub_conversation_result"


def coordinator_goes_on(status: str, words: str) -> bool:
    """Whether the coordinator answers the same message: the specialist did not.

    >>> coordinator_goes_on("completed", "Pronto!"), coordinator_goes_on("completed", "")
    (False, True)
    """
    return status in GOES_ON or not words.strip()


def waiting_notes(notes: Sequence[SystemNote]) -> tuple[SystemNote, ...]:
    """Those that wait for the coordinator after this turn."""
    return tuple(notes)[-NOTES:]


def system_note(note: SystemNote) -> str:
    """The note as a coordinator's model reads it: a system message, which no user can write.

    Its fields are JSON, so that nothing in them ends it.
    """
    return f"[SYSTEM_NOTE: {orjson.dumps(document(note), default=str).decode()}]"


def document(note: SystemNote) -> dict[str, Any]:
    """The note as a model reads it: `ended_at` is ISO 8601 in UTC."""
    note_document: Mapping[str, Json] = {
        name: value for name, value in asdict(note).items() if name != "turn"
    }
    ended = datetime.fromtimestamp(note.ended_at, UTC).isoformat(timespec="seconds")
    return {"type": TYPE, **note_document, "ended_at": ended}
