"""The frozen words of a turn: what travels between the rooms while a message is being answered.

Everything here is data. A node takes a `TurnContext` and returns what it changes; nothing in a turn reads the
database or speaks HTTP through these objects. `as_json.to_json` of any of them is what the record keeps.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, NamedTuple

from conversations.budget import Budget as Budget
from conversations.budget import Usage as Usage
from conversations.client_tools import ClientTools as ClientTools
from conversations.client_tools import OpenCalls as OpenCalls
from conversations.files import SentFile as SentFile
from conversations.questions import AgreedAction as AgreedAction
from conversations.questions import AwaitedPerson as AwaitedPerson
from conversations.questions import Json as Json
from conversations.questions import Loop as Loop
from conversations.questions import Option as Option
from conversations.questions import Pending as Pending
from conversations.questions import PlannedBranch as PlannedBranch
from conversations.questions import Question as Question
from conversations.questions import QuestionKind as QuestionKind
from conversations.questions import Reply as Reply
from conversations.questions import Subtask as Subtask
from conversations.questions import SupervisorPlan as SupervisorPlan
from conversations.stored_request import Arrival as Arrival
from conversations.turn_parts import (
    AnswerLookup,
    ServedAnswer,
    Stretch,
    SubConversation,
    SubConversations,
    SystemNote,
)
from conversations.turn_parts import Fact as Fact
from conversations.turn_parts import JudgeResult as JudgeResult
from conversations.turn_parts import RailDecision as RailDecision

Method = Literal[
    "state", "person", "memory", "keyword", "example", "llm", "value", "fallback", "forced", "sticky",
    "clarification", "clarified", "handoff",
    "supervisor", "supervised", "single", "coordinator", "planner", "skipped",
]  # fmt: skip
Status = Literal["queued", "running", "answered", "waiting", "blocked", "failed", "cancelled"]
EventName = Literal[
    "accepted", "route", "step", "text", "text.reset", "handoff", "question", "answer", "error", "done"
]  # fmt: skip
Outcome = Literal["ok", "skipped", "failed", "blocked", "stopped", "passed_on"]


@dataclass(frozen=True, slots=True)
class Identity:
    """Who writes, as far as a credential proves it.

    `business` holds the fields (msisdn, customer_id, ...) that a trusted caller sent; `source_fields` says
    where each came from, and which of them each business key (customer_key, contract_key, ...) is.
    """

    user_id: str | None = None
    trusted: bool = False
    business: Mapping[str, str] = field(default_factory=dict)
    source_fields: Mapping[str, str] = field(default_factory=dict)

    @property
    def keys(self) -> dict[str, str]:
        """The business keys that are known."""
        fields = self.source_fields.items()
        return {key: self.business[name] for key, name in fields if name in self.business}

    @property
    def known(self) -> dict[str, str]:
        """Every proven value by its name; a business key is what the company reads it from."""
        return {**self.business, **self.keys}


@dataclass(frozen=True, slots=True)
class Utterance:
    """What the user wrote: `raw` as received (kept in memory only), `text` as the rails left it; `before` is
    what the same user wrote last in this conversation. `wordless`: the text is but the names of its files;
    `shows`: it brings files that whoever answers for want of others reads.
    """

    raw: str
    text: str
    language: str = "pt"  # a folder of `language/data`
    before: str = ""
    wordless: bool = False
    shows: bool = False


class RouteDecision(NamedTuple):
    """A RouteDecision (agent gateway protocol), whole: who answers, about what, with which tools, and why.

    It and `Verdict` are made for each message: as tuples they cost a quarter of what frozen dataclasses do.
    """

    route: str
    agent: str
    intent: str
    confidence: float = 0.0
    reason: str = ""
    method: str = "fallback"  # a `Method`, or a package's tier
    next_state: str | None = None
    handoff: bool = False
    metadata: Mapping[str, Json] = {}
    domain: str | None = None
    mcp_tools: tuple[str, ...] = ()

    @property
    def follows(self) -> str | None:
        """The intent before that a short message goes on with."""
        named = self.metadata.get("follows")
        return str(named) if named else None


class Verdict(NamedTuple):
    """What one tier said.

    A decision or None, what it saw, for the record, and how long it took (milliseconds). `doubted` are the
    keywords of the message that the examples contradict, each with its intent; `at` is when it was asked
    (epoch seconds). `silent`: it has nothing to say, and is left out of what is told. `resumed` is the open
    part of an earlier message that is taken up.
    """

    tier: str
    decision: RouteDecision | None = None
    saw: Mapping[str, Json] = {}
    ms: float = 0.0
    doubted: frozenset[tuple[str, str]] = frozenset()
    at: float = 0.0
    silent: bool = False
    resumed: Pending | None = None

    @property
    def outcome(self) -> str:
        return "decided" if self.decision else "abstained"


@dataclass(frozen=True, slots=True)
class Permission:
    """What the user allowed or forbade in this conversation.

    `name` is the permission, `tool` the one it was asked for, `by` who said it (a user id or "user"), `at`
    epoch seconds, `turn` the turn's number; `data` what is needed to ask once more: the agent, the intent,
    the arguments, and the request that led to it.
    """

    name: str
    state: Literal["asked", "granted", "refused", "revoked"]
    tool: str = ""
    by: str = ""
    at: float = 0.0
    turn: int = 0
    data: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ToolResult:
    """The result of one tool call. `agent` called it; `ms` is how long it took."""

    tool_name: str
    server_name: str
    ok: bool
    result: Json = None
    error: str | None = None
    metadata: Mapping[str, Json] = field(
        default_factory=dict
    )  # arguments, skipped, reason, uncertain, side_effect ...
    cached: bool = False
    agent: str = ""
    ms: float = 0.0


@dataclass(frozen=True, slots=True)
class Handoff:
    """One passing of control, whether it happened or was stopped. `at` is when (UTC)."""

    from_agent: str
    to_agent: str
    reason: str
    context_summary: str
    at: datetime
    kind: str = "agent_to_agent"  # delegation, agent_to_person, person_to_agent, backend
    category: str = ""
    outcome: str = "helped"  # came_back, stopped_by_guard, abandoned
    blocked: bool = False
    context: Mapping[str, Json] = field(
        default_factory=dict
    )  # findings, recommendations, constraints, open_questions


@dataclass(frozen=True, slots=True)
class StepRecord:
    """One node's work, as the record and the page show it.

    `at` is when it began (UTC), `ms` its length; the detail `routes` says of a model's call that it was to
    decide who or what serves the message.
    """

    node: str
    kind: str  # node | tool | model | rail | judge | handoff | permission
    outcome: Outcome
    summary: str
    at: datetime
    ms: float = 0.0
    agent: str = ""
    detail: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PastMessage:
    """One message of the history window. `role` is user or agent; `agent` names the specialist."""

    role: Literal["user", "agent"]
    content: str
    agent: str = ""
    seq: int = 0


@dataclass(frozen=True, slots=True)
class ConversationState:
    """What a conversation remembers between turns; stored as JSON on its row.

    `values` are resource values the user named (order_id: P100), `used` the names of those that an action was
    carried out with, by tool: its next call needs them anew; `contexts` what each specialist found (findings,
    recommendations, constraints, open_questions, last_active); `path` the conversation's last handoffs as
    [from, to]; `identity` the trusted keys once set; `permissions` what the user allowed or forbade, by name;
    `pending` the parts of earlier messages that nobody has answered yet; `parts` those of the last message
    that asked for several things, in the user's order, answered or not; `sub_conversation` the specialist
    whom a coordinator called in and who has the word, `notes` what ended ones left for the coordinator;
    `clarification` which of two intents the user was just asked to choose, beside a `question` that a
    specialist asked before; `person` the matter that a person is to take up; `calls` those of the caller's
    own tools whose results are waited for; `earlier` what it was about, turn by turn; `masked` what the user
    wrote where models read stars, each with those, while a question is open; `begun` the tools whose last
    action may be done though its turn could not say so.
    """

    workflow_state: str | None = None
    state_since: float = 0.0
    question: Question | None = None
    active_agent: str | None = None
    previous_agent: str | None = None
    active_intent: str | None = None
    language: str | None = None
    values: Mapping[str, str] = field(default_factory=dict)
    used: Mapping[str, Sequence[str]] = field(default_factory=dict)
    identity: Mapping[str, str] = field(default_factory=dict)
    source_fields: Mapping[str, str] = field(default_factory=dict)
    contexts: Mapping[str, Mapping[str, Json]] = field(default_factory=dict)
    path: tuple[tuple[str, str], ...] = ()
    permissions: Mapping[str, Permission] = field(default_factory=dict)
    pending: tuple[Pending, ...] = ()
    parts: tuple[Pending, ...] = ()
    sub_conversation: SubConversation | None = None
    notes: tuple[SystemNote, ...] = ()
    clarification: Question | None = None
    person: AwaitedPerson | None = None
    calls: OpenCalls | None = None
    earlier: tuple[Stretch, ...] = ()
    masked: Mapping[str, str] = field(default_factory=dict)
    begun: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnEvent:
    """One event of a turn as clients see it. `number` counts from 1 within the turn."""

    name: EventName
    data: Mapping[str, Json] = field(default_factory=dict)
    number: int = 0
    turn: int = 0

    @property
    def id(self) -> str:
        """`{turn}.{n}`: the turn's number in its conversation, and the event's in its turn."""
        return f"{self.turn}.{self.number}"


@dataclass(frozen=True, slots=True)
class TurnRequest:
    """What came, from whom, and what the turn is pinned to.

    Fixed when the turn opens; the input rails replace its utterance by the sanitised one.
    """

    turn_id: str
    tenant_id: str
    agent_id: str
    conversation_key: str
    mode: str
    mode_source: str
    channel: str
    number: int  # of the turn in its conversation
    attempt: int
    release: int
    identity: Identity
    utterance: Utterance
    history: tuple[PastMessage, ...] = ()
    state: ConversationState = field(default_factory=ConversationState)
    context: Mapping[str, Json] = field(default_factory=dict)  # what the caller sent beside the text
    arrival: Arrival = field(default_factory=Arrival)
    started_at: float = 0.0  # epoch seconds
    deadline: float = 0.0  # event-loop independent: epoch seconds
    flag: Mapping[str, Json] = field(default_factory=dict)
    memory: tuple[Fact, ...] | None = None  # None: nothing is remembered here, or nobody is known
    display_names: Mapping[str, str] = field(default_factory=dict)  # of the published specialists, by name
    client_tools: ClientTools = field(default_factory=ClientTools)  # of the caller's own program
    files: tuple[SentFile, ...] = ()  # that came with the message
    budget: Budget = field(default_factory=Budget)  # as it was when the turn began
    markup: str = ""  # of the answer, as the channel's row says; empty: as its kind does


@dataclass(frozen=True, slots=True)
class TurnDecision:
    """Who answers about what, and how the message was read. Written by the node `routing_decision`."""

    route: RouteDecision | None = None
    verdicts: tuple[Verdict, ...] = ()
    reply: Reply | None = None
    plan: SupervisorPlan | None = None
    parts: tuple[
        PlannedBranch, ...
    ] = ()  # of the message, each for another specialist, in the order in which they serve
    resumed: Pending | None = None  # the open part that this message takes up again
    values: Mapping[str, str] = field(default_factory=dict)  # resource values read from this message
    # What is served instead of the message: the rest of one that also took a permission back, or the one that
    # the user was asked about; empty: the message itself.
    remaining: str = ""
    withdrawn: bool = False  # the message took the open question back and speaks of something else
    clear_state: bool = False  # a terminal state's turn: what was open before is forgotten
    stated: tuple[Fact, ...] = ()  # what the message says of its writer, to be kept
    agreed: AgreedAction | None = None  # what a yes agrees to, before all else that is decided here


@dataclass(frozen=True, slots=True)
class TurnWork:
    """Who worked, and what they did, called and found. Written by the nodes in which specialists work."""

    active_agent: str = ""
    agents: tuple[str, ...] = ()  # who worked in this turn, in order
    parts: tuple[tuple[str, str], ...] = ()  # (agent, its part of the answer)
    tool_results: tuple[ToolResult, ...] = ()
    handoffs: tuple[Handoff, ...] = ()
    # Calls that went to no tool server, signals and refused ones: agent, name, whether it could be used.
    signals: tuple[tuple[str, str, bool], ...] = ()
    contexts: Mapping[str, Mapping[str, Json]] = field(default_factory=dict)
    permissions: Mapping[str, Permission] = field(default_factory=dict)  # those that this turn changed
    identity_missing: tuple[str, ...] = ()
    loop: Loop | None = None  # mode supervised: what is asked, what is done, who is next
    subs: SubConversations | None = None  # as this turn leaves them; None: as before
    person: AwaitedPerson | None = None  # a person was asked for, or the user goes on; None: as before
    forgotten: tuple[str, ...] = ()  # keys of the user's memory that are erased
    execution: Mapping[str, Json] = field(default_factory=dict)  # mode planner: intent, plan and its results
    lookup: AnswerLookup | None = None  # what was looked for among the kept answers
    steps: tuple[StepRecord, ...] = ()
    usage: Usage = field(default_factory=Usage)
    counted_elsewhere: Usage = field(default_factory=Usage)  # of it: by workers, who counted it themselves


@dataclass(frozen=True, slots=True)
class TurnOutcome:
    """How the turn ends: what the user reads, what stays open, what the checks found."""

    answer: str = ""
    question: Question | None = None
    pending: tuple[Pending, ...] | None = None  # what is open after this turn; None: as before
    next_state: str | None = None
    calls: OpenCalls | None = None  # of the caller's own tools, whose results are waited for
    served: ServedAnswer | None = None  # a kept answer that was given again
    aside: bool = False  # a courtesy or an outburst was answered: the matter before it goes on
    # What a gateway is told that passes the message on to another backend: handover_backend,
    # handover_summary.
    passed_on: Mapping[str, str] = field(default_factory=dict)
    rails: tuple[RailDecision, ...] = ()
    judges: tuple[JudgeResult, ...] = ()
    status: Status = "running"
    blocked_by: str = ""
    # The limit that ended the work: stopped_by_guard, agent_steps; how a model's answer ended short: length,
    # content_filter, interrupted; or model_failed, once a tool had said something.
    stopped: str = ""
    error: str = ""  # as clients may read it
    failure: str = ""  # of which kind the error is: model_failed, model_busy, timeout
    fault: str = ""  # what nobody expected, for the log and the record alone


@dataclass(frozen=True, slots=True)
class TurnContext:
    """Everything a turn knows, in four parts, by who writes them.

    Nodes return the parts that they replace.
    """

    request: TurnRequest
    decision: TurnDecision = field(default_factory=TurnDecision)
    work: TurnWork = field(default_factory=TurnWork)
    outcome: TurnOutcome = field(default_factory=TurnOutcome)
