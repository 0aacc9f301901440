"""Two views of an answer.

What a customer may see, and what a caller with the scope `debug` sees, which is all of it.

    Audience.of(principal).answer(whole)              # at a door that gives an answer
    Audience.of(principal).event(event)               # None: not for this caller
    seen(principal, SESSION, reading.session(row))    # at a door that reads, inside its visit

The shapes below are the whole of what a customer may see: a field that is not named here reaches nobody
without `debug`, whoever made it and however deep it stands. `routing.api.answer_shapes` types the same for
the schema; a test holds the two together.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Union

from conversations.as_json import to_json
from conversations.turn import TurnEvent
from language.spoken_languages import CODES
from releases import freshness
from releases.errors import NothingPublished
from tenancy.models import Tenant
from tenancy.principal import Principal


class Shown(Enum):
    """How a value is told.

    As it is (a text, a number, or several), or the specialist that it names as people see it.
    """

    PLAIN = "plain"
    SPECIALIST = "specialist"


Shape = Mapping[str, Union["Shape", Shown]]  # of an object, or of each of several
PLAIN, SPECIALIST = Shown.PLAIN, Shown.SPECIALIST


def _plain(*names: str) -> dict[str, Shown]:
    return dict.fromkeys(names, PLAIN)


# --- parts ---------------------------------------------------------------------------------------
QUESTION: Shape = {
    **_plain("kind", "text", "fields"),
    "options": _plain("label", "value"),
    "agent": SPECIALIST,
}
FEEDBACK: Shape = _plain("value", "comment", "created_at", "updated_at")
USAGE: Shape = _plain(
    "prompt_tokens", "completion_tokens", "cached_tokens", "total_tokens", "credits_used", "credits_remaining"
)
HANDOFF: Shape = {"from_agent": SPECIALIST, "to_agent": SPECIALIST}
CLIENT_CALL: Shape = _plain("id", "name", "arguments")
CITATION: Shape = _plain("ref", "title", "section", "page", "source", "text")
PERSON: Shape = _plain("since")
ACCEPTED: Shape = _plain("turn_id", "conversation_id", "conversation_key", "session_id", "status")

# --- answers -------------------------------------------------------------------------------------
METADATA: Shape = {
    **_plain(
        "channel_id", "tenant_id", "agent_id", "original_session_id", "conversation_key", "conversation_id",
        "message_id", "message_ids", "turn_id", "turn", "status", "language", "handoff_count",
        "requires_user_input", "missing_fields", "cached",
        "stopped", "failure", "acted",  # how it ended, and whether to ask again may do something once more
        "global_session_id", "backend_session_id", "selected_backend_name",  # at a gateway
    ),
    **dict.fromkeys(("active_agent", "previous_agent", "agents"), SPECIALIST),
    "handoffs": HANDOFF,
    "client_calls": CLIENT_CALL,
    "question": QUESTION,
    "clarification": {"question": PLAIN, "options": QUESTION["options"]},
    "usage": USAGE,
    "citations": CITATION,
    "person": PERSON,
}  # fmt: skip
PASSED_ON = _plain("handover_backend", "handover_summary")  # for a gateway that is trusted, and asked for it
LATER: Shape = {**ACCEPTED, "metadata": METADATA}
ANSWER: Shape = {**_plain("channel", "session_id", "text"), "metadata": METADATA}
TURN: Shape = {
    **_plain("turn_id", "conversation_key", "number", "status", "text", "created_at", "finished_at"),
    "metadata": METADATA,
    "feedback": FEEDBACK,
}

REPLIED: Shape = {  # by the outbox, to whoever waits on a channel
    **_plain(
        "text", "conversation_id", "conversation_key", "session_id", "user_id", "channel", "message_id",
        "turn_id",
        "turn", "status", "agent_id", "language",
    ),
    "active_agent": SPECIALIST,
    "agents": SPECIALIST,
    "question": QUESTION,
}  # fmt: skip

# --- events, those of a gateway last ---------------------------------------------------------------
EVENTS: Mapping[str, Shape] = {
    "accepted": ACCEPTED,
    "text": {"agent": SPECIALIST, **_plain("text", "apology")},
    "text.reset": {"agent": SPECIALIST, "text": PLAIN},
    "question": QUESTION,
    "handoff": {"from": SPECIALIST, "to": SPECIALIST, **_plain("from_display_name", "to_display_name")},
    "step": _plain("title", "display_name"),
    "answer": ANSWER,
    "error": _plain("code", "turn_id"),
    "done": _plain("turn_id", "status"),
    "backend.selected": _plain("name", "global_session_id"),
    "backend.handover": _plain("from_name", "to_name"),
    "waiting": _plain("name", "global_session_id"),
}

# --- what is read --------------------------------------------------------------------------------
MESSAGE: Shape = {
    **_plain("seq", "role", "content", "created_at", "turn_id"),
    "agent": SPECIALIST,
    "metadata": {
        **_plain("message_id", "turn_id", "status", "language"),
        "agents": SPECIALIST,
        "handoffs": HANDOFF,
        "question": QUESTION,
        "citations": CITATION,
        "attachments": _plain("name", "media_type", "size", "read"),
    },
    "feedback": FEEDBACK,
}
MESSAGES: Shape = {**_plain("session_id", "earlier"), "messages": MESSAGE}
CONVERSATION: Shape = {
    **_plain(
        "conversation_id", "conversation_key", "agent_id", "title", "started_at", "last_activity",
        "message_count", "earlier",
    ),
    "current_agent": SPECIALIST,
    "messages": MESSAGE,
}  # fmt: skip
SESSION: Shape = {
    **_plain(
        "session_id", "conversation_key", "conversation_id", "tenant_id", "agent_id", "original_session_id",
        "user_id", "channel", "language", "status", "message_count", "handoff_count", "started_at",
        "last_activity", "ended",
    ),
    "active_agent": SPECIALIST,
    "previous_agent": SPECIALIST,
    "question": QUESTION,
    "person": PERSON,
}  # fmt: skip
CHECKPOINT: Shape = {
    "session_id": PLAIN,
    "checkpoint": {
        "message_id": PLAIN,
        "state": {
            **_plain("tenant_id", "agent_id", "session_id", "conversation_key", "user_text", "answer",
                "final_answer"),
            "active_agent": SPECIALIST,
            "history": MESSAGE,
        },
    },
}  # fmt: skip
AGENTS: Shape = {
    "default_agent_id": PLAIN,
    "agents": {
        **_plain("agent_id", "name", "description"),
        "specialists": _plain("display_name"),
        "suggestions": _plain(*CODES),
        "attachments": _plain("endings", "most_bytes"),
        "message_files": _plain("media_types", "most_files", "most_bytes"),
    },
}
BACKENDS: Shape = {**_plain("default_backend", "gateway"), "backends": _plain("backend_id", "name")}
HEALTH: Shape = _plain("status", "agents", "default_agent_id", "sse_enabled", "version")


@dataclass(frozen=True, slots=True)
class Audience:
    """For whom something is told. Unless somebody is known to have the scope, they are a customer."""

    debug: bool = False
    gateway: bool = False  # believed when it says whom it would pass a message on to

    @classmethod
    def of(cls, principal: Principal) -> "Audience":
        return cls(principal.may("debug"), principal.trusted)

    def answer(self, whole: Mapping[str, Any], shape: Shape = ANSWER) -> dict[str, Any]:
        """An answer in the gateway's shape, or what stands for one that is still being made (LATER)."""
        if self.debug:
            return dict(whole)
        metadata = whole.get("metadata")
        known = metadata if isinstance(metadata, Mapping) else {}
        visible = filter_shape(shape, whole, _collect_names(known))
        if self.gateway and isinstance(visible.get("metadata"), dict):
            visible["metadata"] |= filter_shape(PASSED_ON, known, {})
        return visible

    def event(self, event: TurnEvent) -> TurnEvent | None:
        """An event of a turn; None: nothing of it is for them."""
        if self.debug:
            return event
        data = self.data(event.name, event.data)
        return replace(event, data=data) if data is not None else None

    def data(self, name: str, data: Mapping[str, Any]) -> dict[str, Any] | None:
        """What a customer sees of an event's data; None: nothing of it."""
        if name == "answer":
            return self.answer(data)
        if name not in EVENTS or data.get("blocked"):
            return None
        if name == "step":
            return _filter_step(data)
        return filter_shape(EVENTS[name], data, _collect_names(data))


