"""What a specialist is given and what it gives back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from agents.kit import Kit
from agents.specs import IntentSlice, PromptPolicySpec, SpecialistSpec, Target
from agents.tools.calls import Caller
from conversations.turn import Permission, Question, Step, ToolResult, TurnContext, Usage


class Voice(Protocol):
    """Where a specialist's words go while it speaks; the gate behind it decides when they are sent."""

    def feed(self, piece: str) -> None:
        """Some characters of the answer."""

    def withdraw(self) -> None:
        """Takes back what this call of the model said: it ended in a signal, not in an answer."""


@dataclass(frozen=True, slots=True)
class Task:
    """One specialist's work in one turn.

    `text` is what to serve; `intent` the decided one (None: it finds its own); `intents` all that it
    serves; `targets` whom it may hand over to; `handed` who passed control to it: (agent, display name,
    summary), `received` what they and earlier ones left: (display name, context); `said` the parts of the
    answer that others already gave; `instruction` what a supervisor says about it; `steps` how often its model may be asked.
    """

    context: TurnContext
    kit: Kit
    caller: Caller
    voice: Voice
    specialist: SpecialistSpec
    text: str
    intent: IntentSlice | None = None
    intents: tuple[IntentSlice, ...] = ()
    targets: tuple[Target, ...] = ()
    policy: PromptPolicySpec = field(default_factory=lambda: PromptPolicySpec(""))
    handed: tuple[tuple[str, str, str], ...] = ()
    received: tuple[tuple[str, Mapping[str, Any]], ...] = ()
    said: tuple[str, ...] = ()
    instruction: str = ""
    steps: int = 10

    @property
    def agent(self) -> str:
        return self.specialist.name

    @property
    def language(self) -> str:
        return self.context.utterance.language


@dataclass(frozen=True, slots=True)
class HandoffRequest:
    """A specialist's wish to pass control: to whom, why, and what it found; `notes` are its lists of
    findings, recommendations, constraints and open_questions."""

    target: str
    reason: str = ""
    summary: str = ""
    notes: Mapping[str, Sequence[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Worked:
    """What came of it. `text` is the part of the answer as spoken; `stopped` names a limit that ended it;
    `signals` are the signalling calls of its model, each with whether it could be used."""

    text: str = ""
    results: tuple[ToolResult, ...] = ()
    question: Question | None = None
    handoff: HandoffRequest | None = None
    steps: tuple[Step, ...] = ()
    usage: Usage = field(default_factory=Usage)
    identity_missing: tuple[str, ...] = ()
    next_state: str | None = None
    error: str = ""
    stopped: str = ""
    context: Mapping[str, Any] = field(default_factory=dict)
    signals: tuple[tuple[str, bool], ...] = ()
    permissions: Mapping[str, Permission] = field(default_factory=dict)  # those it asked for
