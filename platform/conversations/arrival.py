"""How a turn's message came in, or several that it answers together."""

from collections.abc import Mapping
from dataclasses import dataclass

from conversations.questions import Json


@dataclass(frozen=True, slots=True)
class ReceivedMessage:
    """One of several messages that a turn answers.

    Its row, the channel's own id, its lines of the turn's text; `mark` names the key that it was sent with.
    """

    message_id: str
    channel_message_id: str | None = None
    lines: int = 1
    mark: str = ""

    @classmethod
    def from_json(cls, row: Mapping[str, Json]) -> "ReceivedMessage":
        return cls(row["id"], row["channel_id"], row["lines"], row["mark"])

    def as_json(self) -> dict[str, Json]:
        channel = self.channel_message_id
        return {"id": self.message_id, "channel_id": channel, "lines": self.lines, "mark": self.mark}


@dataclass(frozen=True, slots=True)
class Arrival:
    """How a turn's message came in.

    `message_id` is its row's, `channel_message_id` the channel's own; `keyed`: a repeated request would be
    known by its key; `process` opened the turn, or took it over. `said` are all messages where they are
    several, in their order; the first one is the one named before. `tell` are the channels that are told of
    the turn: each {channel, events}, or {channel, target} for who waits for the answer there. `takers`: the
    backends that a trusted gateway would pass it on to.
    """

    message_id: str = ""
    channel_message_id: str | None = None
    keyed: bool = True
    process: str = ""
    said: tuple[ReceivedMessage, ...] = ()
    tell: tuple[Mapping[str, Json], ...] = ()
    takers: tuple[str, ...] = ()
    received_at: float = 0.0  # when the message came, epoch seconds; 0: not known
    traceparent: str = ""  # the caller's trace (W3C Trace Context)
    waited: bool = False  # the (first) message came while the turn before it was running
