"""Kinds of work. A room registers what it can do in the background, in its `AppConfig.ready()`:

kinds.register(Kind("discover_tools", run=discover, title=_("Discover tools")))
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from work.context import JobContext
from work.errors import UnknownKind

Json = Any  # a JSON value


@dataclass(frozen=True, slots=True)
class JobKind:
    """A kind of work. `run` gets the job's context and returns its result as JSON.

    It may be run again from its start when its process died (three attempts), and it runs outside any
    transaction: it opens its own, short ones. `private` names what in its payload and its result holds what
    people wrote: it leaves the payload when the job ends, however that is, and the result after
    `JOB_RESULT_DAYS`. A process does `slow` work one by one, beside the other.
    """

    name: str
    run: Callable[[JobContext], Json]
    title: Any  # a lazy text
    private: tuple[str, ...] = ()
    slow: bool = False


_kinds: dict[str, JobKind] = {}


def register(kind: JobKind) -> None:
    """Adds a kind (or replaces it: `ready()` may run twice in tests)."""
    _kinds[kind.name] = kind


def private() -> dict[str, tuple[str, ...]]:
    """What holds people's words, of the kinds that have such."""
    return {kind.name: kind.private for kind in _kinds.values() if kind.private}


def is_slow(name: str) -> bool:
    """Whether work of that kind, where it is known here, waits for its like alone."""
    return name in _kinds and _kinds[name].slow


def bare(name: str, value: Json) -> Json:
    """A payload or a result of that kind without what people wrote.

    >>> bare("evaluate_routing", {"agent_id": "shop", "lines": ["oi"]})
    {'agent_id': 'shop'}
    """
    words = private().get(name, ())
    return {key: each for key, each in value.items() if key not in words} if words and value else value


def get(name: str) -> JobKind:
    """The kind of that name. Raises UnknownKind."""
    try:
        return _kinds[name]
    except KeyError:
        raise UnknownKind(name, _kinds) from None