CUSTOMER = Audience()


def show(principal: Principal, shape: Shape, whole: Mapping[str, Any]) -> dict[str, Any]:
    """What a caller may see of something that was read; inside a visit."""
    if principal.may("debug"):
        return dict(whole)
    return filter_shape(shape, whole, _read_names(principal))


def filter_shape(shape: Shape, whole: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """What a shape names of an object, and nothing else. What is not there is not made up.

    >>> shape, data = {"text": PLAIN, "by": SPECIALIST}, {"text": "Oi", "by": "billing", "prompt": "..."}
    >>> filter_shape(shape, data, {"billing": "Faturas"})
    {'text': 'Oi', 'by': 'Faturas'}
    """
    return {name: _filter(how, whole[name], names) for name, how in shape.items() if name in whole}


def _filter(how: Shape | Shown, value: Any, names: Mapping[str, str]) -> Any:
    if value is None:
        return None
    if isinstance(value, list | tuple):
        visible = (_filter(how, each, names) for each in value if not _is_stopped(each))
        return [each for each in visible if each is not None]
    if isinstance(how, Shown):
        value = to_json(value)
        if isinstance(value, dict | list):
            return None  # nobody said what of it may be seen
        return names.get(value, value) if how is SPECIALIST and isinstance(value, str) else value
    return filter_shape(how, value, names) if isinstance(value, Mapping) else None


def _is_stopped(value: Any) -> bool:
    """A handoff that was not made is the platform's own business."""
    return isinstance(value, Mapping) and value.get("blocked") is True


def _filter_step(data: Mapping[str, Any]) -> dict[str, Any] | None:
    """What is being done now and who does it, where somebody wrote words for it.

    No tool's own name, no instruction.
    """
    if data.get("phase") != "started":
        return None
    visible = filter_shape(EVENTS["step"], data, {})
    if data.get("node") == "branch" or data.get("title") == data.get("tool"):
        visible.pop("title", None)
    return visible or None


def _collect_names(data: Mapping[str, Any]) -> dict[str, str]:
    """Specialists' display names as an answer or an event brings them along."""
    names = dict(data.get("display_names") or {})
    for agent, shown in (("agent", "display_name"), ("from", "from_display_name"), ("to", "to_display_name")):
        if isinstance(data.get(agent), str) and data.get(shown):
            names[data[agent]] = str(data[shown])
    return names


def _read_names(principal: Principal) -> Mapping[str, str]:
    """The display names of the company's specialists as they are published now."""
    try:
        release = freshness.current(Tenant.objects.get(pk=principal.tenant_id)).release
    except NothingPublished:
        return {}
    return {name: each.display_name or name for name, each in release["agents"].specialists.items()}
