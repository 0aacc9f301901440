"""The parts of a release: each upper room registers its own in `AppConfig.ready()`.

    sections.register(Section("agents", compile, load, restore, check, objects, prune=prune))

Sections are kept in the order of registration, lower rooms first: restoring creates rows in that
order and removes surplus ones in the opposite order, so that no row loses what it points to. What is plain
rows is compiled and restored by `releases.authored_rows`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from outbound.fields import EncryptedField
from releases.errors import Problem
from releases.loaded_release import Artifact, LoadedRelease, StoredArtifact
from tenancy.models import Tenant
from tenancy.tenant_rows import TenantModel

Json = Any  # a JSON value
Content = Mapping[str, Json]  # a release's content: section name -> its JSON
Place = tuple[str, ...]  # the steps to a value within JSON


@dataclass(frozen=True, slots=True)
class AuthoredObject:
    """One authored thing as people compare it: its kind ("Intent"), its name, its fields by their labels.

    A field is a text ("10"), compared whole, or a list of texts, compared item by item
    ("keywords: + segunda via, - boleto"). Leave empty fields out.

    `places` are where it stands in the section's JSON, its own first (`("intents", "billing")`; a step into a
    list is an item's name); without one it cannot be put back alone. `holds` are the keys of its own place
    that are objects of their own.
    """

    kind: str
    name: str
    fields: Mapping[str, str | Sequence[str]] = field(default_factory=dict)
    places: tuple["Place", ...] = ()
    holds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RowTable:
    """The rows of one model, as the part `name` of a section.

    `fields` are kept as they are; where none is named, all columns but the row's name, relations and secrets.
    Of the relations `one` and `many` the names of the rows at their end are kept; `many` says under which
    name a list is. `beside` is what else the part keeps of a row, as a new one has it.
    """

    name: str
    model: type[TenantModel]
    fields: tuple[str, ...] = ()
    one: tuple[str, ...] = ()
    many: Mapping[str, str] = field(default_factory=dict)
    beside: Mapping[str, Json] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.fields:
            own = ("id", *self.model.named_by)
            kept = (
                each.name
                for each in self.model._meta.concrete_fields
                if each.name not in own and not each.is_relation and not isinstance(each, EncryptedField)
            )
            object.__setattr__(self, "fields", tuple(kept))


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
    compile: Callable[[Tenant], Json]
    load: Callable[[Json], Any]
    restore: Callable[[Tenant, Json], None]
    check: Callable[[Content], Iterable[Problem]]
    objects: Callable[[Json], Iterable[AuthoredObject]]
    prune: Callable[[Tenant, Json], None] = lambda tenant, content: None
    rows: tuple[type[Any], ...] = ()
    tables: tuple[RowTable, ...] = ()
    parts: Callable[[LoadedRelease], Iterable[Artifact]] = lambda release: ()
    ready: Callable[[LoadedRelease, Mapping[str, StoredArtifact]], None] = lambda release, parts: None
    around: Callable[[Tenant], Iterable[Problem]] = lambda tenant: ()


_sections: dict[str, Section] = {}


def register(section: Section) -> None:
    """Adds a room's section (or replaces it: `ready()` may run twice in tests)."""
    _sections[section.name] = section


def list_sections() -> tuple[Section, ...]:
    """All sections, lower rooms first."""
    return tuple(_sections.values())
