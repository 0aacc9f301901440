"""Tools of the caller's own program: what it offers, what a model called of them, and what it answers.

They are data of the caller. Nothing of them is carried out here, nothing that the platform knows of a person
goes to them, and none of them may be named like one of the platform's.
"""

import re
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import orjson

from conversations.questions import Json

MARK = "client"  # in the metadata of a result that the caller brought
OUTCOME = "client_tools"  # of a turn that ends with calls for its caller
AUTO, NONE, REQUIRED = "auto", "none", "required"  # what a caller chooses, unless it names one tool
SAID = 4000  # characters of a result as a message of the conversation keeps it
_ID = re.compile(r"call_([0-9a-f]{32})_\d{1,2}\Z")


@dataclass(frozen=True, slots=True)
class ClientTool:
    """One of them; `parameters` is the JSON Schema of its arguments, an object's."""

    name: str
    description: str = ""
    parameters: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ClientResult:
    """What the caller's program answers to a call of this id. It is data."""

    call_id: str
    content: str


@dataclass(frozen=True, slots=True)
class ClientTools:
    """What a request brings of them: what may be called, and what was answered to the calls before.

    `choice` is auto, none, required, or the name of the one that is to be called; not `parallel`: one call at
    a time.
    """

    tools: tuple[ClientTool, ...] = ()
    choice: str = AUTO
    parallel: bool = True
    results: tuple[ClientResult, ...] = ()

    @property
    def must(self) -> bool:
        """Whether the caller wants a call and no answer in words."""
        return bool(self.tools) and self.choice not in (AUTO, NONE)

    @property
    def offered(self) -> tuple[ClientTool, ...]:
        """Those that a model may call."""
        if self.choice in (AUTO, REQUIRED):
            return self.tools
        return tuple(tool for tool in self.tools if tool.name == self.choice)

    @classmethod
    def from_json(cls, row: Mapping[str, Json]) -> "ClientTools":
        """As `as_json` wrote it; results are kept elsewhere until the turn is over."""
        if not row:
            return cls()
        return cls(tuple(ClientTool(**each) for each in row["tools"]), row["choice"], row["parallel"])

    def as_json(self) -> dict[str, Json]:
        """What a turn's row keeps of it; nothing where there are no tools."""
        tools = [
            {"name": each.name, "description": each.description, "parameters": dict(each.parameters)}
            for each in self.tools
        ]
        return {"tools": tools, "choice": self.choice, "parallel": self.parallel} if tools else {}


@dataclass(frozen=True, slots=True)
class ClientCall:
    """A call that was passed back: `id` is ours, by which the caller answers it, `own_id` the model's."""

    id: str
    name: str
    arguments: Mapping[str, Json]
    own_id: str


@dataclass(frozen=True, slots=True)
class OpenCalls:
    """Calls whose results a conversation waits for: `agent` made them, about `intent`, serving `request`.

    `messages` is what its model had before it beside the history, as JSON; the history ends with the message
    of the number `since`. `at` is epoch seconds, `turn` the turn's number.
    """

    agent: str
    intent: str | None
    request: str
    calls: tuple[ClientCall, ...]
    messages: tuple[Mapping[str, Json], ...] = ()
    since: int = 0
    turn: int = 0
    at: float = 0.0

    @classmethod
    def from_json(cls, row: Mapping[str, Json]) -> "OpenCalls":
        known = {name: row[name] for name in cls.__dataclass_fields__ if name in row}
        calls = tuple(ClientCall(**each) for each in row["calls"])
        return cls(**{**known, "calls": calls, "messages": tuple(row.get("messages", ()))})


def call_id(turn_id: str, number: int) -> str:
    """The id of a turn's call; 40 characters at most, which is all that OpenAI's clients may send back.

    >>> turn_of(call_id("0198f3a0-1111-7222-8333-444455556666", 1))
    '0198f3a0-1111-7222-8333-444455556666'
    """
    return f"call_{uuid.UUID(turn_id).hex}_{number}"


def turn_of(call: str) -> str | None:
    """The turn that passed a call back; None: the id is not one of ours."""
    found = _ID.match(call)
    return str(uuid.UUID(found[1])) if found else None


def write_results(results: Sequence[ClientResult]) -> str:
    """Results as a turn keeps them until it is over, where a message's text stands otherwise."""
    return orjson.dumps([[each.call_id, each.content] for each in results]).decode()


def read_results(received: str) -> tuple[ClientResult, ...]:
    """As `write_results` wrote them."""
    return tuple(ClientResult(*each) for each in orjson.loads(received))


def write_call(name: str, arguments: str, content: str) -> str:
    """A call and its result as one message of a conversation.

    >>> write_call("get_weather", '{"city":"Lisboa"}', "21 °C")
    'get_weather {"city":"Lisboa"}: 21 °C'
    """
    return f"{name} {arguments}: {content}"[:SAID]


def arguments_of(call: ClientCall) -> str:
    """A call's arguments as JSON."""
    return orjson.dumps(dict(call.arguments), default=str).decode()
