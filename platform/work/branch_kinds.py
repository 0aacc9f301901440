"""The words of a fan-out, and the kinds of branches that upper rooms register in their `AppConfig.ready()`:

register(BranchKind("specialist", run=answer_a_part))
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from work.errors import UnknownKind

Json = Any  # a JSON value
Event = dict[str, Json]
Local = Callable[[], Awaitable[Json]]
HERE = "here"
UNCERTAIN = "uncertain"


@dataclass(frozen=True, slots=True)
class BranchSpec:
    """One branch of a plan.

    `step` names it within the turn (a specialist's name), `payload` is all it gets.
    """

    step: str
    payload: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BranchResult:
    """What came of a branch. `ms` is how long it ran, `sent` how often it was sent out, `where` the process
    that ran it ("here": the turn's own; empty: none took it).

    A failed one's `error` is a sentence, or "uncertain": it had begun to change something when it fell
    silent.
    """

    step: str
    status: Literal["done", "failed", "late"]
    result: Json = None
    error: str = ""
    ms: float = 0.0
    sent: int = 1
    where: str = HERE


@dataclass(frozen=True, slots=True)
class BranchContext:
    """What a branch knows. `attempt` is the turn's, `deadline` epoch seconds.

    `tell` sends a small JSON event to the turn that waits, without waiting itself; one may be lost.
    """

    tenant_id: str
    turn_id: str
    attempt: int
    step: str
    payload: Mapping[str, Json]
    deadline: float
    tell: Callable[[Event], None]


@dataclass(frozen=True, slots=True)
class BranchKind:
    """A kind of branch. `run` runs on the process's runtime loop, here or in a worker, and gives JSON.

    It may run a second time when its process fell silent, but never after it has begun to change something.
    """

    name: str
    run: Callable[[BranchContext], Awaitable[Json]]


_kinds: dict[str, BranchKind] = {}


def register(kind: BranchKind) -> None:
    """Adds a kind (or replaces it: `ready()` may run twice in tests)."""
    _kinds[kind.name] = kind


def get(name: str) -> BranchKind:
    """The kind of that name. Raises UnknownKind."""
    try:
        return _kinds[name]
    except KeyError:
        raise UnknownKind(name, _kinds) from None
