"""What a rail is, and what it is told."""

import inspect
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeGuard

from typing_extensions import TypeIs

from agents.specs import Phase as Phase
from agents.specs import RailSpec, ToolSpec
from conversations.client_tools import MARK
from conversations.turn import RailDecision, ToolResult
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
    `prompts` are what this profile's models act by; `grounds` texts that an answer may rest on beside tools'
    results; `hosts` those of the company's tool servers; `own_values` the proven customer's identity values;
    `said` what the user wrote, the newest last, in answers with the message itself; `settings` the rail's, as
    authored; `intents` those that were decided on, `served` whether any serves the message; `before` and
    `behind` what stands around a piece of a longer text, `earlier` more of what stands before it, blanks
    drawn together. One that waits for somebody else has its row as `spec`, the models and addresses of the
    turn as `kit`, and what the company says of a package's as `own_settings`.
    """

    language: str = CODES[0]
    phase: Phase = "output"
    tool_results: Sequence[ToolResult] = ()
    first_half: Sequence[ToolResult] = ()
    earlier_results: Sequence[ToolResult] = ()
    tools: Mapping[str, ToolSpec] = field(default_factory=dict)
    own_values: frozenset[str] = frozenset()
    said: Sequence[str] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)
    prompts: Sequence[str] = ()
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


class Rail(Protocol):
    """One check. `sees` is the least text it can judge; `phases` where it makes sense."""

    code: str
    sees: Sees
    phases: tuple[Phase, ...]

    def check(self, text: str, about: About) -> RailDecision:
        """Allowed, sanitised (`sanitized_text`), or refused, with the reason."""
        ...


class AsyncRail(Protocol):
    """A check that waits for somebody else: within its row's time, beside others of its phase. Of an answer
    it reads the whole.
    """

    code: str
    sees: Sees
    phases: tuple[Phase, ...]

    async def check(self, text: str, about: About) -> RailDecision:
        """The same.

        :raises NotChecked: it has no word on this text.
        """
        ...


AnyRail = Rail | AsyncRail


def is_async(rail: AnyRail) -> TypeIs[AsyncRail]:
    return inspect.iscoroutinefunction(rail.check)


class LooksAround(Rail, Protocol):
    """A rail that judges a piece by the words beside it."""

    def minds(self, piece: str) -> bool:
        """Whether what stands around a piece can change what is said of it.

        Seldom, for most pieces are words.
        """
        ...

    def waits(self, piece: str, behind: str) -> bool:
        """Whether what stands `behind` a piece so far may still change what is said of it."""
        ...


def looks_around(rail: Rail) -> TypeGuard[LooksAround]:
    return hasattr(rail, "waits")


def ends(rail: AnyRail) -> bool:
    """Whether nothing more of an answer leaves once this rail has refused a part of it (`ends = True` on the
    rail).
    """
    return bool(getattr(rail, "ends", False))


def reads_earlier(rail: Rail) -> bool:
    """Whether a rail reads what an answer said before (`reads_earlier = True` on the rail)."""
    return bool(getattr(rail, "reads_earlier", False))


def reads_decision(rail: AnyRail) -> bool:
    """Whether a rail of the input is asked once it is decided who serves the message (`reads_decision = True`
    on the rail).
    """
    return bool(getattr(rail, "reads_decision", False))


def find_row_faults(rail: AnyRail, row: Mapping[str, Any], points: Collection[str]) -> Iterator[RowFault]:
    """What a rail says of its own row, as it would be published (`check_row` on the rail).

    `points` are the points of use that have a model.
    """
    check_row = getattr(rail, "check_row", None)
    return iter(check_row(row, points) if check_row is not None else ())


def allow(code: str, about: About) -> RailDecision:
    """The decision of a rail that found nothing."""
    return RailDecision(code, True, phase=about.phase, metadata={"mechanism": "deterministic"})
