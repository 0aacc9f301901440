"""What a specialist is given and what it gives back."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, tzinfo
from functools import cache
from typing import Any, Protocol

from django.utils import timezone
from pydantic import TypeAdapter

from agents.intent_slices import IntentSlice, Target
from agents.resources import Resources
from agents.specs import PromptPolicySpec, SpecialistSpec
from agents.tools.calls import Caller
from agents.tools.signals import HandoffRequest as HandoffRequest
from agents.tools.signals import PersonRequest as PersonRequest
from conversations.client_tools import ClientTools, OpenCalls
from conversations.turn import (
    Json,
    JudgeResult,
    Permission,
    Question,
    RailDecision,
    StepRecord,
    ToolResult,
    TurnContext,
    Usage,
)
from conversations.turn_parts import SubConversation, SystemNote
from tenancy.days import find_zone


class SpeechSink(Protocol):
    """Where a specialist's words go while it speaks; the gate behind it decides when they are sent."""

    def feed(self, piece: str) -> None:
        """Some characters of the answer."""

    def withdraw(self) -> None:
        """Takes back what this call of the model said: it ended in a signal, not in an answer."""

    def cut_off(self) -> None:
        """Keeps what was sent of this call's words and nothing more: they broke off."""

    async def review(self) -> Sequence[RailDecision]:
        """What the checks found in this part by now that have its answer made anew."""

    def renew(self, found: Sequence[RailDecision]) -> None:
        """Takes the part back, because of what was `found`: it is made anew."""

    def check(self, text: str) -> str:
        """A text that is told beside the answer (a question, an option) as the gate would leave it."""

    def show(self, question: str) -> str:
        """The platform's own question as users may read it: whole, or empty."""

    def feed_own(self, words: str) -> None:
        """The platform's own words, which nothing is taken of: a question that was `show`n."""

    @property
    def released(self) -> bool:
        """Whether anybody has seen of this call's words."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A result for each judge that has one, why the others have none, by name, and what asking models cost.
    `person`: those whose row passes what fails on to a person; `steps` are the record's lines of those calls.
    """

    results: tuple[JudgeResult, ...] = ()
    missing: Mapping[str, str] = field(default_factory=dict)
    usage: Usage = field(default_factory=Usage)
    person: frozenset[str] = frozenset()
    steps: tuple[StepRecord, ...] = ()


Judge = Callable[[str, Sequence[ToolResult]], Awaitable[Judged]]
"""What judges say of an answer, by what tools have said in this turn."""


@dataclass(frozen=True, slots=True)
class Coordination:
    """What makes a specialist the coordinator of a team.

    `colleagues` are those it may call in now, `refused` why not the others: {role: sentence}, which grows
    while it works; `notes` what ended sub-conversations left for it; `ask` has a colleague do one task and
    gives the tool's result; `left` the question that such a colleague has for the user, which is put behind
    its answer.
    """

    colleagues: tuple[Target, ...]
    ask: Callable[[str, str], Awaitable[Json]]
    notes: tuple[SystemNote, ...] = ()
    refused: Mapping[str, str] = field(default_factory=dict)
    left: Callable[[], Question | None] = lambda: None


