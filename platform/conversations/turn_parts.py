"""Frozen values that `turn.py` is made of.

An answer that was kept, what is remembered of a user, sub-conversations, a stretch of turns about one matter,
and what a rail and a judge found.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from conversations.questions import Json


@dataclass(frozen=True, slots=True)
class AnswerLookup:
    """What a turn looks for among the kept answers, and keeps its own under where there is none.

    `key` is a digest of the question and of all else that an answer depends on, `wording` one in which the
    question counts by its telling words only. `seconds`: for how long an answer stays good. `vector`: what
    the question means by the embedder of this name, in bytes; empty where that was not worked out.
    """

    intent: str
    agent: str
    question: str
    key: str
    wording: str
    seconds: int
    embedder: str = ""
    vector: bytes = b""


@dataclass(frozen=True, slots=True)
class ServedAnswer:
    """The answer that a turn gives again.

    `similarity` is 1.0 for the same question; `tokens` are what it cost when it was made, and costs no more.
    """

    id: str
    text: str
    question: str
    similarity: float = 1.0
    tokens: int = 0
    citations: tuple[Mapping[str, Any], ...] = ()


Source = Literal["stated", "learned", "corrected"]


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that a user said of themselves.

    `at` is when it was learnt (epoch seconds), `turn` the turn that it comes from.
    """

    key: str
    value: str
    confidence: float = 1.0
    source: Source = "stated"
    turn: str = ""
    at: float = 0.0


@dataclass(frozen=True, slots=True)
class SubConversation:
    """A specialist whom the coordinator has called in: messages go to it until it ends.

    `context` is the coordinator's `initial_context`, for this sub-conversation only; `turn` the number of the
    turn that began it.
    """

    specialist: str
    context: str = ""
    turn: int = 0


@dataclass(frozen=True, slots=True)
class SystemNote:
    """What a sub-conversation came to, for the coordinator's next words (a SYSTEM_NOTE).

    `last_user_message` is the stored one, whatever the specialist's model wrote; `turn` the number of the
    turn that ended it, `ended_at` epoch seconds.
    """

    specialist: str
    status: str
    final_result: Mapping[str, Any] = field(default_factory=dict)
    last_user_message: str = ""
    message_to_coordinator: str | None = None
    turn: int = 0
    ended_at: float = 0.0


@dataclass(frozen=True, slots=True)
class SubConversations:
    """What a turn of mode `coordinator` leaves: the sub-conversation that goes on, the notes that wait for
    the coordinator, and the one that ended in this turn: (specialist, status).
    """

    active: SubConversation | None = None
    notes: tuple[SystemNote, ...] = ()
    ended: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Stretch:
    """Turns `first` to `last`, answered by `agent` about `intent`, with what the user named; `since` is the
    number of its first answer among the conversation's messages."""

    first: int
    last: int
    since: int
    agent: str
    intent: str
    values: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RailDecision:
    """What a guardrail said. `phase` is input, retrieval, tool or output.

    `ms` is how long it took, over all pieces of an answer; `at` when it was asked (epoch seconds), where it
    waits for somebody else.
    """

    code: str
    allowed: bool
    reason: str = ""
    sanitized_text: str | None = None
    metadata: Mapping[str, Json] = field(default_factory=dict)
    phase: str = "input"
    ms: float = 0.0
    at: float = 0.0

    @property
    def has_found(self) -> bool:
        """Whether it refused, masked or noted something."""
        return bool(not self.allowed or self.sanitized_text is not None or self.metadata.get("observed"))


@dataclass(frozen=True, slots=True)
class JudgeResult:
    """A judge's score, 0 to 1, and whether it passes its threshold."""

    name: str
    score: float
    passed: bool
    reason: str = ""
    metadata: Mapping[str, Json] = field(default_factory=dict)
