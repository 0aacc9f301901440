"""What a running tool loop has gathered; becomes the frozen `TaskResult` at the end."""

from dataclasses import dataclass, field

from langchain_core.messages import BaseMessage

from agents.specialists import questions
from agents.specialists.task import Delegation, EndRequest, HandoffRequest, PersonRequest
from conversations.client_tools import ClientCall
from conversations.turn import JudgeResult, Question, StepRecord, ToolResult, Usage


@dataclass(slots=True)
class Gathered:
    """`waiting` are questions that come after `question`, `left` handoffs that come after `handoff`.

    What one step of a model asks for and this turn cannot do. `latest` are the results of its last step,
    `refused` the calls that were refused so far; `stubborn`: the last step only repeated those. `calls` are
    those of the caller's own tools, which end the turn; the first `prompt` messages stand before the tool
    loop. `anew` is why its last answer is asked for again, `asked_again` how often one was, `judged` what the
    judges said of the last one that had to pass them.
    """

    messages: list[BaseMessage]
    steps_before: int
    results: list[ToolResult] = field(default_factory=list)
    steps: list[StepRecord] = field(default_factory=list)
    usage: Usage = field(default_factory=Usage)
    text: str = ""
    question: Question | None = None
    waiting: list[Question] = field(default_factory=list)
    handoff: HandoffRequest | None = None
    left: list[HandoffRequest] = field(default_factory=list)
    person: PersonRequest | None = None
    delegation: Delegation | None = None
    ended: EndRequest | None = None
    withheld: str = ""
    signals: list[tuple[str, bool]] = field(default_factory=list)
    latest: list[ToolResult] = field(default_factory=list)
    made: set[str] = field(default_factory=set)
    refused: set[str] = field(default_factory=set)
    stubborn: bool = False
    calls: list[ClientCall] = field(default_factory=list)
    prompt: int = 0
    anew: tuple[BaseMessage, ...] = ()
    asked_again: int = 0
    judged: tuple[JudgeResult, ...] = ()

    @property
    def passed_on(self) -> bool:
        """Whether somebody else has the word now."""
        return bool(self.handoff or self.person or self.delegation or self.ended)

    def ask(self, question: Question) -> None:
        """One thing is asked at a time: what else is to be asked waits, once."""
        if self.question is None:
            self.question = question
        elif not any(questions.alike(question, each) for each in (self.question, *self.waiting)):
            self.waiting.append(question)