@dataclass(frozen=True, slots=True)
class Task:
    """One specialist's work in one turn.

    `text` is what to serve; `intent` the decided one (None: it finds its own); `intents` all that it serves;
    `targets` whom it may hand over to; `handed` who passed control to it: (agent, display name, summary),
    `received` what they and earlier ones left: (display name, context); `said` the parts of the answer that
    others already gave, `asked` the questions of theirs that stand behind it; `instruction` what a
    supervisor says about it; `steps` how often its model may be asked. `coordination` is the coordinator's,
    `called_in` the sub-conversation that a specialist works in, `home` its coordinator with what is served
    there (None: that one has read this message). `client_tools` are those of the caller's program, `going_on`
    the calls of them whose results the request brings.
    """

    context: TurnContext
    resources: Resources
    caller: Caller
    voice: SpeechSink
    specialist: SpecialistSpec
    text: str
    intent: IntentSlice | None = None
    intents: tuple[IntentSlice, ...] = ()
    targets: tuple[Target, ...] = ()
    policy: PromptPolicySpec = field(default_factory=lambda: PromptPolicySpec(""))
    handed: tuple[tuple[str, str, str], ...] = ()
    received: tuple[tuple[str, Mapping[str, Any]], ...] = ()
    said: tuple[str, ...] = ()
    asked: tuple[Question, ...] = ()
    asks_behind: bool = False  # others speak after it: its question is said behind what they say
    reply: str = ""  # the fixed sentence of its intent, which is said in place of any work
    instruction: str = ""
    steps: int = 10
    coordination: Coordination | None = None
    called_in: SubConversation | None = None
    home: Target | None = None
    # Documents that are tried before it answers a message that nothing decides: collection and threshold.
    documents: tuple[str, float] | None = None
    people: bool = False  # whether it may pass on to a person
    judge: Judge | None = None  # whom its answer must pass before it leaves
    client_tools: ClientTools = field(default_factory=ClientTools)
    going_on: OpenCalls | None = None
    unserved: bool = False  # the message is known to be nobody's
    time_zone: str = ""  # of the profile; empty: the installation's

    @property
    def agent(self) -> str:
        return self.specialist.name

    @property
    def zone(self) -> tzinfo | None:
        """The profile's time zone; None: the installation's."""
        return find_zone(self.time_zone) if self.time_zone else None

    @property
    def today(self) -> date:
        """The day in the profile's time zone."""
        return timezone.localdate(timezone=self.zone)

    @property
    def language(self) -> str:
        return self.context.request.utterance.language


@dataclass(frozen=True, slots=True)
class Delegation:
    """A coordinator's wish that `specialist` has the word from now on; `context` is its `initial_context`."""

    specialist: str
    context: str


@dataclass(frozen=True, slots=True)
class EndRequest:
    """A specialist's wish to end its sub-conversation, as its model wrote it, but for `last_user_message`:
    the platform knows that one itself."""

    status: str
    final_result: Mapping[str, Json] = field(default_factory=dict)
    message_to_coordinator: str | None = None


@dataclass(frozen=True, slots=True)
class TaskResult:
    """What came of it.

    `text` is the part of the answer as spoken; `stopped` names a limit that ended it, or how its model's
    answer ended short (length, content_filter, interrupted); `failure` says of which kind an `error` is.

    `signals` are the calls of its model that went to no tool server, signals and refused ones, each with
    whether it could be used. `waiting` are questions to be asked after `question`, `left` handoffs after
    `handoff`; `calls` are those of the caller's own tools, with which its part ends.
    """

    text: str = ""
    results: tuple[ToolResult, ...] = ()
    question: Question | None = None
    handoff: HandoffRequest | None = None
    person: PersonRequest | None = None
    steps: tuple[StepRecord, ...] = ()
    usage: Usage = field(default_factory=Usage)
    identity_missing: tuple[str, ...] = ()
    next_state: str | None = None
    error: str = ""
    stopped: str = ""
    context: Mapping[str, Any] = field(default_factory=dict)
    signals: tuple[tuple[str, bool], ...] = ()
    permissions: Mapping[str, Permission] = field(default_factory=dict)  # those it asked for
    delegation: Delegation | None = None
    ended: EndRequest | None = None
    withheld: str = ""  # what its model wrote beside a signal, for nobody to read
    waiting: tuple[Question, ...] = ()
    left: tuple[HandoffRequest, ...] = ()
    failure: str = ""
    calls: OpenCalls | None = None
    judged: tuple[JudgeResult, ...] = ()  # by those that its answer had to pass

    @property
    def questions(self) -> tuple[Question, ...]:
        """All that it has to ask, one after the other."""
        return (self.question, *self.waiting) if self.question is not None else ()


def read_worked(stored: Mapping[str, Any]) -> TaskResult:
    """What `conversations.as_json.to_json` made of a `TaskResult`: a branch may have been done elsewhere."""
    return _make_reader().validate_python(stored)


@cache
def _make_reader() -> TypeAdapter[TaskResult]:
    return TypeAdapter(TaskResult)  # 30 ms, for processes that read one
