"""What a model is given: messages, tools offered, and the slice of the release its specialist may see."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from langchain_core.messages import BaseMessage

from agents.intent_slices import IntentSlice, Target
from agents.specs import SlotSpec, ToolSpec
from conversations.files import SentFile
from conversations.turn import Pending, ToolResult
from conversations.turn_parts import SystemNote
from language.spoken_languages import CODES

ANY_TOOL = "*"  # `must_call`, where it may choose which


@dataclass(frozen=True, slots=True)
class ToolOffer:
    """A tool the model may call now. `schema` is the JSON Schema of its arguments."""

    name: str
    description: str = ""
    schema: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ReleaseSlice:
    """What one specialist may know of the release and of this turn; all that the offline model knows.

    `text` is what to serve; `results` this turn's tool results of this specialist; `handed` who passed
    control in this turn: (agent, display name, summary), `fruitless` whether the last of them found nothing
    out; `said` the parts that other specialists already gave to this turn's answer; `known` values by
    parameter or key (order_id: P100), `used` the names of those that a tool needs anew; `reply` how the
    message answers an open question (yes, no, value, cancel, question, change, unclear), `confirmed` the tool
    calls that it agrees to: {tool: arguments}, `proposed` those that it changes or gives a value for,
    `request` the words that led to that question, `wanted` which of the values of what is proposed was asked
    for (empty: only values by their pattern; None: nothing is collected); `without` what the user has just
    refused and is gone without, `taken_back` what they have just forbidden, `asked_about` what they were
    asked to allow and want to know more of: all as titles of tools. `open` are the requests that a
    supervisor finds open, in the order in which they are served; `notes` what ended sub-conversations
    left for this coordinator, `meant` the intent that the tiers found in its message, which may be a
    colleague's, `pieces` those of it that only examples name, each behind its intent; `home` the
    coordinator that called this one in, with the intents that it and its other specialists serve;
    `unserved` says that the message is known to be nobody's, `begins` that it was decided by what it says
    and goes on with nothing, `people` that a person may be asked for; `today` is the profile's day (None:
    the installation's).
    """

    agent: str
    language: str = CODES[0]
    text: str = ""
    intents: tuple[IntentSlice, ...] = ()
    targets: tuple[Target, ...] = ()
    slots: Mapping[str, SlotSpec] = field(default_factory=dict)
    tools: Mapping[str, ToolSpec] = field(default_factory=dict)
    decided_intent: str | None = None
    results: tuple[ToolResult, ...] = ()
    handed: tuple[tuple[str, str, str], ...] = ()
    fruitless: bool = False
    said: tuple[str, ...] = ()
    known: Mapping[str, str] = field(default_factory=dict)
    used: Mapping[str, Collection[str]] = field(default_factory=dict)
    reply: str = ""
    confirmed: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    proposed: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    request: str = ""
    wanted: str | None = None
    without: tuple[str, ...] = ()
    taken_back: tuple[str, ...] = ()
    asked_about: tuple[str, ...] = ()
    open: tuple[Pending, ...] = ()
    notes: tuple[SystemNote, ...] = ()
    meant: str = ""
    pieces: tuple[tuple[str, str], ...] = ()
    home: Target | None = None
    unserved: bool = False
    begins: bool = False
    people: bool = False
    today: date | None = None


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """One call of a model.

    `deadline_seconds` is what is left for it, from now; `must_call` names the one tool that it has to call,
    or any (`ANY_TOOL`), where the answer is a choice and no text; `may_call` False: it is to answer in words.
    `patience_seconds` is how long it may take to begin, where somebody else would answer instead (None: all
    its time). `files` belong to the message with the id `agents.llm.files.MESSAGE`.
    """

    messages: tuple[BaseMessage, ...]
    tools: tuple[ToolOffer, ...] = ()
    slice: ReleaseSlice = field(default_factory=lambda: ReleaseSlice(agent=""))
    deadline_seconds: float = 30.0
    must_call: str = ""
    may_call: bool = True
    patience_seconds: float | None = None
    files: tuple[SentFile, ...] = ()
