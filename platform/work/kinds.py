"""Kinds of work. A room registers what it can do in the background, in its `AppConfig.ready()`:

kinds.register(Kind("discover_tools", run=discover, title=_("Discover tools")))
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from work.errors import UnknownKind

if TYPE_CHECKING:
    from work.running import JobContext

Json = Any  # a JSON value


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of work. `run` gets the job's context and returns its result as JSON.

    It may be run again from its start when its process died (three attempts), and it runs outside any
    transaction: it opens its own, short ones.
    """

    name: str
    run: Callable[["JobContext"], Json]
    title: Any  # a lazy text


_kinds: dict[str, Kind] = {}


def register(kind: Kind) -> None:
    """Adds a kind (or replaces it: `ready()` may run twice in tests)."""
    _kinds[kind.name] = kind


def get(name: str) -> Kind:
    """The kind of that name. Raises UnknownKind."""
    try:
        return _kinds[name]
    except KeyError:
        raise UnknownKind(name, _kinds) from None
