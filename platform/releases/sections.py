"""The parts of a release: each upper room registers its own in `AppConfig.ready()`.

    sections.register(Section("agents", compile, load, restore, check, objects, prune=prune))

Sections are kept in the order of registration, lower rooms first: restoring creates rows in that
order and removes surplus ones in the opposite order, so that no row loses what it points to. What is plain
rows is compiled and restored by `releases.authored_rows`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from releases.errors import Problem
from releases.loaded_release import Artifact
from tenancy.tenant_rows import TenantModel

if TYPE_CHECKING:
    from releases.loaded_release import LoadedRelease, StoredArtifact
    from tenancy.models import Tenant

Json = Any  # a JSON value
Content = Mapping[str, Json]  # a release's content: section name -> its JSON


@dataclass(frozen=True, slots=True)
class AuthoredObject:
    """One authored thing as people compare it: its kind ("Intent"), its name, its fields by their labels.

    A field is a text ("10"), compared whole, or a list of texts, compared item by item
    ("keywords: + segunda via, - boleto"). Leave empty fields out.
    """

    kind: str
    name: str
    fields: Mapping[str, str | Sequence[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RowTable:
    """The rows of one model, as the part `name` of a section.

    `fields` are kept as they are, of the relations `one` and `many` the names of the rows at their end;
    `many` says under which name a list is kept. `beside` is what else the part keeps of a row, as a new one
    has it.
    """

    name: str
    model: type[TenantModel]
    fields: tuple[str, ...]
    one: tuple[str, ...] = ()
    many: Mapping[str, str] = field(default_factory=dict)
    beside: Mapping[str, Json] = field(default_factory=dict)


def _nothing(tenant: "Tenant", content: Json) -> None:
    """For sections whose `restore` removes what is too much by itself."""


def _no_parts(release: "LoadedRelease") -> Iterable[Artifact]:
    return ()


def _no_problems(tenant: "Tenant") -> Iterable[Problem]:
    return ()


def _is_ready(release: "LoadedRelease", parts: "Mapping[str, StoredArtifact]") -> None:
    """For sections that need nothing built."""


@dataclass(frozen=True, slots=True)
class Section:
    """One room's part of a release.

    `compile` reads the tenant's authored rows in a constant number of queries, ordered by name, without
    secrets; `load` turns that JSON into the frozen words of the room and must accept `{}` (a release older
    than the section); `restore` makes the rows say what the JSON says, `prune` then removes rows that the
    JSON does not know; `check` gets the whole content; `objects` lists what a diff compares; `rows` names the
    models that `compile` reads, each with a history (see `releases.draft`), `tables` the parts that are plain
    rows. `parts` lists what is made at publishing and kept beside the release (see `releases.parts`); it is
    asked whenever a release is loaded, and makes nothing. `ready` builds what the first decision under a
    release would wait for, in a thread; it gets the parts that are there, some of which the release may not
    have yet (see `releases.freshness`). `around` tells what of the company's rows that are in no release
    (addresses, say) keeps this room's part from working.
    """

    name: str
    compile: Callable[["Tenant"], Json]
    load: Callable[[Json], Any]
    restore: Callable[["Tenant", Json], None]
    check: Callable[[Content], Iterable[Problem]]
    objects: Callable[[Json], Iterable[AuthoredObject]]
    prune: Callable[["Tenant", Json], None] = _nothing
    rows: tuple[type[Any], ...] = ()
    tables: tuple[RowTable, ...] = ()
    parts: "Callable[[LoadedRelease], Iterable[Artifact]]" = _no_parts
    ready: "Callable[[LoadedRelease, Mapping[str, StoredArtifact]], None]" = _is_ready
    around: Callable[["Tenant"], Iterable[Problem]] = _no_problems


_sections: dict[str, Section] = {}


def register(section: Section) -> None:
    """Adds a room's section (or replaces it: `ready()` may run twice in tests)."""
    _sections[section.name] = section


def list_sections() -> tuple[Section, ...]:
    """All sections, lower rooms first."""
    return tuple(_sections.values())
