"""How a turn's message came in, and what was asked of the turn, as its row keeps it until the turn runs.

JSON in the row alone: code reads and writes `StoredRequest`.

    turn.request = StoredRequest(door="chat", channel="web").as_json()
    asked = StoredRequest.from_json(turn.request)
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields

from conversations.as_json import to_json
from conversations.budget import Reservation
from conversations.client_tools import ClientTools
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
    backends that a trusted gateway would pass it on to. `stored`: the request as the turn's row has it.
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
    stored: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class StoredRequest:
    """`context` is what was sent beside the text, `proven` what of it and of the credential is believed.

    `message_id` the channel's own; `release`, `requested_mode` and `force_multi` what the caller wished,
    `mode_source` who chose and `flag` what the flag said. `keyed`: a repeated request would be known by its
    key. `takers`: backends that a trusted gateway would pass the message on to; `deliver`: who waits for the
    answer on a channel; `heard`: the digest of what the client says was said so far; `said`: the messages
    where they are several; `rested`: the turn rested until its writer paused, and waited for no other turn
    (None: it did not rest); `client_tools` those of the caller's own program, `brings_results`: what was
    received are results of their calls, and no message.
    """

    door: str = ""
    channel: str = ""
    context: Mapping[str, Json] = field(default_factory=dict)
    proven: Mapping[str, Json] = field(default_factory=dict)
    trusted: bool = False
    user_id: str | None = None
    message_id: str | None = None
    requested_mode: str | None = None
    release: int | None = None
    force_multi: bool = False
    mode_source: str = ""
    flag: Mapping[str, Json] = field(default_factory=dict)
    takers: tuple[str, ...] = ()
    deliver: Mapping[str, Json] | None = None
    heard: str = ""
    keyed: bool = True
    rested: bool | None = None
    said: tuple[ReceivedMessage, ...] = ()
    traceparent: str = ""  # the caller's trace (W3C Trace Context)
    client_tools: ClientTools = field(default_factory=ClientTools)
    brings_results: bool = False
    files: int = 0  # how many came with the message
    key: str = ""  # the prefix of the API key that it came by
    markup: str = ""  # of the answer, as the channel's row says; empty: as its kind does
    reservation: Reservation | None = None  # of the limits that it is under, until it ends

    @classmethod
    def from_json(cls, row: Mapping[str, Json]) -> "StoredRequest":
        """As `as_json` wrote it.

        What is missing is as it is by default, what another version added is left out.
        """
        known = {each.name: row[each.name] for each in fields(cls) if each.name in row}
        several = {
            "takers": tuple(row.get("takers", ())),
            "said": tuple(ReceivedMessage.from_json(each) for each in row.get("said", ())),
            "client_tools": ClientTools.from_json(row.get("client_tools", {})),
            "reservation": Reservation.from_json(row["reservation"]) if "reservation" in row else None,
        }
        return cls(**{**known, **several})

    def as_json(self) -> dict[str, Json]:
        """What the row keeps; what only some turns have is left out of the others'."""
        always: dict[str, Json] = {
            "door": self.door,
            "channel": self.channel,
            "context": dict(self.context),
            "proven": dict(self.proven),
            "trusted": self.trusted,
            "user_id": self.user_id,
            "message_id": self.message_id,
            "requested_mode": self.requested_mode,
            "force_multi": self.force_multi,
            "mode_source": self.mode_source,
            "flag": dict(self.flag),
            "keyed": self.keyed,
        }
        some: dict[str, Json] = {
            "takers": list(self.takers),
            "deliver": dict(self.deliver or {}),
            "heard": self.heard,
            "traceparent": self.traceparent,
            "client_tools": self.client_tools.as_json(),
            "brings_results": self.brings_results,
            "files": self.files,
            "key": self.key,
            "markup": self.markup,
            "reservation": to_json(self.reservation),
            "release": self.release,
            "said": [each.as_json() for each in self.said],
        }
        rested: dict[str, Json] = {} if self.rested is None else {"rested": self.rested}
        return {**always, **{name: value for name, value in some.items() if value}, **rested}
