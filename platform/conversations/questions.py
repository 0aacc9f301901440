"""What a conversation waits for and who is to serve it.

Questions and replies, plans, open parts, and those who are sent. Part of the frozen words of a turn;
`conversations.turn` names them all.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Json = Any  # a JSON value: None, bool, int, float, str, list, dict

QuestionKind = Literal["slot", "state", "permission", "clarification", "confirmation", "person"]


@dataclass(frozen=True, slots=True)
class Option:
    """One answer that can be clicked: what it says and what is sent."""

    label: str
    value: str


SAID = "said"  # in the data of a question that users have read whole
PLAIN = "plain"  # there: its text without what is said of the reply before, to which nobody says yes
WANTED = "wanted"  # of the data of a question: the parameter that was asked for


@dataclass(frozen=True, slots=True)
class Question:
    """What the conversation waits for. The reply is a new turn; no process waits.

    `agent` asked it, about `intent`; `fields` are the parameter names of a slot question; `state` the
    workflow state a state question set; `data` what the asker needs again (for a confirmation: the tool
    and its arguments); `turn` the turn's number in its conversation; `asked_at` epoch seconds; `request` the
    user's words that led to it.
    """

    kind: QuestionKind
    text: str
    agent: str
    intent: str | None = None
    options: tuple[Option, ...] = ()
    fields: tuple[str, ...] = ()
    state: str | None = None
    data: Mapping[str, Json] = field(default_factory=dict)
    turn: int = 0
    asked_at: float = 0.0
    request: str = ""

    @property
    def is_yes_or_no(self) -> bool:
        """Whether a plain yes lets something be done: only to what the user has read whole."""
        return self.kind in ("confirmation", "state", "permission")

    @property
    def was_read(self) -> bool:
        """Whether an answer before this turn held it whole."""
        return bool(self.data.get(SAID))

    @property
    def reminder(self) -> str:
        """What is said of it when it is asked again.

        Whole, with its values; whoever has read a draft of several paragraphs before it is reminded with the
        last one, where that is a question.
        """
        *before, last = self.text.strip().split("\n\n")
        return last if self.was_read and last.endswith("?") and len(before) > 1 else self.text

    def stands_in(self, words: str) -> bool:
        """Whether words ask it."""
        return self.reminder.strip() in words

    def describe(self) -> dict[str, Json]:
        """As clients see it while the turn runs: the data of the event `question`."""
        return {
            "kind": self.kind,
            "text": self.text,
            "options": [{"label": option.label, "value": option.value} for option in self.options],
            "fields": list(self.fields),
        }


@dataclass(frozen=True, slots=True)
class PlannedBranch:
    """One specialist's share of a message: the intent, its part of the words, the keywords that named it."""

    agent: str
    intent: str | None = None
    text: str = ""
    keywords: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SupervisorPlan:
    """A SupervisorPlan: who works on the message at once. `left_out` are those beyond the limit."""

    agents: tuple[str, ...]
    intent: str
    confidence: float
    reason: str
    branches: tuple[PlannedBranch, ...] = ()
    left_out: tuple[PlannedBranch, ...] = ()
    metadata: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Pending:
    """A part of an earlier message that is still open: `text` what the user asked, `why` it is open
    (asked, behind, failed, late, left_out), `question` what its specialist asked, `turn` the turn's number.

    Of a specialist and an intent there is one part, and beside it those that wait `behind` its question."""

    agent: str
    text: str
    why: str
    intent: str | None = None
    question: Question | None = None
    turn: int = 0


@dataclass(frozen=True, slots=True)
class AwaitedPerson:
    """A matter that a person takes up.

    The agents leave it alone until the user goes on with them, or somebody takes the mark off.

    `agent` and `intent` are whose and which matter it is (None: nothing was spoken of before); `reason` is
    why, `turn` the turn's number in which it began, `at` epoch seconds. `ended`: the user goes on with the
    agents.
    """

    agent: str
    intent: str | None = None
    reason: str = ""
    turn: int = 0
    at: float = 0.0
    ended: bool = False


@dataclass(frozen=True, slots=True)
class Subtask:
    """What a supervised loop sends a specialist to do.

    `part` is the request (None: the supervisor wants more than was asked), `instruction` what the supervisor
    says about it, in its own words.
    """

    agent: str
    instruction: str = ""
    part: Pending | None = None


@dataclass(frozen=True, slots=True)
class Loop:
    """The supervised loop of a turn: requests `open` and `done`, who was `sent` in order, and who is
    sent `next` (None: nobody any more).

    `worked` are all who worked, in order, also those who were handed to; `failed` those of them who could
    not; `unsent` the parts of the answer that clients have not seen, because they are still to be joined;
    `reported` how many parts the supervisor has read; `kept` what earlier messages left and this one does not
    ask for; `before` how many parts of the answer stood there when the rounds began.
    """

    open: tuple[Pending, ...] = ()
    done: tuple[Pending, ...] = ()
    sent: tuple[Subtask, ...] = ()
    next: Subtask | None = None
    worked: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()
    unsent: tuple[str, ...] = ()
    reported: int = 0
    kept: tuple[Pending, ...] = ()
    before: int = 0


@dataclass(frozen=True, slots=True)
class Reply:
    """How the message answers the open question, read by the state tier.

    `kind`: yes, no, value (`values` holds slot values by parameter), question (about the matter),
    cancel, unclear; change: what was proposed is to be proposed anew, otherwise.
    """

    kind: Literal["yes", "no", "value", "question", "cancel", "unclear", "change"]
    question: Question
    values: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AgreedAction:
    """A yes (`words`) behind which something else is asked for, and is taken first. As `reply` reads it, it
    is carried out, or asked for again; then the rest is left open.
    """

    reply: Reply
    words: str
