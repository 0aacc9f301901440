"""What a caller would rather have (the header Prefer, RFC 7240): an answer with little beside its text."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest

MINIMAL = "return=minimal"
# Of an answer, and of its `metadata`: names and shapes stay, the others are left out.
KEPT = ("text", "response", "session_id", "conversation_id", "conversation_key")
KEPT_OF_METADATA = ("turn_id", "status", "conversation_key", "question", "citations")


def prefers_minimal(request: HttpRequest) -> bool:
    """Whether `Prefer` asks for a minimal return, beside whatever else it asks for."""
    wishes = request.headers.get("Prefer", "").replace(" ", "").replace('"', "").lower()
    return MINIMAL in (wish.partition(";")[0] for wish in wishes.split(","))


def cut(answer: Mapping[str, Any]) -> dict[str, Any]:
    """The text of an answer, where it belongs, how it ended, and what the user is asked."""
    metadata = answer.get("metadata") or {}
    left = {name: answer[name] for name in KEPT if name in answer}
    return {**left, "metadata": {name: metadata[name] for name in KEPT_OF_METADATA if metadata.get(name)}}
