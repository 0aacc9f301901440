"""What a rail is, and what it is told."""

import inspect
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from django.utils.functional import Promise
from typing_extensions import TypeIs

from agents.specs import Phase as Phase
from agents.specs import RailSpec, ToolSpec
from conversations.client_tools import MARK
from conversations.turn import Json, RailDecision, ToolResult, TurnContext
from language.spoken_languages import CODES

if TYPE_CHECKING:
    from agents.resources import Resources

Sees = Literal["piece", "sentence", "answer"]
RowFault = tuple[Literal["error", "warning"], str]


@dataclass(frozen=True, slots=True)
class About:
    """The turn around a text. `tool_results` may grow while an answer is spoken: rails read it when asked.

    `first_half` are those before the calls of the caller's own tools that this turn goes on with,
    `earlier_results` what the conversation keeps of the turns before.
    `prompts` are what this profile's models act by, `authored` what the company wrote for users to read;
    `grounds` other texts that an answer may rest on beside tools' results; `hosts` those of the company's
    tool servers; `own_values` the proven customer's identity values; `asked` what of the user's own, and
    of what was read from their words, they are asked to agree to, which grows like `tool_results`; `said`
    what the user wrote, the newest last, in answers with the message itself; `settings` the rail's, as
    authored; `intents` those that were decided on, `served` whether any serves the message; `before` and
    `behind` what stands around a piece of a longer text, `earlier` more of what stands before it, blanks
    drawn together. One that waits for somebody else has its row as `spec`, the models and addresses of
    the turn as `kit`, and what the company says of a package's as `own_settings`.
    """

    language: str = CODES[0]
    phase: Phase = "output"
    tool_results: Sequence[ToolResult] = ()
    first_half: Sequence[ToolResult] = ()
    earlier_results: Sequence[ToolResult] = ()
    tools: Mapping[str, ToolSpec] = field(default_factory=dict)
    own_values: frozenset[str] = frozenset()
    asked: Collection[str] = ()
    said: Sequence[str] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)
    prompts: Sequence[str] = ()
    authored: Sequence[str] = ()
    grounds: Sequence[str] = ()
    hosts: frozenset[str] = frozenset()
    intents: Sequence[str] = ()
    served: bool = True
    before: str = ""
    earlier: str = ""
    behind: str = ""
    kit: "Resources | None" = None
    spec: RailSpec | None = None
    own_settings: Any = None

    @classmethod
    def of(cls, context: TurnContext, resources: "Resources", phase: Phase = "input") -> "About":
        """What is known of a turn before anything is done: who writes, their words and the tools there are.

        `About.of(context, resources)` reads a message, and with `replace` whatever else of the turn.
        """
        return cls(
            language=context.request.utterance.language,
            phase=phase,
            tools=resources.section.tools,
            own_values=own_values(context),
            said=read_earlier(context),
        )

    def has_acted(self) -> bool:
        """Whether a tool that changes something has worked in this turn.

        One of the caller's own may be such a tool.
        """
        return any(
            result.ok and not result.cached and (result.metadata.get(MARK) or self._changes(result.tool_name))
            for result in (*self.first_half, *self.tool_results)
        )

    def _changes(self, name: str) -> bool:
        tool = self.tools.get(name)
        return tool is not None and not tool.read_only


def read_earlier(context: TurnContext) -> list[str]:
    """What the user wrote before, the newest last."""
    return [each.content for each in context.request.history if each.role == "user"]


def own_values(context: TurnContext) -> frozenset[str]:
    """The identity values that a trusted caller proved, now or earlier in the conversation."""
    return frozenset(
        str(value)
        for value in (*context.request.identity.business.values(), *context.request.state.identity.values())
    )


class BaseRail:
    """What a rail says of itself, and what holds where it says nothing.

    `sees` is the least text that it can judge; `phases` where it makes sense. What a model is told that
    writes its answer anew is `guidance` in the `metadata` of the rail's decision. A package's rail need not
    derive from it (docs/extending.md).
    """

    code: str
    title: str | Promise
    sees: Sees
    phases: tuple[Phase, ...]
    # Nothing more of an answer leaves once it has refused a part of it.
    ends = False
    # It reads what an answer said before: `About.earlier`.
    reads_earlier = False
    # Of the input: it is asked once it is decided who serves the message, which is `About.served`.
    reads_decision = False
    # It has no word on what the platform asks in its own words before it acts: that is said whole or not at
    # all. The sentences that the company wrote it does read.
    judges_model = False
    # It judges what a model claims to be so: it reads neither that question nor what the company wrote.
    reads_claims = False
    # All of a text can still be read that it has changed: even the platform's own question, once changed, is
    # asked.
    stays_readable = False
    # Where it fails, the text is refused.
    fail_closed = False

    def minds(self, piece: str) -> bool:
        """Whether what stands around a piece (`About.before`, `About.behind`) can change what is said of it.

        Seldom, for most pieces are words.
        """
        return False

    def waits(self, piece: str, behind: str) -> bool:
        """Whether what stands `behind` a piece so far may still change what is said of it."""
        return False

    def check_row(self, row: Mapping[str, Any], points: Collection[str]) -> Iterable[RowFault]:
        """What is wrong with its row as it would be published; an error stops it.

        `points` are the points of use that have a model.
        """
        return ()


class Rail(BaseRail, ABC):
    """A check of this process."""

    @abstractmethod
    def check(self, text: str, about: About) -> RailDecision:
        """Allowed, sanitised (`sanitized_text`), or refused, with the reason."""


class AsyncRail(BaseRail, ABC):
    """A check that waits for somebody else: within its row's time, beside others of its phase. Of an answer
    it reads the whole.
    """

    @abstractmethod
    async def check(self, text: str, about: About) -> RailDecision:
        """The same.

        :raises NotChecked: it has no word on this text.
        """


AnyRail = Rail | AsyncRail


def is_async(rail: AnyRail) -> TypeIs[AsyncRail]:
    return inspect.iscoroutinefunction(rail.check)


def allow(code: str, about: About) -> RailDecision:
    """The decision of a rail that found nothing."""
    return RailDecision(code, True, phase=about.phase, metadata={"mechanism": "deterministic"})


def change(code: str, about: About, reason: str, left: str, **metadata: Json) -> RailDecision:
    """The decision of a rail that leaves this of a text."""
    return RailDecision(code, True, reason, left, {"mechanism": "deterministic", **metadata}, about.phase)


def refuse(code: str, about: About, reason: str, left: str | None = None, **metadata: Json) -> RailDecision:
    """The decision of a rail that refuses a text, or of which only what is `left` may leave."""
    return RailDecision(code, False, reason, left, {"mechanism": "deterministic", **metadata}, about.phase)
